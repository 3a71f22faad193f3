import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, type ReactNode, useState } from 'react'
import { NavLink, useLocation, useMatch, useNavigate } from 'react-router'
import { useAccess } from '../api/account/access.ts'
import type { Person } from '../api/identity/identity-client.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { topBarTexts } from '../texts/top-bar.ts'
import { Button, Link } from '../ui/Button.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { toast } from '../ui/Toasts.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'
import { SearchBox } from './SearchBox.tsx'
import feedbackTabStyles from './FeedbackTab.module.css'
import styles from './TopBar.module.css'

interface NavigationLinkProps {
  readonly to: string
  readonly children: ReactNode
}

const NavigationLink = ({ to, children }: NavigationLinkProps) => (
  <NavLink to={to} end className={styles.link ?? ''}>
    {children}
  </NavLink>
)

interface InviteDialogProps {
  readonly projectId: string | null
  onClose(): void
}

/** The dialog is loaded on demand. */
function InviteLink() {
  const projectId = useMatch('/tree/:id/*')?.params.id ?? null
  const [Dialog, setDialog] = useState<ComponentType<InviteDialogProps> | null>(null)
  const open = () =>
    import('./InviteDialog.tsx').then(
      ({ InviteDialog }) => setDialog(() => InviteDialog),
      // The usual reason is a newer build that was deployed meanwhile.
      () => toast.error(topBarTexts.inviteNotLoaded, { isPersistent: true }),
    )
  return (
    <>
      <a
        href="/projects"
        className={styles.link}
        onClick={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        {topBarTexts.invite}
      </a>
      {Dialog && <Dialog projectId={projectId} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Adds a project, or leads to the pricing page without product access. */
function AddProjectButton({ hasAccess }: { readonly hasAccess: boolean }) {
  const navigate = useNavigate()
  if (!hasAccess && pageConfig().features.billing === 'none') return null
  if (!hasAccess)
    return (
      <Button variant="primary" size="small" onClick={() => void navigate('/pricing')}>
        {topBarTexts.subscribe}
      </Button>
    )
  return (
    <Button variant="primary" size="small" onClick={() => void navigate('/projects/add')}>
      <Plus size={16} />
      {topBarTexts.addProject}
    </Button>
  )
}

/** Appears at the edge of every page except the feedback board. */
function FeedbackTab() {
  const isBoard = useMatch('/feedback/*') !== null
  const { feedback } = pageConfig().features
  if (isBoard || feedback === 'off') return null
  return (
    <Link to="/feedback" reloadDocument={feedback !== 'builtin'} className={feedbackTabStyles.tab}>
      <MessageSquare size={16} />
      {topBarTexts.feedback}
    </Link>
  )
}

interface TopBarProps {
  /** Null on the tree route for an anonymous visitor. */
  readonly person: Person | null
}

export function TopBar({ person }: TopBarProps) {
  const access = useAccess()
  const hasAccess = access.kind === 'known' && access.hasAccess
  return (
    <header className={styles.bar}>
      <nav aria-label={topBarTexts.mainNavigation} className={styles.links}>
        <Link to="/" className={styles.brand}>
          <Wordmark name={pageConfig().productName} />
        </Link>
        {hasAccess && <NavigationLink to="/projects">{topBarTexts.projects}</NavigationLink>}
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
      {topBarTexts.logIn}
    </Link>
  )
}
