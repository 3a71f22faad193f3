import { Worker } from 'node:worker_threads'

export interface WorkerPoolOptions {
  /** The module that a worker runs. It posts null once it is ready, then one answer for every message. */
  readonly module: URL
  readonly size: number
  /** How long one job may run. Time in the queue and the start of a worker do not count. */
  readonly deadlineMs: number
  readonly maxWaiting: number
}

export type JobFailure = 'too-slow' | 'busy'

/** The job failed for a reason that the caller can act on. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly reason: JobFailure

  constructor(reason: JobFailure) {
    super(`the worker pool refused a job: ${reason}`)
    this.reason = reason
  }
}

interface Job {
  readonly message: unknown
  resolve(answer: unknown): void
  reject(error: unknown): void
}

interface Slot {
  readonly worker: Worker
  isReady: boolean
  job: Job | null
  deadline: NodeJS.Timeout | undefined
}

export interface WorkerPool {
  run(message: unknown): Promise<unknown>
  /** The number of living workers, for tests. */
  workerCount(): number
  close(): Promise<void>
}

/** Runs jobs off the event loop. Workers start on demand; one that passes the deadline is ended and replaced. */
export function createWorkerPool({ module, size, deadlineMs, maxWaiting }: WorkerPoolOptions): WorkerPool {
  const slots = new Set<Slot>()
  const waiting: Job[] = []

  function startWorker(): void {
    const worker = new Worker(module, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const slot: Slot = { worker, isReady: false, job: null, deadline: undefined }
    slots.add(slot)
    worker.on('message', (answer: unknown) => {
      if (slot.isReady) finish(slot, (job) => job.resolve(answer))
      slot.isReady = true
      dispatch()
    })
    worker.on('error', (error) => remove(slot, error))
    worker.on('exit', () => remove(slot, new Error('a worker has ended')))
  }

  function finish(slot: Slot, settle: (job: Job) => void): void {
    clearTimeout(slot.deadline)
    const { job } = slot
    slot.job = null
    // An idle worker does not keep the process alive.
    slot.worker.unref()
    if (job !== null) settle(job)
  }

  /** A worker that cannot start is not restarted for the waiting jobs, because they would wait forever. */
  function remove(slot: Slot, error: unknown): void {
    if (!slots.delete(slot)) return
    finish(slot, (job) => job.reject(error))
    if (!slot.isReady) for (const job of waiting.splice(0)) job.reject(error)
    dispatch()
  }

  function endAtDeadline(slot: Slot): void {
    finish(slot, (job) => job.reject(new JobError('too-slow')))
    slots.delete(slot)
    void slot.worker.terminate()
    dispatch()
  }

  function dispatch(): void {
    for (const slot of slots) {
      if (!slot.isReady || slot.job !== null) continue
      const job = waiting.shift()
      if (job === undefined) return
      slot.job = job
      slot.worker.ref()
      slot.deadline = setTimeout(() => endAtDeadline(slot), deadlineMs)
      slot.worker.postMessage(job.message, [])
    }
    const starting = [...slots].filter(({ isReady }) => !isReady).length
    if (waiting.length > starting && slots.size < size) startWorker()
  }

  return {
    run: (message) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) {
          reject(new JobError('busy'))
          return
        }
        waiting.push({ message, resolve, reject })
        dispatch()
      }),
    workerCount: () => slots.size,
    async close() {
      const ending = [...slots].map(({ worker }) => worker.terminate())
      await Promise.all(ending)
    },
  }
}
