import { Navigate, Outlet } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { useAccess } from '../../data/account/index.ts'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { TroublePage } from '../../ui/TroublePage.tsx'
import { isWaitingForBeta } from './is-waiting-for-beta.ts'

/** Parts of the product that only people with product access use. */
export function RequireAccess() {
  const access = useAccess()
  switch (access.kind) {
    case 'none':
    case 'loading':
      return <PageSkeleton />
    case 'failed':
      return <TroublePage onRetry={access.retry} />
    case 'known':
      if (access.hasAccess) return <Outlet />
      return <Navigate to={isWaitingForBeta(access, pageConfig().signup) ? '/pending' : '/pricing'} replace />
  }
}
