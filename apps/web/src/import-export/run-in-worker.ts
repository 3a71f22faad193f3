import { fileJobTexts } from '../texts/import-dialog.ts'
import { getLanguage } from '../texts/language.ts'
import type { FileJob, FileJobResult } from './file-jobs.ts'

/** The worker answers in the language of the page. */
export interface WorkerMessage {
  readonly job: FileJob
  readonly language: string | null
}

/** Runs one job in a worker so that the page stays usable. Aborting ends it at once. */
export function runInWorker<Asked extends FileJob>(job: Asked, signal?: AbortSignal): Promise<FileJobResult<Asked>> {
  if (typeof Worker === 'undefined') return runOnPage(job)
  const worker = new Worker(new URL('./exchange-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<FileJobResult<Asked>>((resolve) => {
    const end = (outcome: FileJobResult<Asked>): void => {
      worker.terminate()
      resolve(outcome)
    }
    const fail = (): void => end({ ok: false, text: fileJobTexts.failed } as FileJobResult<Asked>)
    worker.addEventListener('message', ({ data: outcome }: MessageEvent<FileJobResult<Asked>>) => end(outcome))
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    signal?.addEventListener('abort', fail)
    const message: WorkerMessage = { job, language: getLanguage() }
    worker.postMessage(message, job.kind === 'read' ? [job.bytes] : [])
  })
}

/** Runs the job on the page in browsers without workers. */
async function runOnPage<Asked extends FileJob>(job: Asked): Promise<FileJobResult<Asked>> {
  const { runFileJob: runJob } = await import('./file-jobs.ts')
  return (await runJob(job)) as FileJobResult<Asked>
}
