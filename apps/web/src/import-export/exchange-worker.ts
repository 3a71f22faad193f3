import { fileJobTexts } from '../texts/import-dialog.ts'
import { setLanguage } from '../texts/language.ts'
import { type FileJob, runFileJob } from './file-jobs.ts'
import type { WorkerMessage } from './run-in-worker.ts'

/** The page's types do not know a worker's own global scope. */
const workerScope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

async function answerJob({ job, language }: WorkerMessage): Promise<void> {
  // An answer in English is better than none.
  await setLanguage(language).catch(() => undefined)
  workerScope.postMessage(await runOrFail(job), [])
}

const runOrFail = (job: FileJob): ReturnType<typeof runFileJob> =>
  runFileJob(job).catch(() => ({ ok: false, text: fileJobTexts.outOfMemory }))

workerScope.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => void answerJob(data))
