import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useAccess, useHasAccount } from '../api/account/access.ts'
import type { Person } from '../api/identity/whoami.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { unreadCount } from '../api/unread-count.ts'
import { changedPictureUrl, formatPersonName, personPictureUrl } from '../api/session/session.ts'
import { useCell } from '../platform/cell.ts'
import { phoneScreen, useMediaQuery } from '../platform/media-query.ts'
import { useLocation, useMatch, useNavigate } from '../platform/router.tsx'
import { whenIdle } from '../platform/timing.ts'
import { isProjectPainted } from '../shared/page-content.ts'
import { isProjectMenuOpen } from '../shared/project-menu.ts'
import { topBarTexts } from '../texts/top-bar.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, Link } from '../ui/Button.tsx'
import { LazyBoundary, lazyComponent, preloadableComponent } from '../ui/lazy-component.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/Toasts.tsx'
import type { AvatarMenuProps } from './AvatarMenuItems.tsx'
import { PaletteSlot } from './PaletteSlot.tsx'
import { SearchBox } from './SearchBox.tsx'
import feedbackTabStyles from './FeedbackTab.module.css'
import styles from './TopBar.module.css'

const ProjectMenuButton = lazyComponent(async () => (await import('./ProjectMenuButton.tsx')).ProjectMenuButton)

const AvatarMenuItems = preloadableComponent(async () => (await import('./AvatarMenuItems.tsx')).AvatarMenuItems)

interface NavigationLinkProps {
  readonly to: string
  readonly children: ReactNode
}

const NavigationLink = ({ to, children }: NavigationLinkProps) => (
  <Link to={to} aria-current={useMatch(to) === null ? undefined : 'page'} className={styles.link}>
    {children}
  </Link>
)

interface BarDialogProps {
  onClose(): void
}

interface InviteDialogProps extends BarDialogProps {
  readonly projectId: string | null
}

/** Outside the bar, because the phone's menu, which opened it, is hidden meanwhile. */
const OutsideBar = ({ children }: { readonly children: ReactNode }) => createPortal(children, document.body)

/** The dialog is loaded on demand. */
function InviteLink() {
  const projectId = useMatch('/tree/:id/*')?.['id'] ?? null
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
      {Dialog && (
        <OutsideBar>
          <Dialog projectId={projectId} onClose={() => setDialog(null)} />
        </OutsideBar>
      )}
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

const loadInbox = async () => (await import('../api/follow-inbox.ts')).followInbox

interface InboxButtonProps {
  readonly isInMenu: boolean
  /** The project comes first. */
  readonly isWaiting: boolean
}

/** The style sheet draws the icon, and the number beside it. */
function InboxButton({ isInMenu, isWaiting }: InboxButtonProps) {
  const navigate = useNavigate()
  const count = useCell(unreadCount)
  const name = topBarTexts.inbox(count)
  useLater(isWaiting ? null : loadInbox, whenShown)
  return (
    <button
      type="button"
      aria-label={name}
      data-tooltip={name}
      data-count={count || undefined}
      className={styles.inbox}
      onClick={() => navigate('/inbox')}
    >
      {isInMenu && topBarTexts.inbox(0)}
    </button>
  )
}

interface FeedbackTabProps {
  readonly isProject: boolean
  /** A tab at the edge of the page, or an entry of the phone's menu. */
  readonly className: string | undefined
}

/** Feedback is offered on every page except the feedback board. */
function useFeedbackOffer(hasAccess: boolean): boolean {
  const isBoard = useMatch('/feedback/*') !== null
  return hasAccess && !isBoard && pageConfig().features.feedback !== 'off'
}

/**
 * Leads to the feedback board. In a project it opens a dialog, or another browser tab for a board
 * of another service: leaving the project would lose the steps that can be undone.
 */
function FeedbackTab({ isProject, className }: FeedbackTabProps) {
  const [Dialog, setDialog] = useState<ComponentType<BarDialogProps> | null>(null)
  const { feedback } = pageConfig().features
  const open = (event: MouseEvent) => {
    if (!isProject || feedback !== 'builtin' || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void import('./FeedbackDialog.tsx').then(
      ({ FeedbackDialog }) => setDialog(() => FeedbackDialog),
      () => toast.error(topBarTexts.feedbackNotLoaded, { isPersistent: true }),
    )
  }
  return (
    <>
      <Link
        to="/feedback"
        reloadDocument={feedback !== 'builtin'}
        target={isProject ? '_blank' : undefined}
        className={className}
        onClick={open}
      >
        <MessageSquare size={16} />
        {topBarTexts.feedback}
      </Link>
      {Dialog && (
        <OutsideBar>
          <Dialog onClose={() => setDialog(null)} />
        </OutsideBar>
      )}
    </>
  )
}

/** The menu's content is loaded on use. */
function AvatarMenu({ isProject, ...props }: AvatarMenuProps & { readonly isProject: boolean }) {
  const { person } = props
  const changed = useCell(changedPictureUrl)
  const hasAccount = useHasAccount()
  const isProjectOpening = !useCell(isProjectPainted) && isProject
  // Before the account exists, a new person's picture would be a stranger's.
  const picture = changed ?? (hasAccount && !isProjectOpening ? personPictureUrl(person) : null)
  return (
    <Menu label={topBarTexts.accountMenu} triggerContent={<Avatar name={formatPersonName(person)} picture={picture} />}>
      <AvatarMenuItems {...props} />
    </Menu>
  )
}

interface TopBarProps {
  /** Null on the tree route for an anonymous visitor. */
  readonly person: Person | null
}

/**
 * In a project the bar shares its row with the tools of the project; on a phone most of it is in a menu there. No page
 * of a phone has room for a tab at its edge, which would cover buttons: feedback is in a menu.
 */
export function TopBar({ person }: TopBarProps) {
  const access = useAccess()
  const hasAccess = access.kind === 'known' && access.hasAccess
  const isProject = useMatch('/tree/:id/*') !== null
  const isPhone = useMediaQuery(phoneScreen)
  const isPhoneProject = isPhone && isProject
  const isPhonePage = isPhone && !isProject
  const offersFeedback = useFeedbackOffer(hasAccess)
  const isMenuOpen = useCell(isProjectMenuOpen) && isPhoneProject
  useLater(loadTooltips, whenIdle)
  const addProject = access.kind === 'known' && <AddProjectButton hasAccess={hasAccess} />
  const account =
    person === null ? (
      <LogInLink />
    ) : (
      <AvatarMenu
        person={person}
        access={access}
        isProject={isProject}
        isPhonePage={isPhonePage}
        hasFeedback={offersFeedback && isPhonePage}
      />
    )
  const isOpening = !useCell(isProjectPainted) && isProject
  const inbox = hasAccess && <InboxButton key={person?.id} isInMenu={isPhoneProject} isWaiting={isOpening} />
  return (
    <header className={styles.bar} data-project={isProject ? '' : undefined}>
      <div className={styles.menu} data-project-menu="" data-open={isMenuOpen ? '' : undefined}>
        <nav aria-label={topBarTexts.mainNavigation} className={styles.links}>
          <Link to="/" className={styles.brand}>
            <Wordmark name={pageConfig().productName} />
          </Link>
          {hasAccess && <NavigationLink to="/projects">{topBarTexts.projects}</NavigationLink>}
          {hasAccess && !isPhonePage && <NavigationLink to="/my-work">{topBarTexts.myWork}</NavigationLink>}
          {hasAccess && pageConfig().features.invites !== false && <InviteLink />}
        </nav>
        <SearchBox />
        {isPhoneProject && (
          <div className={styles.own}>
            {inbox}
            {addProject}
            {offersFeedback && <FeedbackTab isProject className={styles.link} />}
          </div>
        )}
      </div>
      <div className={styles.own}>
        {!isPhoneProject && addProject}
        {!isPhoneProject && inbox}
        {isPhoneProject && (
          <LazyBoundary fallback={<span className={styles.more} />}>
            <ProjectMenuButton />
          </LazyBoundary>
        )}
        {account}
      </div>
      <PaletteSlot />
      {offersFeedback && !isPhone && <FeedbackTab isProject={isProject} className={feedbackTabStyles.tab} />}
    </header>
  )
}

/** Every button has its name without them. */
const loadTooltips = async () => (await import('../ui/tooltips.ts')).showTooltips

/** By then the page shows its main content. */
const whenShown = (work: () => unknown): unknown => window.setTimeout(work, 1_000)

/** Starts something that nobody waits for, and stops it with the bar. Null: not yet. */
function useLater(load: (() => Promise<() => () => void>) | null, when: (work: () => unknown) => unknown): void {
  useEffect(() => {
    let stop: (() => void) | null = null
    let isLeft = false
    const start = async () => {
      const begin = await load?.()
      if (!isLeft && begin) stop = begin()
    }
    when(() => start().catch(() => undefined))
    return () => {
      isLeft = true
      stop?.()
    }
  }, [load, when])
}

function LogInLink() {
  const { pathname, search, hash } = useLocation()
  return (
    <Link to={`/login?next=${encodeURIComponent(pathname + search + hash)}`} variant="primary" size="small">
      {topBarTexts.logIn}
    </Link>
  )
}
