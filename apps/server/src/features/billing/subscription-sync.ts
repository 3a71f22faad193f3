import type { FastifyPluginAsync } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import type { Database } from '../../database/database.ts'
import type { JobRunners, Jobs } from '../../ports/jobs.ts'
import type { Audit } from '../../ports/log.ts'
import { ForgedEventError, type PaymentEvent, type Payments } from '../../ports/payments.ts'
import { requestTexts } from '../../texts/requests.ts'
import {
  assignSubscriptionOwner,
  billingStore,
  claimPaymentEvent,
  deleteOldPaymentEvents,
  markSubscriptionEnded,
  readDueSubscriptions,
  saveSubscription,
  updateAccountSubscription,
} from './store.ts'

interface BillingJobOptions {
  readonly database: Database
  /** Null if the payment service was removed; leftover jobs are dropped. */
  readonly payments: Pick<Payments, 'findSubscription'> | null
  readonly audit: Audit
  readonly jobs: Jobs
}

export interface SubscriptionSyncOptions extends Pick<BillingJobOptions, 'database' | 'audit'> {
  readonly payments: Pick<Payments, 'findSubscription'>
}

type BillingJobRunners = Pick<JobRunners, 'sync-subscription' | 'refresh-subscriptions'>

export function billingJobRunners({ payments, ...options }: BillingJobOptions): BillingJobRunners {
  if (payments === null) return { 'sync-subscription': async () => {}, 'refresh-subscriptions': async () => {} }
  const { database, jobs } = options
  return {
    'sync-subscription': createSubscriptionSync({ ...options, payments }),
    async 'refresh-subscriptions'() {
      await deleteOldPaymentEvents(database.pool)
      for (const subscriptionId of await readDueSubscriptions(database.pool)) {
        await jobs.add('sync-subscription', { subscriptionId, accountId: null }, { key: `look-at:${subscriptionId}` })
      }
    },
  }
}

/**
 * Requests a subscription and overwrites the stored one. The content of an event is not trusted: events come late,
 * twice and in any order, while the response to the latest request is always current.
 */
export function createSubscriptionSync({
  database,
  payments,
  audit,
}: SubscriptionSyncOptions): BillingJobRunners['sync-subscription'] {
  const store = billingStore(database)
  return async ({ subscriptionId, accountId }) => {
    const requestedAt = await store.readClock()
    const found = await payments.findSubscription(subscriptionId)
    const changed = await database.transaction(async ({ client }) => {
      if (found === null) await markSubscriptionEnded(client, subscriptionId, requestedAt)
      else await saveSubscription(client, found, requestedAt)
      const owner = await assignSubscriptionOwner(client, subscriptionId, found?.accountId ?? accountId)
      return owner === null ? null : updateAccountSubscription(client, owner)
    })
    if (changed !== null) audit({ kind: 'subscription-changed', ...changed })
  }
}

interface PaymentWebhookOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly payments: Pick<Payments, 'readEvent'>
}

const webhookBodyLimit = 1024 * 1024

/** Receives the events of the payment service. It answers quickly, because a job does the work. */
export const paymentWebhookRoutes =
  ({ database, jobs, payments }: PaymentWebhookOptions): FastifyPluginAsync =>
  async (app) => {
    // The signature covers the raw bytes, so that parsing and serializing them would break it.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post('/billing/webhook', { bodyLimit: webhookBodyLimit }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = readPaymentEvent(payments, body, typeof signature === 'string' ? signature : '')
      await enqueuePaymentEvent(database, jobs, event)
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  }

function readPaymentEvent(payments: PaymentWebhookOptions['payments'], body: Buffer, signature: string): PaymentEvent {
  try {
    return payments.readEvent(body, signature)
  } catch (error) {
    if (!(error instanceof ForgedEventError)) throw error
    throw new ApiError('BAD_USER_INPUT', requestTexts.badSignature)
  }
}

/** Stores the event and its job together: an accepted event without a job would never be sent again. */
const enqueuePaymentEvent = (
  database: Database,
  jobs: Jobs,
  { id, subscriptionId, accountId }: PaymentEvent,
): Promise<void> =>
  database.transaction(async ({ client }) => {
    if (subscriptionId === null || !(await claimPaymentEvent(client, id))) return
    await jobs.add('sync-subscription', { subscriptionId, accountId }, { tx: client })
  })
