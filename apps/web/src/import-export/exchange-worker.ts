import { type FileJob, runFileJob } from './file-jobs.ts'

const failedResult = {
  ok: false,
  text: 'The file could not be worked on: it needs more memory than this browser gives.',
}

/** The page's types do not know a worker's own global scope. */
const workerScope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

workerScope.addEventListener('message', ({ data: job }: MessageEvent<FileJob>) => {
  runFileJob(job).then(
    (outcome) => workerScope.postMessage(outcome, []),
    () => workerScope.postMessage(failedResult, []),
  )
})
