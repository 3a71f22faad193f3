import { hasProductAccess } from '@espalier/domain'
import { clock } from '../../platform/clock.ts'
import type { AccountStore } from './account-store.ts'

export interface Keeping {
  /** Resolves when a subscription gives access, or when it was waited for long enough. */
  awaitAccess(): Promise<void>
}

const everyMs = 60_000
const leastMs = 1_000
const awaited = { everyMs: 1_500, times: 40 }

/** Asks again once a minute, when the page is looked at again, and at the very end of a trial. */
export function keepFresh(accounts: AccountStore): Keeping {
  let timer = 0
  const plan = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void look(), untilNext(accounts))
  }
  const look = async () => {
    // Nobody sees it, and it is looked at as soon as somebody does.
    if (!document.hidden) await accounts.refresh()
    plan()
  }
  document.addEventListener('visibilitychange', () => void look())
  window.addEventListener('online', () => void look())
  plan()
  return {
    async awaitAccess() {
      for (let time = 0; time < awaited.times && !givesAccess(accounts); time += 1) {
        await new Promise((resolve) => window.setTimeout(resolve, awaited.everyMs))
        await accounts.refresh()
      }
    },
  }
}

const subscriptionIn = (accounts: AccountStore) => {
  const state = accounts.get()
  return state.kind === 'loaded' ? state.account.subscription : null
}

const givesAccess = (accounts: AccountStore): boolean =>
  hasProductAccess({ identityStatus: null, subscriptionStatus: subscriptionIn(accounts)?.status ?? null })

function untilNext(accounts: AccountStore): number {
  const subscription = subscriptionIn(accounts)
  const end = subscription?.status === 'trialing' ? (subscription.trial_end ?? 0) * 1000 : 0
  const left = end - clock.now()
  return left > 0 ? Math.min(everyMs, left + leastMs) : everyMs
}
