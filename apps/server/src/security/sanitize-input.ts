import { availableParallelism } from 'node:os'
import { cleanText, markupLimits } from '@espalier/domain'
import { ApiError } from '../api/errors.ts'
import { requestTexts } from '../texts/requests.ts'
import {
  containsTag,
  isPlainText,
  MarkupError,
  runSanitizeJob,
  type SanitizeJob,
  type SanitizeResult,
  sanitizers,
  type TextKind,
} from './sanitize-html.ts'
import { createWorkerPool, JobError, type WorkerPool } from './worker-pool.ts'

/** Texts up to this size cost a few milliseconds at most, less than a round trip to a busy worker. */
const inlineLimits = { characters: 10_000, texts: 200 }
/** The size of one worker job. A file's texts are split into several, so that others get their turn in between. */
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

/** Sanitizes one text. A long one is sanitized in a worker, so that nobody else waits. Throws a MarkupError. */
export async function sanitizeText(html: string, kind: TextKind = 'rich-text'): Promise<string> {
  const [text = ''] = await runSanitizing({ kind, texts: [html] })
  return text
}

/** Sanitizes many texts. The results are in the order of the texts. */
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

/** Converts a MarkupError to the API's error with the field of the text. */
async function reportMarkupErrors<Value>(field: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error
    if (error.reason === 'busy') throw new ApiError('RATE_LIMITED', error.message, { field, retryAfter: 1 })
    throw new ApiError('BAD_USER_INPUT', error.message, { field })
  }
}

/** Sanitizes a title, a description or a comment of a caller. */
export const sanitizeInput = (html: string, field: string, kind: TextKind = 'rich-text'): Promise<string> =>
  reportMarkupErrors(field, sanitizeText(html, kind))

/** Sanitizes JSON of a caller: texts that contain a tag are sanitized like descriptions, all others stay data. */
export async function sanitizeJson(value: unknown, field: string): Promise<unknown> {
  const found = collectTexts(value, field)
  const marked = [...found].filter(containsTag)
  const sanitized = await reportMarkupErrors(field, sanitizeTexts(marked, 'rich-text'))
  const texts = new Map(marked.map((text, at) => [text, sanitized[at] ?? '']))
  return replaceTexts(value, (text) => texts.get(text) ?? cleanText(text))
}

/**
 * Collects every text of a JSON value once. It checks the limits level by level, because recursion could overflow the
 * stack.
 */
function collectTexts(root: unknown, field: string): ReadonlySet<string> {
  const { json } = markupLimits
  const texts = new Set<string>()
  let characters = 0
  let values = 0
  const refuseAbove = (count: number, most: number, describe: (most: number) => string): void => {
    if (count > most) throw new ApiError('BAD_USER_INPUT', describe(most), { field })
  }
  let level: unknown[] = [root]
  while (level.length > 0) {
    const next: unknown[] = []
    for (const value of level) {
      values += 1
      refuseAbove(values, json.values, requestTexts.body.tooManyValues)
      if (typeof value === 'string') {
        characters += value.length
        refuseAbove(value.length, json.textCharacters, requestTexts.body.textTooLong)
        texts.add(value)
      } else if (Array.isArray(value)) for (const inner of value) next.push(inner)
      else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) {
          characters += key.length
          refuseAbove(key.length, json.keyCharacters, requestTexts.body.keyTooLong)
          next.push(inner)
        }
      }
    }
    refuseAbove(characters, json.characters, requestTexts.body.tooManyCharacters)
    level = next
  }
  return texts
}

/** A key is a name, so anything that looks like a tag is removed. */
const cleanKey = (key: string): string =>
  containsTag(key) ? cleanText(key).replaceAll(/<[^<>]*>?/g, '') : cleanText(key)

/** Recursion is safe, because the transport has refused JSON with more than 100 levels. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((inner) => replaceTexts(inner, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanKey(key), replaceTexts(inner, replace)]))
}

const maxShortTextLength = 1_000

/** Sanitizes the texts of a file off the event loop and returns the lookup function that the file's reader uses. */
export async function prepareImportedTexts(texts: Iterable<string>, field: string): Promise<(html: string) => string> {
  const costly = [...new Set(texts)].filter((text) => text.length > maxShortTextLength || !isPlainText(text))
  const cleaned = await reportMarkupErrors(field, sanitizeTexts(costly, 'imported'))
  const known = new Map(costly.map((text, at) => [text, cleaned[at] ?? '']))
  return (html) => known.get(html) ?? sanitizers.imported(html)
}

/** Yields the titles and descriptions of nodes and of other records that have them. */
export function* importedTexts(entries: readonly unknown[]): Iterable<string> {
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) continue
    if ('title' in entry && typeof entry.title === 'string') yield entry.title
    if ('body' in entry && typeof entry.body === 'string') yield entry.body
  }
}
