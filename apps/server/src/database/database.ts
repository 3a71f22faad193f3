import type { MigrationSet } from '@espalier/postgres'
import type { Pool, PoolClient } from 'pg'

export const serverMigrations: MigrationSet = { name: 'server', folder: new URL('../../migrations/', import.meta.url) }

export interface Transaction {
  /** The connection of the transaction: what runs on it commits together, a job that is queued included. */
  readonly client: PoolClient
}

interface TransactionOptions {
  /** How long it may wait for a lock. Unset: as long as every session of the pool. */
  readonly lockMs?: number
}

export interface Database {
  /** For single statements, which are mostly reads. */
  readonly pool: Pool
  /** Commits when the work ends, rolls back when it throws. */
  transaction<Answer>(work: (tx: Transaction) => Promise<Answer>, options?: TransactionOptions): Promise<Answer>
}

/** The pools stay their owner's: whoever opened them ends them. Transactions may have connections of their own. */
export function openDatabase(pool: Pool, transactionPool: Pool = pool): Database {
  return {
    pool,
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
    const answer = await work({ client })
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

interface SqlColumns {
  /** `a, b` */
  readonly names: string
  /** `$1, $2` */
  readonly places: string
  /** `a = $1, b = $2` */
  readonly assignments: string
  readonly values: unknown[]
}

/**
 * The parts of a statement whose columns are known only when it runs. What is undefined is left out. The names become SQL,
 * so they must be columns that the program chose, never words of a caller.
 */
export function toSqlColumns(columns: object, firstPlace = 1): SqlColumns {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined)
  const places = entries.map((_, at) => `$${at + firstPlace}`)
  return {
    names: entries.map(([name]) => name).join(', '),
    places: places.join(', '),
    assignments: entries.map(([name], at) => `${name} = ${places[at]}`).join(', '),
    values: entries.map(([, value]) => value),
  }
}
