import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/audit.ts'
import type { JobRunners, Jobs } from '../../ports/jobs.ts'
import type { Payments } from '../../ports/payments.ts'
import {
  billingStore,
  dueSubscriptions,
  forgetEvents,
  ownerOf,
  putEnded,
  putSubscription,
  settleAccount,
} from './billing-store.ts'

export interface SyncOptions {
  readonly database: Database
  /** Null: there is no payment service any more; what is left of it is let go. */
  readonly payments: Pick<Payments, 'findSubscription'> | null
  readonly audit: Audit
  readonly jobs: Jobs
}

export interface SubscriptionSyncOptions extends Pick<SyncOptions, 'database' | 'audit'> {
  readonly payments: Pick<Payments, 'findSubscription'>
}

type BillingRunners = Pick<JobRunners, 'sync-subscription' | 'look-at-subscriptions'>

export function billingRunners({ payments, ...options }: SyncOptions): BillingRunners {
  if (payments === null) return { 'sync-subscription': async () => {}, 'look-at-subscriptions': async () => {} }
  const { database, jobs } = options
  return {
    'sync-subscription': createSubscriptionSync({ ...options, payments }),
    async 'look-at-subscriptions'() {
      await forgetEvents(database.pool)
      for (const subscriptionId of await dueSubscriptions(database.pool)) {
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
}: SubscriptionSyncOptions): BillingRunners['sync-subscription'] {
  const store = billingStore(database)
  return async ({ subscriptionId, accountId }) => {
    const askedAt = await store.now()
    const found = await payments.findSubscription(subscriptionId)
    const news = await database.transaction(async ({ client }) => {
      if (found === null) await putEnded(client, subscriptionId, askedAt)
      else await putSubscription(client, found, askedAt)
      const owner = await ownerOf(client, subscriptionId, found?.accountId ?? accountId)
      return owner === null ? null : settleAccount(client, owner)
    })
    if (news !== null) audit({ kind: 'subscription-changed', ...news })
  }
}
