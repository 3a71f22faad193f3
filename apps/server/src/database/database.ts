import { type MigrationSet, runInTransaction, type TransactionOptions } from '@espalier/postgres'
import type { Pool, PoolClient } from 'pg'

export const serverMigrations: MigrationSet = { name: 'server', folder: new URL('../../migrations/', import.meta.url) }

export interface Transaction {
  /** The connection of the transaction: what runs on it commits together, a job that is queued included. */
  readonly client: PoolClient
}

export interface Database {
  /** For single statements, which are mostly reads. */
  readonly pool: Pool
  /** Commits when the work ends and rolls back when it throws. */
  transaction<Answer>(work: (tx: Transaction) => Promise<Answer>, options?: TransactionOptions): Promise<Answer>
}

/** The caller owns the pools and ends them. Transactions may use a separate pool. */
export function openDatabase(pool: Pool, transactionPool: Pool = pool): Database {
  return {
    pool,
    transaction: (work, options) => runInTransaction(transactionPool, (client) => work({ client }), options),
  }
}
