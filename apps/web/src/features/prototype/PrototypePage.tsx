import { useLocation } from 'react-router'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './PrototypePage.module.css'
import { prototypes } from './prototypes.ts'

export function PrototypePage() {
  const name = useLocation().pathname.split('/')[1]?.toLowerCase() ?? ''
  const prototype = prototypes[name]
  if (prototype === undefined) throw new Error(`No prototype is called ${name}`)
  return (
    <Page title={prototype.title} lead={`An experiment: ${prototype.idea}.`}>
      <Card className={styles.card}>
        <p>
          <span className={styles.mark}>Prototype</span>
        </p>
        <p>
          This view is not part of the product and may change or go. It draws a project’s tree, and this version has no
          projects to draw.
        </p>
        <Link to="/projects" look="secondary">
          Go to the project list
        </Link>
      </Card>
    </Page>
  )
}
