import type { Pool, PoolClient } from 'pg'

export interface TransactionOptions {
  /** How long it may wait for a lock. If unset, the default of the pool's sessions applies. */
  readonly lockMs?: number
}

/** Commits when the work ends, rolls back when it throws. */
export async function runInTransaction<Value>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Value>,
  { lockMs }: TransactionOptions = {},
): Promise<Value> {
  const client = await pool.connect()
  let isBroken = false
  // Without a listener, a connection that is lost between two queries would end the process.
  const onError = () => (isBroken = true)
  client.on('error', onError)
  try {
    await client.query(lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${Math.round(lockMs)}`)
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    // A connection that cannot roll back would carry the open transaction to its next user.
    await client.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    client.off('error', onError)
    client.release(isBroken)
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
 * The parts of a statement whose columns are known only when it runs. Undefined values are left out. The names become
 * SQL, so they must be columns that the program chose, never words of a caller.
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
