import { auth, useAuth } from '../../data/session/index.ts'
import { RetryPage } from '../../ui/TroublePage.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'

/** For the tree: anyone may come in, once it is known who they are. */
export function IdentifyVisitor() {
  const state = useAuth()
  if (state.kind === 'unreachable') return <RetryPage onRetry={() => auth.clear()} />
  return <GuardedOutlet isLoading={state.kind === 'unknown'} />
}
