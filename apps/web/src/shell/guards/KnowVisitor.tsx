import { auth, useAuth } from '../../data/session/index.ts'
import { TroublePage } from '../../ui/TroublePage.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'

/** For the tree: anyone may come in, once it is known who they are. */
export function KnowVisitor() {
  const state = useAuth()
  if (state.kind === 'unreachable') return <TroublePage onRetry={() => auth.clear()} />
  return <GuardedOutlet isLoading={state.kind === 'unknown'} />
}
