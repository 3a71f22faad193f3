import { fileJobTexts } from '../texts/import-dialog.ts'
import { setLanguage } from '../texts/language.ts'

/** A job for a worker, which answers in the language of the page. */
export interface WorkerMessage<Job> {
  readonly job: Job
  readonly language: string | null
}

/** The page's types do not know a worker's own global scope. */
const workerScope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

/** Runs the jobs that the page sends to this worker. */
export function answerJobs<Job>(runJob: (job: Job) => Promise<unknown>): void {
  const answerJob = async ({ job, language }: WorkerMessage<Job>): Promise<void> => {
    // An answer in English is better than none.
    await setLanguage(language).catch(() => undefined)
    const result = await runJob(job).catch(() => ({ ok: false, text: fileJobTexts.outOfMemory }))
    workerScope.postMessage(result, [])
  }
  workerScope.addEventListener('message', ({ data }: MessageEvent<WorkerMessage<Job>>) => void answerJob(data))
}
