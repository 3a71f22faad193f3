import type { Job } from './jobs.ts'
import { runJob } from './run-job.ts'

const failed = { ok: false, text: 'The file could not be worked on: it needs more memory than this browser gives.' }

/** A worker's own global, which the page's types do not know. */
const scope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

scope.addEventListener('message', ({ data: job }: MessageEvent<Job>) => {
  runJob(job).then(
    (outcome) => scope.postMessage(outcome, []),
    () => scope.postMessage(failed, []),
  )
})
