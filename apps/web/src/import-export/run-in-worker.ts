import { fileJobTexts } from '../texts/import-dialog.ts'
import { getLanguage } from '../texts/language.ts'
import type { FileJob, FileJobResult } from './file-jobs.ts'

/** The worker answers in the language of the page. */
export interface WorkerMessage {
  readonly job: FileJob
  readonly language: string | null
}

/** A worker for one job. It loads its code while a person still chooses what to do. */
export interface FileWorker {
  /** Runs the job so that the page stays usable. Aborting ends it at once. */
  run<Asked extends FileJob>(job: Asked, signal?: AbortSignal): Promise<FileJobResult<Asked>>
  /** Ends a worker that is not needed. */
  stop(): void
}

export function startFileWorker(): FileWorker {
  if (typeof Worker === 'undefined') return { run: runOnPage, stop: () => {} }
  const worker = new Worker(new URL('./exchange-worker.ts', import.meta.url), { type: 'module' })
  let isUsable = true
  worker.addEventListener('error', () => (isUsable = false))
  return {
    // Its code may have been out of reach when it started, and be there by now.
    run: (job, signal) => (isUsable ? runInWorker(worker, job, signal) : startFileWorker().run(job, signal)),
    stop: () => worker.terminate(),
  }
}

function runInWorker<Asked extends FileJob>(
  worker: Worker,
  job: Asked,
  signal: AbortSignal | undefined,
): Promise<FileJobResult<Asked>> {
  return new Promise<FileJobResult<Asked>>((resolve) => {
    const end = (outcome: FileJobResult<Asked>): void => {
      worker.terminate()
      resolve(outcome)
    }
    const fail = (): void => end({ ok: false, text: fileJobTexts.failed } as FileJobResult<Asked>)
    if (signal?.aborted) return fail()
    worker.addEventListener('message', ({ data: outcome }: MessageEvent<FileJobResult<Asked>>) => end(outcome))
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    signal?.addEventListener('abort', fail)
    const message: WorkerMessage = { job, language: getLanguage() }
    worker.postMessage(message, listTransferred(job))
  })
}

/** The memory of a job that moves to the worker instead of being copied. */
function listTransferred(job: FileJob): Transferable[] {
  if (job.kind === 'read') return [job.bytes]
  return job.kind === 'draw' ? [job.drawing.numbers.buffer] : []
}

/** Runs the job on the page in browsers without workers. */
async function runOnPage<Asked extends FileJob>(job: Asked): Promise<FileJobResult<Asked>> {
  const { runFileJob: runJob } = await import('./file-jobs.ts')
  return (await runJob(job)) as FileJobResult<Asked>
}
