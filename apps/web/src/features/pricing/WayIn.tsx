import { useAccess } from '../../data/account/index.ts'
import { apiBase, pageConfig } from '../../data/config/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'

interface NextAction {
  readonly text: string
  /** Null: the way is to the projects. */
  readonly page: '/trial' | '/billing' | null
  readonly label: string
}

const toProjects = { page: null, label: 'Go to my projects' } as const

/** What there is to do for someone whose subscription stands so. */
function chooseNextAction(status: string | undefined, isPaid: boolean, hasAccess: boolean): NextAction {
  switch (status) {
    case undefined:
      if (hasAccess) return { text: 'You have access to everything already.', ...toProjects }
      return { text: '', page: '/trial', label: 'Start a Free Trial' }
    case 'trialing':
      return { text: 'Your trial is running.', ...toProjects }
    case 'active':
      return { text: 'Your subscription is active.', ...toProjects }
    case 'canceled':
    case 'incomplete_expired':
      return isPaid
        ? { text: 'Your free trial is used. Subscribe to go on.', page: '/trial', label: 'Subscribe' }
        : { text: 'Your free trial has ended. Ask whoever runs this server to keep it open for you.', ...toProjects }
    default:
      return { text: 'Your subscription needs your attention.', page: '/billing', label: 'Open billing' }
  }
}

export function SubscriptionAction() {
  const access = useAccess()
  const status = access.kind === 'known' ? access.subscription?.status : undefined
  const hasAccess = access.kind === 'known' && access.hasAccess
  const { text, page, label } = chooseNextAction(status, pageConfig().features.billing === 'stripe', hasAccess)
  return (
    <>
      {text !== '' && <p>{text}</p>}
      {page === null ? (
        <Link to="/projects" variant="primary">
          {label}
        </Link>
      ) : (
        <a href={`${apiBase()}${page}`} className={buttonClass('primary')}>
          {label}
        </a>
      )}
    </>
  )
}
