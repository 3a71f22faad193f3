import { parentPort } from 'node:worker_threads'

import { runSanitizeJob, type SanitizeJob } from './sanitize-job.ts'

const answer = (message: unknown): void => parentPort?.postMessage(message, [])

parentPort?.on('message', (job: SanitizeJob) => answer(runSanitizeJob(job)))
// Tells the pool that the module is loaded.
answer(null)
