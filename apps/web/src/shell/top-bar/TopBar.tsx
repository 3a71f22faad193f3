import { useLocation } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { useAccess } from '../../data/account/index.ts'
import type { Person } from '../../data/identity/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Wordmark } from '../../ui/Wordmark.tsx'
import { AddProjectButton } from './AccessButton.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'
import { FeedbackTab } from './FeedbackTab.tsx'
import { InviteLink } from './InviteLink.tsx'
import { NavigationLink } from './NavigationLink.tsx'
import { SearchBox } from './SearchBox.tsx'
import styles from './TopBar.module.css'

interface TopBarProps {
  /** Null on the tree route, for someone who is not signed in. */
  readonly person: Person | null
}

export function TopBar({ person }: TopBarProps) {
  const access = useAccess()
  const hasAccess = access.kind === 'known' && access.hasAccess
  return (
    <header className={styles.bar}>
      <nav aria-label="Main" className={styles.links}>
        <Link to="/" className={styles.brand}>
          <Wordmark name={pageConfig().productName} />
        </Link>
        {hasAccess && <NavigationLink to="/projects">Projects</NavigationLink>}
        {hasAccess && pageConfig().features.invites !== false && <InviteLink />}
      </nav>
      <SearchBox />
      <div className={styles.own}>
        {access.kind === 'known' && <AddProjectButton hasAccess={hasAccess} />}
        {person === null ? <LogInLink /> : <AvatarMenu person={person} access={access} />}
      </div>
      {hasAccess && <FeedbackTab />}
    </header>
  )
}

function LogInLink() {
  const { pathname, search, hash } = useLocation()
  return (
    <Link to={`/login?next=${encodeURIComponent(pathname + search + hash)}`} variant="primary" size="small">
      Log in
    </Link>
  )
}
