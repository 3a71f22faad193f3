import { Navigate } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { useAccess } from '../../data/account/index.ts'
import { RetryPage } from '../../ui/TroublePage.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'
import { isWaitingForBeta } from './is-waiting-for-beta.ts'

/** Parts of the product that only people with product access use. */
export function RequireAccess() {
  const access = useAccess()
  switch (access.kind) {
    case 'failed':
      return <RetryPage onRetry={access.retry} />
    case 'none':
    case 'loading':
      return <GuardedOutlet isLoading />
    case 'known':
      if (access.hasAccess) return <GuardedOutlet isLoading={false} />
      return <Navigate to={isWaitingForBeta(access, pageConfig().signup) ? '/pending' : '/pricing'} replace />
  }
}
