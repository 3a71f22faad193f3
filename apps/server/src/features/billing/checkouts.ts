import { createHash } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import type { Log } from '../../ports/log.ts'
import type { Checkout, Payments } from '../../ports/payments.ts'
import {
  type CheckoutRow,
  claimOpenCheckout,
  countCheckouts,
  markCheckoutSettled,
  readOpenCheckout,
  storeOpenedCheckout,
} from './checkout-store.ts'
import { createSubscriptionSync, type SubscriptionSyncOptions } from './subscription-sync.ts'

export interface CheckoutsOptions extends Omit<SubscriptionSyncOptions, 'payments'> {
  readonly payments: Payments
  readonly log: Log
}

export type CheckoutRequest = Omit<Checkout, 'idempotencyKey'>

/** The checkouts of accounts. An event may be late or lost, so the service itself is asked what became of them. */
export interface Checkouts {
  /** Takes over the subscription of a checkout that was completed. Throws PaymentsError. */
  syncCompleted(accountId: string): Promise<void>
  /** The same for whoever only reads an account: not too often, and what fails is tried again the next time. */
  syncCompletedQuietly(accountId: string): Promise<void>
  /** The page of the account's open checkout, or of a new one. Call settle before. */
  open(wanted: CheckoutRequest): Promise<string>
}

export function createCheckouts({ log, ...options }: CheckoutsOptions): Checkouts {
  const { database, payments } = options
  const syncSubscription = createSubscriptionSync(options)
  const settleOne = async (accountId: string, { id }: CheckoutRow): Promise<void> => {
    const found = await payments.findCheckout(id)
    if (found?.status === 'open') return
    if (found?.subscriptionId != null) await syncSubscription({ subscriptionId: found.subscriptionId, accountId })
    await markCheckoutSettled(database, id)
  }
  return {
    async syncCompleted(accountId) {
      const open = await readOpenCheckout(database, accountId)
      if (open !== null) await settleOne(accountId, open)
    },
    async syncCompletedQuietly(accountId) {
      const open = await claimOpenCheckout(database, accountId)
      if (open === null) return
      const settled = settleOne(accountId, open).catch((error: unknown) =>
        log.warn({ err: error }, 'what became of a checkout could not be asked for'),
      )
      await waitAtMost(settled, quietSyncTimeoutMs)
    },
    async open(wanted) {
      const { accountId, trialDays } = wanted
      const open = await readOpenCheckout(database, accountId)
      if (open !== null && open.trial_days === trialDays) return open.url
      if (open !== null) {
        // It would give a trial to somebody who has had one, or one of another length.
        await payments.expireCheckout(open.id)
        await markCheckoutSettled(database, open.id)
      }
      const idempotencyKey = await createIdempotencyKey(database, wanted)
      const opened = await payments.openCheckout({ ...wanted, idempotencyKey })
      return storeOpenedCheckout(database, { accountId, trialDays, ...opened })
    },
  }
}

/** A service that is slow must not hold up whoever reads their account; it is settled all the same. */
const quietSyncTimeoutMs = 2_500

async function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Two presses of the button at once, on whichever servers, count the same checkouts and so come to the same key. */
async function createIdempotencyKey(database: Database, wanted: CheckoutRequest): Promise<string> {
  const text = JSON.stringify([await countCheckouts(database, wanted.accountId), Object.entries(wanted).sort()])
  return `checkout-${createHash('sha256').update(text).digest('hex')}`
}
