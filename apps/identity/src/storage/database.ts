import { runInTransaction } from '@espalier/postgres'
import type { ClientBase, Pool } from 'pg'

/** The database, or a transaction of it. */
export type SqlClient = Pick<ClientBase | Pool, 'query'>

export interface Db extends SqlClient {
  /** Commits when the work ends, rolls back when it throws. */
  transaction<Value>(work: (tx: SqlClient) => Promise<Value>): Promise<Value>
}

export const openIdentityDatabase = (pool: Pool): Db => ({
  query: pool.query.bind(pool) as Pool['query'],
  transaction: (work) => runInTransaction(pool, work),
})

/** Throws where the database cannot be reached. */
export async function probeDatabase(db: SqlClient): Promise<void> {
  await db.query('select 1')
}

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

const unavailableCodes = /^(08|57P0|53)|^E[A-Z]+$/

/** The database is unavailable for now; the caller may retry. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && unavailableCodes.test(error.code)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message))
