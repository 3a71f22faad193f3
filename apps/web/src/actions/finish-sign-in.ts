import type { Destination } from '@espalier/domain'
import { useCallback } from 'react'
import { apiBase, pageConfig } from '../data/config/index.ts'
import type { Flow } from '../data/identity/index.ts'
import { auth, takeNext } from '../data/session/index.ts'
import { onwardFrom, startTrial, takePlan } from '../data/sign-in/index.ts'
import { browser } from '../platform/navigation.ts'
import { useGoTo } from './arrive.ts'
import { takeInvite } from './take-invite.ts'

/** Where the page goes once there is a session: to what was wished for, else home, with the trial of a chosen plan. */
export function useFinishSignIn(): (flow: Flow | null, plan: string | null) => Promise<void> {
  const goTo = useGoTo()
  return useCallback(
    async (flow, plan) => {
      const wish = flow === null ? takeNext() : onwardFrom(flow)
      if (wish?.kind === 'service') {
        browser.assign(wish.url)
        return
      }
      const chosen = takePlan() ?? plan
      await learnWhoSignedIn()
      await takeInvite()
      goTo(wish ?? (await homeWith(chosen)))
    },
    [goTo],
  )
}

// Without its trial, `trial=1` would promise what did not happen.
async function homeWith(plan: string | null): Promise<Destination> {
  // What costs something later is begun by the person alone, on a page that says so.
  if (plan && pageConfig().features.billing === 'stripe') return { kind: 'url', url: `${apiBase()}/trial` }
  return { kind: 'path', path: plan && (await startTrial()) ? '/projects?trial=1' : '/projects' }
}

async function learnWhoSignedIn(): Promise<void> {
  const known = await auth.check()
  // That check may have been under way since before the sign-in.
  if (known.kind === 'anonymous') await auth.check()
}
