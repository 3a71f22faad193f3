import { auth, useAuth } from '../../data/session/index.ts'
import { RetryPage } from '../../ui/TroublePage.tsx'
import { GuardedOutlet } from './GuardedOutlet.tsx'
import { RedirectToLogin } from './SendToLogin.tsx'

export function RequireLogin() {
  const state = useAuth()
  switch (state.kind) {
    case 'unreachable':
      return <RetryPage onRetry={() => auth.clear()} />
    case 'anonymous':
      return <RedirectToLogin isRemembered={state.because === 'no-session'} />
    case 'unknown':
    case 'person':
      return <GuardedOutlet isLoading={state.kind === 'unknown'} />
  }
}
