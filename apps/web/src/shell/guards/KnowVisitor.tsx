import { Outlet } from 'react-router'
import { auth, useAuth } from '../../data/session/index.ts'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { TroublePage } from '../../ui/TroublePage.tsx'

/** For the tree: anyone may come in, once it is known who they are. */
export function KnowVisitor() {
  const state = useAuth()
  if (state.kind === 'unknown') return <PageSkeleton />
  if (state.kind === 'unreachable') return <TroublePage onRetry={() => auth.clear()} />
  return <Outlet />
}
