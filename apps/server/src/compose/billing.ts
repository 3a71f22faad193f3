import type { FastifyPluginAsync } from 'fastify'
import { jobQueue } from '../adapters/graphile-worker/job-queue.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Accounts } from '../features/account/index.ts'
import {
  billingRoutes,
  billingRunners,
  billingStore,
  createCheckouts,
  createKnownPrice,
  localDesk,
  paidDesk,
  priceRoute,
  webhookRoutes,
} from '../features/billing/index.ts'
import type { Audit } from '../ports/audit.ts'
import type { RecurringJob } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Payments } from '../ports/payments.ts'
import type { Origins } from '../transport/http/origins.ts'

export const billingJobs: readonly RecurringJob[] = [{ name: 'look-at-subscriptions', everyMs: 10 * 60 * 1000 }]

export interface BillingParts {
  readonly config: Config
  readonly database: Database
  readonly origins: Origins
  readonly audit: Audit
  readonly log: Log
}

/** What the durable jobs and the pages both need; the jobs start before the pages are there. */
export async function composeBilling({ config, database, origins, audit, log }: BillingParts) {
  const payments = await paymentsOf(config)
  const jobs = jobQueue(database.pool)
  const checkouts = payments === null ? null : createCheckouts({ database, payments, audit, log })
  return {
    /** Who comes back from a checkout reads the account first: its subscription is known then, without any event. */
    async readAccount(accounts: Accounts, accountId: string) {
      await checkouts?.settleQuietly(accountId)
      return accounts.read(accountId)
    },
    runners: billingRunners({ database, payments, audit, jobs }),
    routes(accounts: Accounts): FastifyPluginAsync[] {
      const price = payments === null ? async () => null : createKnownPrice(payments, log)
      const local = config.billing.kind === 'none' ? null : localDesk({ accounts, audit })
      const store = billingStore(database)
      const pages = billingRoutes({
        accounts,
        desk:
          payments === null || checkouts === null
            ? local
            : paidDesk({ accounts, payments, checkouts, store, price, audit, log }),
        trialDays: config.trialDays,
        productName: config.productName,
        originsOf: (request) => ({ web: origins.webOf(request), api: origins.apiOf(request) }),
      })
      return [pages, priceRoute(price), ...(payments === null ? [] : [webhookRoutes({ database, jobs, payments })])]
    },
  }
}

// The library is heavy, and most servers take no money.
async function paymentsOf({ billing }: Config): Promise<Payments | null> {
  if (billing.kind !== 'stripe') return null
  const { stripePayments } = await import('../adapters/stripe/stripe-payments.ts')
  return stripePayments(billing)
}
