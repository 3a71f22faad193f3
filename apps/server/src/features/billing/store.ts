import type { ClientBase, Pool } from 'pg'
import type { Database } from '../../database/database.ts'
import type { PaidSubscription } from '../../ports/payments.ts'

export interface BillingStore {
  /** The customer of the account's latest subscription; null if there was none. */
  findCustomerId(accountId: string): Promise<string | null>
  /** The database's clock, which all servers share. */
  readClock(): Promise<Date>
}

export const billingStore = ({ pool }: Database): BillingStore => ({
  async findCustomerId(accountId) {
    const { rows } = await pool.query<{ customer_id: string }>(
      `select customer_id from billing_subscriptions where account_id = $1 ${bestSubscriptionFirst}`,
      [accountId],
    )
    return rows[0]?.customer_id ?? null
  },
  async readClock() {
    const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
    return rows[0]?.now ?? new Date()
  },
})

/** If there are several subscriptions, one that gives access counts first, then the latest. */
const bestSubscriptionFirst = `order by status in ('trialing', 'active') desc, begun_at desc, id limit 1`

/** Returns false if the event was already processed. */
export async function claimPaymentEvent(client: ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query('insert into billing_events (id) values ($1) on conflict do nothing', [id])
  return rowCount === 1
}

/** The service repeats an event for days, not for months. */
export const deleteOldPaymentEvents = (pool: Pool): Promise<unknown> =>
  pool.query(`delete from billing_events where received_at < now() - interval '60 days'`)

/** Overwrites the stored subscription unless the response to a later request was already stored. */
export async function saveSubscription(client: ClientBase, found: PaidSubscription, requestedAt: Date): Promise<void> {
  await client.query(
    `insert into billing_subscriptions (id, customer_id, account_id, status, trial_end, begun_at, asked_at)
     values ($1, $2, null, $3, $4, $5, $6)
     on conflict (id) do update set
       customer_id = excluded.customer_id, status = excluded.status, trial_end = excluded.trial_end,
       begun_at = excluded.begun_at, asked_at = excluded.asked_at
     where billing_subscriptions.asked_at <= excluded.asked_at`,
    [found.id, found.customerId, found.status, found.trialEnd, found.begunAt, requestedAt],
  )
}

/** Marks a subscription that the service no longer has as ended. */
export const markSubscriptionEnded = (client: ClientBase, id: string, requestedAt: Date): Promise<unknown> =>
  client.query(`update billing_subscriptions set status = 'canceled', asked_at = $2 where id = $1 and asked_at <= $2`, [
    id,
    requestedAt,
  ])

/**
 * Finds the owner of a subscription: the stored one, the one named now, or its customer's. All subscriptions of a
 * customer belong to one account.
 */
export async function assignSubscriptionOwner(
  client: ClientBase,
  id: string,
  namedAccountId: string | null,
): Promise<string | null> {
  const { rows } = await client.query<{ account_id: string; customer_id: string }>(
    `select coalesce(this.account_id, named.id, other.account_id) as account_id, this.customer_id
     from billing_subscriptions as this
     left join accounts as named on named.id = $2
     left join billing_subscriptions as other
       on other.customer_id = this.customer_id and other.account_id is not null
     where this.id = $1 and coalesce(this.account_id, named.id, other.account_id) is not null limit 1`,
    [id, namedAccountId],
  )
  const [known] = rows
  if (known === undefined) return null
  await client.query('update billing_subscriptions set account_id = $1 where customer_id = $2 and account_id is null', [
    known.account_id,
    known.customer_id,
  ])
  return known.account_id
}

export interface SubscriptionChange {
  readonly accountId: string
  readonly status: string
}

/** Derives the account's status from its subscriptions. Returns null if nothing changed. */
export async function updateAccountSubscription(
  client: ClientBase,
  accountId: string,
): Promise<SubscriptionChange | null> {
  const before = await client.query<{ subscription_status: string | null }>(
    'select subscription_status from accounts where id = $1 for update',
    [accountId],
  )
  const { rows } = await client.query<{ subscription_status: string }>(
    `update accounts set subscription_status = best.status, trial_end = best.trial_end,
       subscription_id = best.id, updated_at = now()
     from (select * from billing_subscriptions where account_id = $1 ${bestSubscriptionFirst}) as best
     where accounts.id = $1 returning subscription_status`,
    [accountId],
  )
  const status = rows[0]?.subscription_status
  if (status === undefined || status === before.rows[0]?.subscription_status) return null
  return { accountId, status }
}

/** An event may be lost for good: a trial is checked just after its end, and every active subscription once a day. */
export async function readDueSubscriptions(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from billing_subscriptions
     where status not in ('canceled', 'incomplete_expired') and (
       asked_at < now() - interval '1 day' or
       (status = 'trialing' and trial_end < now() and asked_at < now() - interval '5 minutes')
     )
     order by asked_at limit 200`,
  )
  return rows.map(({ id }) => id)
}
