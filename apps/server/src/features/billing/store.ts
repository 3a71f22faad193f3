import type { ClientBase, Pool } from 'pg'
import type { Database } from '../../database/database.ts'
import type { PaidSubscription } from '../../ports/payments.ts'

export interface BillingStore {
  /** The customer of the account's latest subscription; null where there was none. */
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

/** Of several, the one that gives access counts, then the latest. */
const bestSubscriptionFirst = `order by status in ('trialing', 'active') desc, begun_at desc, id limit 1`

/** False: taken before. */
export async function claimPaymentEvent(client: ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query('insert into billing_events (id) values ($1) on conflict do nothing', [id])
  return rowCount === 1
}

/** The service repeats an event for days, not for months. */
export const deleteOldPaymentEvents = (pool: Pool): Promise<unknown> =>
  pool.query(`delete from billing_events where received_at < now() - interval '60 days'`)

/** Overwrites what is known of a subscription, unless a later question has been answered already. */
export async function saveSubscription(client: ClientBase, found: PaidSubscription, askedAt: Date): Promise<void> {
  await client.query(
    `insert into billing_subscriptions (id, customer_id, account_id, status, trial_end, begun_at, asked_at)
     values ($1, $2, null, $3, $4, $5, $6)
     on conflict (id) do update set
       customer_id = excluded.customer_id, status = excluded.status, trial_end = excluded.trial_end,
       begun_at = excluded.begun_at, asked_at = excluded.asked_at
     where billing_subscriptions.asked_at <= excluded.asked_at`,
    [found.id, found.customerId, found.status, found.trialEnd, found.begunAt, askedAt],
  )
}

/** The service does not have it any more. */
export const markSubscriptionEnded = (client: ClientBase, id: string, askedAt: Date): Promise<unknown> =>
  client.query(`update billing_subscriptions set status = 'canceled', asked_at = $2 where id = $1 and asked_at <= $2`, [
    id,
    askedAt,
  ])

/** Whose a subscription is: as it is known, as is said now, or its customer's. All of a customer's are one account's. */
export async function assignSubscriptionOwner(
  client: ClientBase,
  id: string,
  said: string | null,
): Promise<string | null> {
  const { rows } = await client.query<{ account_id: string; customer_id: string }>(
    `select coalesce(this.account_id, named.id, other.account_id) as account_id, this.customer_id
     from billing_subscriptions as this
     left join accounts as named on named.id = $2
     left join billing_subscriptions as other
       on other.customer_id = this.customer_id and other.account_id is not null
     where this.id = $1 and coalesce(this.account_id, named.id, other.account_id) is not null limit 1`,
    [id, said],
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

/** What the account's subscriptions come to is what the account has. Null: nothing new. */
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

/** An event may be lost for good: a trial is looked at just after its end, and all that lives once a day. */
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
