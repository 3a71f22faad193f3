import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'

import type { Log } from '../../ports/log.ts'
import { createWorkerLogger } from './worker-log.ts'

const installLockSql = `hashtextextended('espalier:install-jobs', 0)`

/** Brings the queue's own schema up to date. Several servers may call it at once: one does it, the others wait. */
export async function installJobs(pool: Pool, log: Log): Promise<void> {
  logPoolErrors(pool, log)
  const client = await pool.connect()
  let broken = true
  const hear = () => (broken = true)
  client.on('error', hear)
  try {
    await client.query(`select pg_advisory_lock(${installLockSql})`)
    await runMigrations({ pgPool: pool, logger: createWorkerLogger(log) })
    await client.query(`select pg_advisory_unlock(${installLockSql})`)
    broken = false
  } finally {
    // A connection that still holds the lock would make every other server wait for ever.
    client.off('error', hear)
    client.release(broken)
  }
}

const watchedPools = new WeakSet<Pool>()

/** A lost connection that nobody listens to would end the process. */
export function logPoolErrors(pool: Pool, log: Log): void {
  if (watchedPools.has(pool)) return
  watchedPools.add(pool)
  const note = (error: Error) => {
    // While everything stops, the database may be quicker than the connections to it.
    if (!pool.ending) log.warn({ error: error.message }, 'database connection lost')
  }
  if (pool.listenerCount('error') === 0) pool.on('error', note)
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => client.on('error', note))
}
