import { EventEmitter } from 'node:events'
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type { JobRunners, Jobs, RecurringJob } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { waitAtMost } from '../../reliability/timeout.ts'
import { createJobQueue, createWorkerLogger, installJobs, logPoolErrors, queueDueJobs } from './job-queue.ts'

export interface JobsOptions {
  readonly pool: Pool
  /** Jobs without a runner here are left to other servers. */
  readonly runners: Partial<JobRunners>
  readonly recurring?: readonly RecurringJob[]
  readonly log: Log
  /** How many jobs run at once. The pool needs one more connection, for LISTEN. */
  readonly concurrency?: number
  /** How often it polls for jobs that became due; new jobs are announced. */
  readonly pollMs?: number
  /** How often it checks for jobs of dead servers and for due recurring jobs. */
  readonly reclaimMs?: number
  /** How long a stop waits for running jobs. */
  readonly stopMs?: number
}

const workerLockSql = (id: string) => `hashtextextended('espalier:jobs:' || ${id}, 0)`

/** Holds a lock on this connection, which shows other servers that the workers of this id are alive. */
async function holdWorkerLock(client: PoolClient, workersId: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${workerLockSql('$1::text')})`, [workersId])
}

/**
 * Frees the jobs of dead workers and returns the number of dead worker groups. The library itself frees a job only four
 * hours after its server was killed.
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

/** Frees the jobs of these workers after they have ended. */
async function releaseJobs(pool: Pool, workersId: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1::text])', [workersId])
}

/** Deletes failed jobs after a week; until then an operator can inspect their payload. */
async function deleteGivenUpJobs(pool: Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
    ))`)
}

interface JobWorkers {
  readonly id: string
  /** Resolves when the workers have stopped, by themselves or on request; never rejects. */
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

/** No worker starts a job before its group holds the lock: another server would reclaim the job. */
function waitForLockPlugin(events: WorkerEvents, log: Log): GraphileConfig.Plugin {
  const alive = new Promise<void>((resolve) => {
    events.on('pool:listen:success', ({ client, workerPool }) => {
      holdWorkerLock(client, workerPool.id).then(resolve, (error: unknown) =>
        log.warn({ error: String(error) }, 'job workers could not take their lock'),
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
  if ((await waitAtMost(withinMs, graceful, () => 'late' as const)) === 'ended') return
  // Running jobs return to the queue and run again elsewhere or after the next start.
  const forced = Promise.resolve(workers.forcefulShutdown('the server stopped')).catch(() => {})
  await waitAtMost(2_000, forced, () => undefined)
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

  // The workers end after a long database outage; without new ones no job would ever run again.
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
        log.warn({ error: String(error) }, 'jobs could not be released'),
      )
    },
  }
}

function startJobUpkeep({ pool, log, recurring = [], reclaimMs = 15_000 }: JobsOptions, workers: () => JobWorkers) {
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      const reclaimed = await reclaimJobs(pool)
      if (reclaimed > 0) {
        log.warn({ gone: reclaimed }, 'jobs of a dead server were reclaimed')
        workers().wake()
      }
      await deleteGivenUpJobs(pool)
      await queueDueJobs(pool, recurring)
    } catch (error) {
      log.warn({ error: String(error) }, 'job upkeep failed; it will be retried')
    }
  }
  const startRound = () => (running = running.then(round))
  void startRound()
  const timer = setInterval(startRound, reclaimMs)
  timer.unref()
  return {
    stop(): Promise<void> {
      clearInterval(timer)
      return running
    },
  }
}
