import type { FastifyPluginAsync } from 'fastify'

import type { Database } from '../../database/database.ts'
import type { Jobs } from '../../ports/jobs.ts'
import { ForgedEventError, type PaymentEvent, type Payments } from '../../ports/payments.ts'
import { ApiError } from '../../transport/api-error.ts'
import { claimPaymentEvent } from './billing-store.ts'

export interface PaymentWebhookOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly payments: Pick<Payments, 'readEvent'>
}

const webhookBodyLimit = 1024 * 1024

/** Where the payment service tells what happened. The answer is quick: what follows from it is a job. */
export const paymentWebhookRoutes =
  ({ database, jobs, payments }: PaymentWebhookOptions): FastifyPluginAsync =>
  async (app) => {
    // The signature is of the bytes: whatever reads and writes them anew breaks it.
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
    throw new ApiError('BAD_USER_INPUT', 'The signature does not fit')
  }
}

/** Together or not at all: an event that is taken and leads to nothing would never be told again. */
const enqueuePaymentEvent = (database: Database, jobs: Jobs, { id, subscriptionId, accountId }: PaymentEvent): Promise<void> =>
  database.transaction(async ({ client }) => {
    if (subscriptionId === null || !(await claimPaymentEvent(client, id))) return
    await jobs.add('sync-subscription', { subscriptionId, accountId }, { tx: client })
  })
