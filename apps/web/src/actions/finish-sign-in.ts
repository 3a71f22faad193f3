import type { RedirectTarget } from '@espalier/domain'
import { useCallback } from 'react'
import { apiBase, pageConfig } from '../data/config/index.ts'
import type { Flow, NextStep } from '../data/identity/index.ts'
import { auth, rememberNext, takeNext } from '../data/session/index.ts'
import { takeSignInDestination, startTrial, takeChosenPlan } from '../data/sign-in/index.ts'
import { browser } from '../platform/navigation.ts'
import { useGoToDestination } from './arrive.ts'
import { acceptInviteAndReport } from './take-invite.ts'

/** Where the page goes once there is a session: to what was wished for, else home, with the trial of a chosen plan. */
export type FinishSignIn = (flow: Flow | null, plan: string | null, next?: NextStep | null) => Promise<void>

export function useFinishSignIn(): FinishSignIn {
  const goTo = useGoToDestination()
  return useCallback(
    async (flow, plan, next = null) => {
      const wish = flow === null ? takeNext() : takeSignInDestination(flow)
      if (wish?.kind === 'service') {
        browser.assign(wish.url)
        return
      }
      const chosen = takeChosenPlan() ?? plan
      await refreshSession()
      await acceptInviteAndReport()
      const destination = wish ?? (await resolveHome(chosen))
      if (next?.kind !== 'verification') goTo(destination)
      else {
        // The page of the code goes on to it, with or without the code.
        rememberNext(destination.kind === 'path' ? destination.path : destination.url)
        goTo({ kind: 'path', path: `/verification?flow=${encodeURIComponent(next.flowId)}` })
      }
    },
    [goTo],
  )
}

// Without its trial, `trial=1` would promise what did not happen.
async function resolveHome(plan: string | null): Promise<RedirectTarget> {
  // What costs something later is begun by the person alone, on a page that says so.
  if (plan && pageConfig().features.billing === 'stripe') return { kind: 'url', url: `${apiBase()}/trial` }
  return { kind: 'path', path: plan && (await startTrial()) ? '/projects?trial=1' : '/projects' }
}

async function refreshSession(): Promise<void> {
  const known = await auth.check()
  // That check may have been under way since before the sign-in.
  if (known.kind === 'anonymous') await auth.check()
}
