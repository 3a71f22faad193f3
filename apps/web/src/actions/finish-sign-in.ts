import { useCallback } from 'react'
import type { Flow } from '../data/identity/index.ts'
import { auth, takeNext } from '../data/session/index.ts'
import { onwardFrom, startTrial, takePlan } from '../data/sign-in/index.ts'
import { browser } from '../platform/navigation.ts'
import { useGoTo } from './arrive.ts'

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
      goTo(wish ?? { kind: 'path', path: await homeWith(chosen) })
    },
    [goTo],
  )
}

// Without its trial, `trial=1` would promise what did not happen.
const homeWith = async (plan: string | null): Promise<string> =>
  plan && (await startTrial()) ? '/projects?trial=1' : '/projects'

async function learnWhoSignedIn(): Promise<void> {
  const known = await auth.check()
  // That check may have been under way since before the sign-in.
  if (known.kind === 'anonymous') await auth.check()
}
