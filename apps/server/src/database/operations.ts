import type { SqlClient } from './nodes.ts'

/** The identity of an operation: its sender, its client, its id and its field. */
export interface OperationKey {
  readonly caller: string
  readonly clientId: string
  readonly operationId: string
  readonly field: string
}

const operationLifetime = `interval '24 hours'`
const toKeyValues = ({ caller, clientId, operationId, field }: OperationKey) => [caller, clientId, operationId, field]

/** An operation that was executed before. */
export interface ClaimedOperation {
  readonly answer: unknown
  /** A digest of its input; null if it is unknown. */
  readonly content: string | null
}

/**
 * Claims the operation for this transaction; returns null if it is new. Of two concurrent ones the second waits here
 * until the first has committed, and gets its result.
 */
export async function claimOperation(
  db: SqlClient,
  key: OperationKey,
  { now, content }: { readonly now: Date; readonly content: string | null },
): Promise<ClaimedOperation | null> {
  const claimed = await db.query({
    name: 'claim operation',
    text: `insert into operations as known (caller, client_id, op_id, field, at, content) values ($1, $2, $3, $4, $5, $6)
     on conflict (caller, client_id, op_id, field) do update set at = $5, answer = null, content = $6
     where known.at <= $5::timestamptz - ${operationLifetime} returning op_id`,
    values: [...toKeyValues(key), now, content],
  })
  if (claimed.rowCount === 1) return null
  const { rows } = await db.query<ClaimedOperation>(
    'select answer, content from operations where caller = $1 and client_id = $2 and op_id = $3 and field = $4',
    toKeyValues(key),
  )
  return rows[0] ?? null
}

export async function storeOperationAnswer(db: SqlClient, key: OperationKey, answer: unknown): Promise<void> {
  await db.query({
    name: 'store answer',
    text: 'update operations set answer = $5 where caller = $1 and client_id = $2 and op_id = $3 and field = $4',
    values: [...toKeyValues(key), JSON.stringify(answer)],
  })
}

export async function deleteOldOperations(db: SqlClient, now: Date): Promise<number> {
  const { rowCount } = await db.query(`delete from operations where at <= $1::timestamptz - ${operationLifetime}`, [
    now,
  ])
  return rowCount ?? 0
}
