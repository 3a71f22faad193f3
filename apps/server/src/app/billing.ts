import type { FastifyPluginAsync } from 'fastify'
import { createJobQueue } from '../adapters/graphile-worker/job-queue.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Accounts } from '../features/account/index.ts'
import { billingPriceRoute, billingRoutes, createPriceCache } from '../features/billing/billing-routes.ts'
import { createCheckouts } from '../features/billing/checkouts.ts'
import { createLocalBillingPages } from '../features/billing/local-billing.ts'
import { createPaidBillingPages } from '../features/billing/paid-billing.ts'
import { billingStore } from '../features/billing/store.ts'
import { billingJobRunners, paymentWebhookRoutes } from '../features/billing/subscription-sync.ts'
import type { RecurringJob } from '../ports/jobs.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { Payments } from '../ports/payments.ts'
import type { Origins } from '../transport/http/origins.ts'

export const billingJobs: readonly RecurringJob[] = [{ name: 'refresh-subscriptions', everyMs: 10 * 60 * 1000 }]

export interface BillingParts {
  readonly config: Config
  readonly database: Database
  /** With connections that requests do not wait for. */
  readonly jobDatabase: Database
  readonly origins: Origins
  readonly audit: Audit
  readonly log: Log
}

/** Composes what both the durable jobs and the pages need; the jobs start before the pages exist. */
export async function composeBilling({ config, database, jobDatabase, origins, audit, log }: BillingParts) {
  const payments = await createPayments(config)
  const jobs = createJobQueue(database.pool)
  const checkouts = payments === null ? null : createCheckouts({ database, payments, audit, log })
  return {
    /**
     * A person who returns from a checkout reads the account first, so that the subscription is known without any
     * event.
     */
    async readAccount(accounts: Accounts, accountId: string) {
      await checkouts?.syncCompletedQuietly(accountId)
      return accounts.read(accountId)
    },
    runners: billingJobRunners({
      database: jobDatabase,
      payments,
      audit,
      jobs: createJobQueue(jobDatabase.pool),
    }),
    routes(accounts: Accounts): FastifyPluginAsync[] {
      const price = payments === null ? async () => null : createPriceCache(payments, log)
      const local = config.billing.kind === 'none' ? null : createLocalBillingPages({ accounts, audit })
      const store = billingStore(database)
      const pages = billingRoutes({
        accounts,
        pages:
          payments === null || checkouts === null
            ? local
            : createPaidBillingPages({ accounts, payments, checkouts, store, price, audit, log }),
        trialDays: config.trialDays,
        productName: config.productName,
        readOrigins: (request) => ({ web: origins.webOriginFor(request), api: origins.apiOriginFor(request) }),
      })
      return [
        pages,
        billingPriceRoute(price),
        ...(payments === null ? [] : [paymentWebhookRoutes({ database, jobs, payments })]),
      ]
    },
  }
}

// The library is large, and most servers have no billing.
async function createPayments({ billing }: Config): Promise<Payments | null> {
  if (billing.kind !== 'stripe') return null
  const { createStripePayments: stripePayments } = await import('../adapters/stripe/stripe-payments.ts')
  return stripePayments(billing)
}
