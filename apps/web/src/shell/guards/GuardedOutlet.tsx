import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { PageSkeleton } from '../../ui/Skeleton.tsx'

interface GuardedOutletProps {
  /** It is not known yet whether the visitor may see the page. */
  readonly isLoading: boolean
}

/**
 * The page behind a guard. Suspense would keep the guard's own skeleton in the document, hidden, while the page's code loads: two main
 * landmarks and two h1. A boundary of its own replaces the skeleton. A guard that never waited has none, so that a link
 * inside the product leaves the last page on the screen until the next one is loaded.
 */
export function GuardedOutlet({ isLoading }: GuardedOutletProps) {
  const [hasWaited] = useState(isLoading)
  if (isLoading) return <PageSkeleton />
  if (!hasWaited) return <Outlet />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}
