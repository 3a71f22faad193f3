import { Outlet } from 'react-router'
import { auth, useAuth } from '../../data/session/index.ts'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { TroublePage } from '../../ui/TroublePage.tsx'
import { SendToLogin } from './SendToLogin.tsx'

export function RequireLogin() {
  const state = useAuth()
  switch (state.kind) {
    case 'unknown':
      return <PageSkeleton />
    case 'unreachable':
      return <TroublePage onRetry={() => auth.clear()} />
    case 'anonymous':
      return <SendToLogin isRemembered={state.because === 'no-session'} />
    case 'person':
      return <Outlet />
  }
}
