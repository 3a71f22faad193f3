import { auth, useAuth } from '../../data/session/index.ts'
import { TroublePage } from '../../ui/TroublePage.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'
import { SendToLogin } from './SendToLogin.tsx'

export function RequireLogin() {
  const state = useAuth()
  switch (state.kind) {
    case 'unreachable':
      return <TroublePage onRetry={() => auth.clear()} />
    case 'anonymous':
      return <SendToLogin isRemembered={state.because === 'no-session'} />
    case 'unknown':
    case 'person':
      return <GuardedOutlet isLoading={state.kind === 'unknown'} />
  }
}
