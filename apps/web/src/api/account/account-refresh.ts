import { hasProductAccess } from '@espalier/domain'
import { clock } from '../../platform/timing.ts'
import type { AccountStore } from './account-store.ts'

export interface AccountRefresher {
  /** Resolves when a subscription gives access, or when it was waited for long enough. */
  waitForAccess(): Promise<void>
}

const refreshIntervalMs = 60_000
const trialEndMarginMs = 1_000
const accessPolling = { everyMs: 1_500, times: 40 }

/** Asks again once a minute, when the page is looked at again, and at the very end of a trial. */
export function startAccountRefresh(accounts: AccountStore): AccountRefresher {
  let timer = 0
  const plan = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void look(), msUntilNextRefresh(accounts))
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
    async waitForAccess() {
      for (let time = 0; time < accessPolling.times && !grantsAccess(accounts); time += 1) {
        await new Promise((resolve) => window.setTimeout(resolve, accessPolling.everyMs))
        await accounts.refresh()
      }
    },
  }
}

const readSubscription = (accounts: AccountStore) => {
  const state = accounts.get()
  return state.kind === 'loaded' ? state.account.subscription : null
}

const grantsAccess = (accounts: AccountStore): boolean =>
  hasProductAccess({ identityStatus: null, subscriptionStatus: readSubscription(accounts)?.status ?? null })

function msUntilNextRefresh(accounts: AccountStore): number {
  const subscription = readSubscription(accounts)
  const end = subscription?.status === 'trialing' ? (subscription.trial_end ?? 0) * 1000 : 0
  const left = end - clock.now()
  return left > 0 ? Math.min(refreshIntervalMs, left + trialEndMarginMs) : refreshIntervalMs
}
