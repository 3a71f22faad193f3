import type { SqlClient } from '../../database/nodes.ts'

// The table holds digests of addresses, so that nobody who reads it learns who wants no mail.

export async function isUnsubscribed(db: SqlClient, addressHash: string): Promise<boolean> {
  const { rowCount } = await db.query('select from mail_refusals where address_hash = $1', [addressHash])
  return rowCount === 1
}

export async function storeUnsubscribe(db: SqlClient, addressHash: string): Promise<void> {
  await db.query('insert into mail_refusals (address_hash) values ($1) on conflict do nothing', [addressHash])
}
