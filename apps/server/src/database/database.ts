import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

import type { ServerTables } from './tables.ts'

export interface Transaction {
  readonly db: Kysely<ServerTables>
  /** The connection itself, for what must commit together with the rest, such as a job. */
  readonly client: PoolClient
}

export interface TransactionOptions {
  /** How long it may wait for a lock. Unset: as long as every session of the pool. */
  readonly lockMs?: number
}

export interface Database {
  /** For single statements, which are mostly reads. */
  readonly pool: Pool
  readonly db: Kysely<ServerTables>
  /** Commits when the work ends, rolls back when it throws. */
  transaction<Answer>(work: (tx: Transaction) => Promise<Answer>, options?: TransactionOptions): Promise<Answer>
}

/** The pools stay their owner's: whoever opened them ends them. Transactions may have connections of their own. */
export function openDatabase(pool: Pool, transactionPool: Pool = pool): Database {
  return {
    pool,
    db: new Kysely<ServerTables>({ dialect: new PostgresDialect({ pool }) }),
    transaction: (work, options) => runInTransaction(transactionPool, work, options),
  }
}

async function runInTransaction<Answer>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Answer>,
  { lockMs }: TransactionOptions = {},
): Promise<Answer> {
  const client = await pool.connect()
  let broken = false
  // Unheard, a connection that is lost between two queries would end the process.
  const hear = () => (broken = true)
  client.on('error', hear)
  try {
    await client.query(lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${Math.round(lockMs)}`)
    const answer = await work({ client, db: createClientKysely(client) })
    await client.query('commit')
    return answer
  } catch (error) {
    // A connection that cannot roll back would carry the open transaction to its next user.
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.off('error', hear)
    client.release(broken)
  }
}

function createClientKysely(client: PoolClient): Kysely<ServerTables> {
  const query = client.query.bind(client) as PostgresPoolClient['query']
  const one: PostgresPoolClient = { query, release: () => {} }
  const pool = { connect: () => Promise.resolve(one), end: () => Promise.resolve() }
  return new Kysely<ServerTables>({ dialect: new PostgresDialect({ pool }) })
}
