import { matchPath, useLocation } from 'react-router'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { upcomingScreens } from './screens.ts'
import styles from './UpcomingPage.module.css'

export function UpcomingPage() {
  const { pathname } = useLocation()
  const screen = upcomingScreens.find(({ pattern }) => matchPath(pattern, pathname) !== null)
  if (screen === undefined) throw new Error(`No screen is described for ${pathname}`)
  return (
    <Page title={screen.title} lead={screen.purpose}>
      <Card className={styles.card}>
        <p>{screen.hint}</p>
        <Link to={screen.way.to} look="secondary">
          {screen.way.label}
        </Link>
      </Card>
    </Page>
  )
}
