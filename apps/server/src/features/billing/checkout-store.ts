import type { Database } from '../../database/database.ts'

export interface CheckoutRow {
  readonly id: string
  readonly url: string
  readonly trial_days: number | null
}

const checkoutColumns = 'id, url, trial_days'

export async function readOpenCheckout({ pool }: Database, accountId: string): Promise<CheckoutRow | null> {
  const { rows } = await pool.query<CheckoutRow>(
    `select ${checkoutColumns} from billing_checkouts where account_id = $1 and settled_at is null`,
    [accountId],
  )
  return rows[0] ?? null
}

/** Also null if the checkout was checked a moment ago. */
export async function claimOpenCheckout({ pool }: Database, accountId: string): Promise<CheckoutRow | null> {
  const { rows } = await pool.query<CheckoutRow>(
    `update billing_checkouts set asked_at = clock_timestamp()
     where account_id = $1 and settled_at is null and asked_at < clock_timestamp() - interval '2 seconds'
     returning ${checkoutColumns}`,
    [accountId],
  )
  return rows[0] ?? null
}

export const markCheckoutSettled = ({ pool }: Database, id: string): Promise<unknown> =>
  pool.query('update billing_checkouts set settled_at = now() where id = $1 and settled_at is null', [id])

export async function countCheckouts({ pool }: Database, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from billing_checkouts where account_id = $1',
    [accountId],
  )
  return rows[0]?.count ?? 0
}

interface StoredCheckout {
  readonly id: string
  readonly url: string
  readonly accountId: string
  readonly trialDays: number | null
}

/** The first stored checkout counts; the second request is sent there, too. */
export async function storeOpenedCheckout(
  database: Database,
  { id, url, accountId, trialDays }: StoredCheckout,
): Promise<string> {
  await database.pool.query(
    `insert into billing_checkouts (id, account_id, url, trial_days) values ($1, $2, $3, $4) on conflict do nothing`,
    [id, accountId, url, trialDays],
  )
  return (await readOpenCheckout(database, accountId))?.url ?? url
}
