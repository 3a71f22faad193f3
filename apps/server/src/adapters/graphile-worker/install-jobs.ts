import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'

import type { Log } from '../../ports/log.ts'
import { workerLog } from './worker-log.ts'

const lock = `hashtextextended('espalier:install-jobs', 0)`

/** Brings the queue's own schema up to date. Several servers may call it at once: one does it, the others wait. */
export async function installJobs(pool: Pool, log: Log): Promise<void> {
  hearErrors(pool, log)
  const client = await pool.connect()
  let broken = true
  const hear = () => (broken = true)
  client.on('error', hear)
  try {
    await client.query(`select pg_advisory_lock(${lock})`)
    await runMigrations({ pgPool: pool, logger: workerLog(log) })
    await client.query(`select pg_advisory_unlock(${lock})`)
    broken = false
  } finally {
    // A connection that still holds the lock would make every other server wait for ever.
    client.off('error', hear)
    client.release(broken)
  }
}

const heard = new WeakSet<Pool>()

/** A lost connection that nobody listens to would end the process. */
export function hearErrors(pool: Pool, log: Log): void {
  if (heard.has(pool)) return
  heard.add(pool)
  const note = (error: Error) => {
    // While everything stops, the database may be quicker than the connections to it.
    if (!pool.ending) log.warn({ error: error.message }, 'database connection lost')
  }
  if (pool.listenerCount('error') === 0) pool.on('error', note)
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => client.on('error', note))
}
