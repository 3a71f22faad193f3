import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/audit.ts'
import type { JobRunners, Jobs } from '../../ports/jobs.ts'
import type { Payments } from '../../ports/payments.ts'
import {
  billingStore,
  readDueSubscriptions,
  deleteOldPaymentEvents,
  assignSubscriptionOwner,
  markSubscriptionEnded,
  saveSubscription,
  updateAccountSubscription,
} from './billing-store.ts'

export interface BillingJobOptions {
  readonly database: Database
  /** Null: there is no payment service any more; what is left of it is let go. */
  readonly payments: Pick<Payments, 'findSubscription'> | null
  readonly audit: Audit
  readonly jobs: Jobs
}

export interface SubscriptionSyncOptions extends Pick<BillingJobOptions, 'database' | 'audit'> {
  readonly payments: Pick<Payments, 'findSubscription'>
}

type BillingJobRunners = Pick<JobRunners, 'sync-subscription' | 'look-at-subscriptions'>

export function billingJobRunners({ payments, ...options }: BillingJobOptions): BillingJobRunners {
  if (payments === null) return { 'sync-subscription': async () => {}, 'look-at-subscriptions': async () => {} }
  const { database, jobs } = options
  return {
    'sync-subscription': createSubscriptionSync({ ...options, payments }),
    async 'look-at-subscriptions'() {
      await deleteOldPaymentEvents(database.pool)
      for (const subscriptionId of await readDueSubscriptions(database.pool)) {
        await jobs.add('sync-subscription', { subscriptionId, accountId: null }, { key: `look-at:${subscriptionId}` })
      }
    },
  }
}

/**
 * Asks for a subscription and overwrites what is known of it. What an event said is not believed: events come late,
 * twice and in any order, while the answer to the latest question is always what holds.
 */
export function createSubscriptionSync({
  database,
  payments,
  audit,
}: SubscriptionSyncOptions): BillingJobRunners['sync-subscription'] {
  const store = billingStore(database)
  return async ({ subscriptionId, accountId }) => {
    const askedAt = await store.readClock()
    const found = await payments.findSubscription(subscriptionId)
    const news = await database.transaction(async ({ client }) => {
      if (found === null) await markSubscriptionEnded(client, subscriptionId, askedAt)
      else await saveSubscription(client, found, askedAt)
      const owner = await assignSubscriptionOwner(client, subscriptionId, found?.accountId ?? accountId)
      return owner === null ? null : updateAccountSubscription(client, owner)
    })
    if (news !== null) audit({ kind: 'subscription-changed', ...news })
  }
}
