import { availableParallelism } from 'node:os'

import { MarkupError } from './markup-error.ts'
import { runSanitizeJob, type SanitizeResult, type SanitizeJob, type TextKind } from './sanitize-job.ts'
import { createWorkerPool, JobError, type WorkerPool } from './worker-pool.ts'

/** Up to so many characters cost a few milliseconds at most, less than a round trip to a busy worker. */
const inlineLimits = { characters: 10_000, texts: 200 }
/** One job of a worker. A file's texts go in several, so that others get their turn in between. */
const jobCharacters = 250_000

let pool: WorkerPool | undefined

const openPool = (): WorkerPool =>
  (pool ??= createWorkerPool({
    module: new URL('./start-sanitize-worker.mjs', import.meta.url),
    // One core is left to the event loop.
    size: Math.max(1, Math.min(4, availableParallelism() - 1)),
    deadlineMs: 5_000,
    maxWaiting: 100,
  }))

/** Sanitizes one text. A long one is sanitized in a worker: nobody else waits for it. Throws a MarkupError. */
export async function sanitizeText(html: string, kind: TextKind = 'rich-text'): Promise<string> {
  const [text = ''] = await runSanitizing({ kind, texts: [html] })
  return text
}

/** The same for many texts. The answers stand in the order of the texts. */
export async function sanitizeTexts(texts: readonly string[], kind: TextKind): Promise<readonly string[]> {
  const done: string[] = []
  let job: string[] = []
  let characters = 0
  for (const text of texts) {
    if (job.length > 0 && characters + text.length > jobCharacters) {
      done.push(...(await runSanitizing({ kind, texts: job })))
      job = []
      characters = 0
    }
    job.push(text)
    characters += text.length
  }
  if (job.length > 0) done.push(...(await runSanitizing({ kind, texts: job })))
  return done
}

async function runSanitizing(job: SanitizeJob): Promise<readonly string[]> {
  const characters = job.texts.reduce((sum, text) => sum + text.length, 0)
  const isShort = characters <= inlineLimits.characters && job.texts.length <= inlineLimits.texts
  const answer = isShort ? runSanitizeJob(job) : await runInWorker(job)
  if (!answer.ok) throw new MarkupError(answer.reason)
  return answer.texts
}

async function runInWorker(job: SanitizeJob): Promise<SanitizeResult> {
  try {
    return (await openPool().run(job)) as SanitizeResult
  } catch (error) {
    if (error instanceof JobError) return { ok: false, reason: error.reason }
    throw error
  }
}
