import { EventEmitter } from 'node:events'
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type { JobRunners, Jobs, RecurringJob } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { createJobQueue, createWorkerLogger, installJobs, logPoolErrors, queueDueJobs } from './job-queue.ts'

export interface JobsOptions {
  readonly pool: Pool
  /** Jobs of a name that has no runner here are left to other servers. */
  readonly runners: Partial<JobRunners>
  readonly recurring?: readonly RecurringJob[]
  readonly log: Log
  /** How many jobs run at once. The pool needs one connection more than that, for listening. */
  readonly concurrency?: number
  /** How often it looks for jobs that came due; new ones are announced. */
  readonly pollMs?: number
  /** How often it looks for jobs whose server died, and for recurring ones that are due. */
  readonly reclaimMs?: number
  /** How long a stop waits for jobs that are running. */
  readonly stopMs?: number
}

const workerLockSql = (id: string) => `hashtextextended('espalier:jobs:' || ${id}, 0)`

/** Says on this connection, for as long as it lives, that the workers of this id live. */
async function holdWorkerLock(client: PoolClient, workersId: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${workerLockSql('$1::text')})`, [workersId])
}

/**
 * Frees the jobs whose workers are gone, and answers how many groups of workers that were. The library itself frees a
 * job only four hours after its server was killed.
 */
async function reclaimJobs(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`
    with holders as materialized (
      select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
    ), gone as materialized (
      select id from holders where pg_try_advisory_xact_lock(${workerLockSql('id')})
    )
    select id, graphile_worker.force_unlock_workers(array[id]) from gone`)
  return rowCount ?? 0
}

/** Frees what these workers hold, once they have ended. */
async function releaseJobs(pool: Pool, workersId: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1::text])', [workersId])
}

/** A job that was given up keeps its payload for a week, so that an operator can look at it. */
async function deleteGivenUpJobs(pool: Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
    ))`)
}

interface JobWorkers {
  readonly id: string
  /** Settles when they have stopped, of themselves or asked to; never rejects. */
  readonly ended: Promise<void>
  wake(): void
  stop(withinMs: number): Promise<void>
}

function startJobWorkers({ pool, runners, log, concurrency = 4, pollMs = 2_000 }: JobsOptions): JobWorkers {
  const events: WorkerEvents = new EventEmitter()
  logJobFailures(events, log)
  const workers = runTaskList(
    {
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: createWorkerLogger(log),
      events,
      preset: { plugins: [waitForLockPlugin(events, log)], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    toTaskList(runners),
    pool,
  )
  const ended = workers.promise.catch((error: unknown) => log.error({ error: String(error) }, 'job workers failed'))
  return {
    id: workers.id,
    ended,
    wake: () => workers.nudge(concurrency),
    stop: (withinMs) => stopJobWorkers(workers, withinMs),
  }
}

const toTaskList = (runners: Partial<JobRunners>): TaskList =>
  Object.fromEntries(Object.entries(runners).map(([name, run]) => [name, (payload: unknown) => run(payload as never)]))

/** No worker takes a job before its group is known to live: another server would take the job away from it. */
function waitForLockPlugin(events: WorkerEvents, log: Log): GraphileConfig.Plugin {
  const alive = new Promise<void>((resolve) => {
    events.on('pool:listen:success', ({ client, workerPool }) => {
      holdWorkerLock(client, workerPool.id).then(resolve, (error: unknown) =>
        log.warn({ error: String(error) }, 'job workers could not say that they live'),
      )
    })
  })
  return { name: 'EspalierAlive', version: '1.0.0', worker: { hooks: { startWorker: () => alive } } }
}

function logJobFailures(events: WorkerEvents, log: Log): void {
  events.on('job:error', ({ job, error }) => {
    const line = { job: job.id, name: job.task_identifier, attempt: job.attempts, of: job.max_attempts }
    const reason = error instanceof Error ? error.message : String(error)
    if (job.attempts < job.max_attempts) log.warn({ ...line, error: reason }, 'job failed; it is tried again')
    else log.error({ ...line, error: reason }, 'job given up')
  })
}

async function stopJobWorkers(workers: WorkerPool, withinMs: number): Promise<void> {
  const graceful = Promise.resolve(workers.gracefulShutdown()).then(
    () => 'ended' as const,
    () => 'ended' as const,
  )
  if ((await raceTimeout(graceful, withinMs)) === 'ended') return
  // What still runs is given back to the queue, and runs again elsewhere or after the next start.
  const forced = Promise.resolve(workers.forcefulShutdown('the server stopped')).catch(() => {})
  await raceTimeout(forced, 2_000)
}

async function raceTimeout<Answer>(work: Promise<Answer>, ms: number): Promise<Answer | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), ms)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface RunningJobs {
  readonly jobs: Jobs
  stop(): Promise<void>
}

const restartMs = 1_000

export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const { pool, log } = options
  logPoolErrors(pool, log)
  await installJobs(pool, log)
  let workers = startJobWorkers(options)
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  // Where the database stays away for long, the workers end; without new ones no job would ever run again.
  const watch = () =>
    void workers.ended.then(async () => {
      if (stopping) return
      log.error({}, 'job workers ended; starting new ones')
      await releaseJobs(pool, workers.id).catch(() => {})
      restart = setTimeout(() => {
        workers = startJobWorkers(options)
        watch()
      }, restartMs)
    })
  watch()
  const upkeep = startJobUpkeep(options, () => workers)
  return {
    jobs: createJobQueue(pool),
    async stop() {
      if (stopping) return
      stopping = true
      clearTimeout(restart)
      await upkeep.stop()
      await workers.stop(options.stopMs ?? 5_000)
      await releaseJobs(pool, workers.id).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'jobs were not let go'),
      )
    },
  }
}

function startJobUpkeep({ pool, log, recurring = [], reclaimMs = 15_000 }: JobsOptions, workers: () => JobWorkers) {
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      const gone = await reclaimJobs(pool)
      if (gone > 0) {
        log.warn({ gone }, 'jobs of a server that died run again')
        workers().wake()
      }
      await deleteGivenUpJobs(pool)
      await queueDueJobs(pool, recurring)
    } catch (error) {
      log.warn({ error: String(error) }, 'upkeep of the jobs failed; it is tried again')
    }
  }
  const begin = () => (running = running.then(round))
  void begin()
  const timer = setInterval(begin, reclaimMs)
  timer.unref()
  return {
    stop(): Promise<void> {
      clearInterval(timer)
      return running
    },
  }
}
