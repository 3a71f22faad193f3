import { Navigate, Outlet, useSearchParams } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { useAccess } from '../../data/account/index.ts'
import { RetryPage } from '../../ui/TroublePage.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'
import { isWaitingForBeta } from './is-waiting-for-beta.ts'

/** While sign-up is a private beta, a newcomer who is not approved yet lands on /pending. */
export function RequireBetaApproval() {
  const access = useAccess()
  const { signup } = pageConfig()
  // Somebody has just subscribed, and it takes a moment until the API knows.
  const isNew = useSearchParams()[0].has('trial')
  if (signup === 'open') return <Outlet />
  switch (access.kind) {
    case 'none':
    case 'loading':
      return <GuardedOutlet isLoading />
    case 'failed':
      return <RetryPage onRetry={access.retry} />
    case 'known':
      return !isNew && isWaitingForBeta(access, signup) ? (
        <Navigate to="/pending" replace />
      ) : (
        <GuardedOutlet isLoading={false} />
      )
  }
}
