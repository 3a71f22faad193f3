import { createHash } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import type { Log } from '../../ports/log.ts'
import type { Checkout, Payments } from '../../ports/payments.ts'
import { createSubscriptionSync, type SubscriptionSyncOptions } from './subscription-sync.ts'

export interface CheckoutsOptions extends Omit<SubscriptionSyncOptions, 'payments'> {
  readonly payments: Payments
  readonly log: Log
}

export type CheckoutRequest = Omit<Checkout, 'idempotencyKey'>

/** The checkouts of accounts. An event may be late or lost, so the service itself is asked what became of them. */
export interface Checkouts {
  /** Takes over the subscription of a checkout that was completed. Throws PaymentsFailed. */
  syncCompleted(accountId: string): Promise<void>
  /** The same for whoever only reads an account: not too often, and what fails is tried again the next time. */
  syncCompletedQuietly(accountId: string): Promise<void>
  /** The page of the account's open checkout, or of a new one. Call settle before. */
  open(wanted: CheckoutRequest): Promise<string>
}

interface CheckoutRow {
  readonly id: string
  readonly url: string
  readonly trial_days: number | null
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

const checkoutColumns = 'id, url, trial_days'

async function readOpenCheckout({ pool }: Database, accountId: string): Promise<CheckoutRow | null> {
  const { rows } = await pool.query<CheckoutRow>(
    `select ${checkoutColumns} from billing_checkouts where account_id = $1 and settled_at is null`,
    [accountId],
  )
  return rows[0] ?? null
}

/** Null too where it was asked for a moment ago. */
async function claimOpenCheckout({ pool }: Database, accountId: string): Promise<CheckoutRow | null> {
  const { rows } = await pool.query<CheckoutRow>(
    `update billing_checkouts set asked_at = clock_timestamp()
     where account_id = $1 and settled_at is null and asked_at < clock_timestamp() - interval '2 seconds'
     returning ${checkoutColumns}`,
    [accountId],
  )
  return rows[0] ?? null
}

const markCheckoutSettled = ({ pool }: Database, id: string): Promise<unknown> =>
  pool.query('update billing_checkouts set settled_at = now() where id = $1 and settled_at is null', [id])

/** Two presses of the button at once, on whichever servers, count the same checkouts and so come to the same key. */
async function createIdempotencyKey({ pool }: Database, wanted: CheckoutRequest): Promise<string> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from billing_checkouts where account_id = $1',
    [wanted.accountId],
  )
  const text = JSON.stringify([rows[0]?.count ?? 0, Object.entries(wanted).sort()])
  return `checkout-${createHash('sha256').update(text).digest('hex')}`
}

interface StoredCheckout {
  readonly id: string
  readonly url: string
  readonly accountId: string
  readonly trialDays: number | null
}

/** The first that is stored counts: who was second is sent there too. */
async function storeOpenedCheckout(
  database: Database,
  { id, url, accountId, trialDays }: StoredCheckout,
): Promise<string> {
  await database.pool.query(
    `insert into billing_checkouts (id, account_id, url, trial_days) values ($1, $2, $3, $4) on conflict do nothing`,
    [id, accountId, url, trialDays],
  )
  return (await readOpenCheckout(database, accountId))?.url ?? url
}
