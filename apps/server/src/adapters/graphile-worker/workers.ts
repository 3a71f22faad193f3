import { EventEmitter } from 'node:events'

import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'

import type { JobRunners } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { sayAlive } from './holding.ts'
import type { JobsOptions } from './jobs-options.ts'
import { workerLog } from './worker-log.ts'

export interface Workers {
  readonly id: string
  /** Settles when they have stopped, of themselves or asked to; never rejects. */
  readonly ended: Promise<void>
  nudge(): void
  stop(withinMs: number): Promise<void>
}

export function startWorkers({ pool, runners, log, concurrency = 4, pollMs = 2_000 }: JobsOptions): Workers {
  const events: WorkerEvents = new EventEmitter()
  tellFailures(events, log)
  const workers = runTaskList(
    {
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: workerLog(log),
      events,
      preset: { plugins: [afterSayingAlive(events, log)], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    tasksOf(runners),
    pool,
  )
  const ended = workers.promise.catch((error: unknown) => log.error({ error: String(error) }, 'job workers failed'))
  return {
    id: workers.id,
    ended,
    nudge: () => workers.nudge(concurrency),
    stop: (withinMs) => stopWorkers(workers, withinMs),
  }
}

const tasksOf = (runners: Partial<JobRunners>): TaskList =>
  Object.fromEntries(Object.entries(runners).map(([name, run]) => [name, (payload: unknown) => run(payload as never)]))

/** No worker takes a job before its group is known to live: another server would take the job away from it. */
function afterSayingAlive(events: WorkerEvents, log: Log): GraphileConfig.Plugin {
  const alive = new Promise<void>((resolve) => {
    events.on('pool:listen:success', ({ client, workerPool }) => {
      sayAlive(client, workerPool.id).then(resolve, (error: unknown) =>
        log.warn({ error: String(error) }, 'job workers could not say that they live'),
      )
    })
  })
  return { name: 'EspalierAlive', version: '1.0.0', worker: { hooks: { startWorker: () => alive } } }
}

function tellFailures(events: WorkerEvents, log: Log): void {
  events.on('job:error', ({ job, error }) => {
    const line = { job: job.id, name: job.task_identifier, attempt: job.attempts, of: job.max_attempts }
    const reason = error instanceof Error ? error.message : String(error)
    if (job.attempts < job.max_attempts) log.warn({ ...line, error: reason }, 'job failed; it is tried again')
    else log.error({ ...line, error: reason }, 'job given up')
  })
}

async function stopWorkers(workers: WorkerPool, withinMs: number): Promise<void> {
  const graceful = Promise.resolve(workers.gracefulShutdown()).then(
    () => 'ended' as const,
    () => 'ended' as const,
  )
  if ((await withinTime(graceful, withinMs)) === 'ended') return
  // What still runs is given back to the queue, and runs again elsewhere or after the next start.
  const forced = Promise.resolve(workers.forcefulShutdown('the server stopped')).catch(() => {})
  await withinTime(forced, 2_000)
}

async function withinTime<Answer>(work: Promise<Answer>, ms: number): Promise<Answer | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), ms)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
