import { fileJobTexts } from '../texts/import-dialog.ts'
import { getLanguage } from '../texts/language.ts'
import type { PreviewTableResult, ReadFileResult, ReadJob } from './read-files.ts'
import type { WorkerMessage } from './worker-jobs.ts'
import type { WriteFileResult, WriteJob } from './write-files.ts'

type FileJob = ReadJob | WriteJob
type FileJobResult<Asked extends FileJob> = Asked extends { readonly kind: 'read' }
  ? ReadFileResult
  : Asked extends { readonly kind: 'preview-table' }
    ? PreviewTableResult
    : WriteFileResult

/** A worker for one job. It loads its code while a person still chooses what to do. */
export interface FileWorker<Job extends FileJob> {
  /** Runs the job so that the page stays usable. Aborting ends it at once. */
  run<Asked extends Job>(job: Asked, signal?: AbortSignal): Promise<FileJobResult<Asked>>
  /** Ends a worker that is not needed. */
  stop(): void
}

/** Reading and writing have a worker each, because either of them needs half of the code. */
export const startReadWorker = (): FileWorker<ReadJob> =>
  startFileWorker<ReadJob>(
    () => new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' }),
    () => import('./read-files.ts').then(({ runReadJob }) => runReadJob),
  )

export const startWriteWorker = (): FileWorker<WriteJob> =>
  startFileWorker<WriteJob>(
    () => new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' }),
    () => import('./write-files.ts').then(({ runWriteJob }) => runWriteJob),
  )

function startFileWorker<Job extends FileJob>(
  startWorker: () => Worker,
  loadRunner: () => Promise<(job: Job) => Promise<unknown>>,
): FileWorker<Job> {
  if (typeof Worker === 'undefined') {
    // Without workers, the page does the job.
    const run = async <Asked extends Job>(job: Asked) => (await (await loadRunner())(job)) as FileJobResult<Asked>
    return { run, stop: () => {} }
  }
  const worker = startWorker()
  let isUsable = true
  worker.addEventListener('error', () => (isUsable = false))
  return {
    // Its code may have been out of reach when it started, and be there by now.
    run: (job, signal) => runInWorker(isUsable ? worker : startWorker(), job, signal),
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
    const message: WorkerMessage<FileJob> = { job, language: getLanguage() }
    worker.postMessage(message, listTransferred(job))
  })
}

/** The memory of a job that moves to the worker instead of being copied. */
function listTransferred(job: FileJob): Transferable[] {
  if (job.kind === 'read') return [job.bytes]
  return job.kind === 'draw' ? [job.drawing.numbers.buffer] : []
}
