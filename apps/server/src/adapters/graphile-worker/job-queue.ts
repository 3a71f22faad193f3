import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobName, Jobs, RecurringJob } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'

/** After the n-th attempt a job waits e^n seconds, at most six hours: twelve attempts cover most of a day. */
const maxAttemptsByJob: Readonly<Record<JobName, number>> = {
  // The job itself requeues mail that the mail server refuses; these attempts are for a database outage.
  'send-mail': 5,
  'sync-subscription': 12,
  'refresh-subscriptions': 3,
  // The next day's run does what this one could not.
  'purge-trash': 8,
  'forget-operations': 8,
  'trim-change-log': 8,
  'forget-rates': 8,
  'forget-audit-log': 8,
  'forget-sharing': 8,
  // The next run, seconds later, does the same.
  'end-lost-breakdowns': 1,
  'forget-imports': 8,
  // The next run, a minute later, does the same.
  'index-search': 1,
  'mail-notifications': 3,
  'notify-due-dates': 3,
  'forget-notifications': 3,
  // The next run, ten minutes later, does the same.
  'delete-accounts': 1,
  // The job itself postpones what the tracker refuses; these attempts are for a database outage.
  'sync-tracker': 12,
  // The next run, a minute later, does the same.
  'poll-trackers': 1,
}

/** Logs the library's messages without their metadata: a job's payload may contain a recovery code. */
export const createWorkerLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    // The job's own events log a failed attempt, without the payload and the stack.
    if (meta?.['failure'] === true) return
    const line = `jobs: ${message}`
    if (level === 'error') log.error({}, line)
    else if (level === 'warning') log.warn({}, line)
    else log.debug({}, line)
  })

const installLockSql = `hashtextextended('espalier:install-jobs', 0)`

/** Updates the queue's own schema. Several servers may call it at once: one does the work, the others wait. */
export async function installJobs(pool: Pool, log: Log): Promise<void> {
  logPoolErrors(pool, log)
  const client = await pool.connect()
  let broken = true
  const markBroken = () => (broken = true)
  client.on('error', markBroken)
  try {
    await client.query(`select pg_advisory_lock(${installLockSql})`)
    await runMigrations({ pgPool: pool, logger: createWorkerLogger(log) })
    await client.query(`select pg_advisory_unlock(${installLockSql})`)
    broken = false
  } finally {
    // A connection that still holds the lock would block every other server forever.
    client.off('error', markBroken)
    client.release(broken)
  }
}

const watchedPools = new WeakSet<Pool>()

/** A lost connection without an error listener would end the process. */
export function logPoolErrors(pool: Pool, log: Log): void {
  if (watchedPools.has(pool)) return
  watchedPools.add(pool)
  const logError = (error: Error) => {
    // During shutdown the database may close before its connections.
    if (!pool.ending) log.warn({ error: error.message }, 'database connection lost')
  }
  if (pool.listenerCount('error') === 0) pool.on('error', logError)
  if (pool.listenerCount('connect') === 0) pool.on('connect', (client) => client.on('error', logError))
}

/** Only adds jobs; the workers of any server run them. */
export const createJobQueue = (pool: Pool): Jobs => ({
  async add(name, payload, options = {}) {
    await (options.tx ?? pool).query(
      `select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4, max_attempts => $5, queue_name => $6)`,
      [
        name,
        JSON.stringify(payload),
        options.runAt ?? null,
        options.key ?? null,
        maxAttemptsByJob[name],
        options.queue ?? null,
      ],
    )
  },
})

/**
 * Queues due jobs. If several servers check at the same moment, one of them finds the job due. One statement records
 * the run and adds the job, so that a server that dies in between leaves both or neither.
 */
export async function queueDueJobs(pool: Pool, recurring: readonly RecurringJob[]): Promise<void> {
  for (const { name, everyMs } of recurring) {
    await pool.query(
      `with due as (
         insert into recurring_jobs as known (name, last_at) values ($1::text, now())
         on conflict (name) do update set last_at = now()
         where known.last_at <= now() - make_interval(secs => $2)
         returning name
       )
       select graphile_worker.add_job($1::text, '{}'::json, job_key => 'recurring:' || $1::text, max_attempts => $3) from due`,
      [name, everyMs / 1000, maxAttemptsByJob[name]],
    )
  }
}
