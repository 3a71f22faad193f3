import { useCallback } from 'react'
import type { Flow } from '../data/identity/index.ts'
import { auth, takeNext } from '../data/session/index.ts'
import { homeFor, onwardFrom } from '../data/sign-in/index.ts'
import { browser } from '../platform/navigation.ts'
import { useGoTo } from './arrive.ts'

/** Where the page goes once there is a session. Without a flow, because one was there already: to `next`, or home. */
export function useFinishSignIn(): (flow: Flow | null, plan: string | null) => Promise<void> {
  const goTo = useGoTo()
  return useCallback(
    async (flow, plan) => {
      const onward = flow === null ? (takeNext() ?? { kind: 'path', path: homeFor(null) }) : onwardFrom(flow, plan)
      if (onward.kind === 'service') {
        browser.assign(onward.url)
        return
      }
      await learnWhoSignedIn()
      goTo(onward)
    },
    [goTo],
  )
}

async function learnWhoSignedIn(): Promise<void> {
  const known = await auth.check()
  // That check may have been under way since before the sign-in.
  if (known.kind === 'anonymous') await auth.check()
}
