import { parentPort } from 'node:worker_threads'
import { runSanitizeJob, type SanitizeJob } from './sanitize-html.ts'

const postAnswer = (message: unknown): void => parentPort?.postMessage(message, [])

parentPort?.on('message', (job: SanitizeJob) => postAnswer(runSanitizeJob(job)))
// Tells the pool that the module is loaded.
postAnswer(null)
