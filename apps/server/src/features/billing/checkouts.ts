import { createHash } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import type { Log } from '../../ports/log.ts'
import type { Checkout, Payments } from '../../ports/payments.ts'
import { waitAtMost } from '../../reliability/timeout.ts'
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

/** The checkouts of accounts. An event may be late or lost, so the service itself is asked for their outcome. */
export interface Checkouts {
  /** Takes over the subscription of a checkout that was completed. Throws PaymentsError. */
  syncCompleted(accountId: string): Promise<void>
  /** Does the same when an account is only read: not too often, and a failure is retried the next time. */
  syncCompletedQuietly(accountId: string): Promise<void>
  /** Returns the page of the account's open checkout, or of a new one. Call syncCompleted before. */
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
        log.warn({ err: error }, 'the outcome of a checkout could not be read'),
      )
      await waitAtMost(quietSyncTimeoutMs, settled, () => undefined)
    },
    async open(wanted) {
      const { accountId, trialDays } = wanted
      // The key comes first: a checkout that another press stores from here on is either found or has the same key.
      const idempotencyKey = await createIdempotencyKey(database, wanted)
      const open = await readOpenCheckout(database, accountId)
      if (open !== null && open.trial_days === trialDays) return open.url
      if (open !== null) {
        // The open checkout would give a trial to a person who has had one, or one of another length.
        await payments.expireCheckout(open.id)
        await markCheckoutSettled(database, open.id)
      }
      const opened = await payments.openCheckout({ ...wanted, idempotencyKey })
      return storeOpenedCheckout(database, { accountId, trialDays, ...opened })
    },
  }
}

/** A slow service must not delay the reading of an account; the sync continues in the background. */
const quietSyncTimeoutMs = 2_500

/**
 * Two concurrent presses of the button, even on different servers, count the same checkouts and so get the same key.
 */
async function createIdempotencyKey(database: Database, wanted: CheckoutRequest): Promise<string> {
  const text = JSON.stringify([await countCheckouts(database, wanted.accountId), Object.entries(wanted).sort()])
  return `checkout-${createHash('sha256').update(text).digest('hex')}`
}
