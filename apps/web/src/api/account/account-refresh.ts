import { hasProductAccess } from '@espalier/domain'
import { clock } from '../../platform/timing.ts'
import type { AccountStore } from './account-store.ts'

export interface AccountRefresher {
  /** Resolves when a subscription grants access, or when the wait times out. */
  waitForAccess(): Promise<void>
}

const refreshIntervalMs = 60_000
const trialEndMarginMs = 1_000
const accessPolling = { everyMs: 1_500, times: 40 }

/** Refetches once a minute, when the page becomes visible again, and at the end of a trial. */
export function startAccountRefresh(accounts: AccountStore): AccountRefresher {
  let timer = 0
  const plan = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void refreshIfVisible(), msUntilNextRefresh(accounts))
  }
  const refreshIfVisible = async () => {
    // A hidden page skips the refresh; it is refreshed as soon as it is visible.
    if (!document.hidden) await accounts.refresh()
    plan()
  }
  document.addEventListener('visibilitychange', () => void refreshIfVisible())
  window.addEventListener('online', () => void refreshIfVisible())
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
