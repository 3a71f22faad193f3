import { attemptLifespanMs } from './back-off.ts'
import type { SqlClient } from './database.ts'

/** Limits one sweep, so that it never blocks the database for long; the next sweep continues. */
const sweepBatchSize = 10_000
/** Keeps an expired flow for a while, so that a late submit gets a replacement instead of a 404. */
const flowGraceMs = 24 * 3_600_000
const errorLifespanMs = 24 * 3_600_000

/** Deletes expired records, a bounded number at a time. */
export async function deleteExpiredRecords(db: SqlClient, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await deleteBatch(db, { table: 'sessions', key: 'id', time: 'expires_at' }, now)
  await deleteBatch(db, { table: 'flows', key: 'id', time: 'expires_at' }, before(flowGraceMs))
  await deleteBatch(db, { table: 'continuity', key: 'id', time: 'expires_at' }, now)
  await deleteBatch(db, { table: 'errors', key: 'id', time: 'created_at' }, before(errorLifespanMs))
  await deleteBatch(db, { table: 'attempts', key: 'scope, key_hash', time: 'last_at' }, before(attemptLifespanMs))
}

interface SweptTable {
  readonly table: 'sessions' | 'flows' | 'continuity' | 'errors' | 'attempts'
  readonly key: 'id' | 'scope, key_hash'
  readonly time: 'expires_at' | 'created_at' | 'last_at'
}

async function deleteBatch(db: SqlClient, { table, key, time }: SweptTable, before: Date): Promise<void> {
  await db.query(
    `delete from identity.${table} where (${key}) in (select ${key} from identity.${table} where ${time} < $1 limit $2)`,
    [before, sweepBatchSize],
  )
}
