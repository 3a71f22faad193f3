import { EventEmitter } from 'node:events'

import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'

import type { JobRunners } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { holdWorkerLock } from './holding.ts'
import type { JobsOptions } from './jobs-options.ts'
import { createWorkerLogger } from './worker-log.ts'

export interface JobWorkers {
  readonly id: string
  /** Settles when they have stopped, of themselves or asked to; never rejects. */
  readonly ended: Promise<void>
  wake(): void
  stop(withinMs: number): Promise<void>
}

export function startJobWorkers({ pool, runners, log, concurrency = 4, pollMs = 2_000 }: JobsOptions): JobWorkers {
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
