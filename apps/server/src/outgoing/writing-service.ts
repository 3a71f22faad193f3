import { plainTextOf } from '@espalier/domain'
import { ServiceFailed } from '../ports/breakdown.ts'
import { chunksOf } from './chunks-of.ts'
import { readEvents, type StreamedEvent } from './event-stream.ts'
import { AnswerTooLong, textOf } from './text-of.ts'

/** One request to a writing service. */
export interface ServiceRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** Never to be read in any message. */
  readonly apiKey: string | null
  readonly signal: AbortSignal
}

const mostBytes = 1_000_000

export async function postJson({ url, headers, body, signal }: ServiceRequest): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers },
      body: JSON.stringify(body),
      // Elsewhere nobody is to be told the key.
      redirect: 'error',
      signal,
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw new ServiceFailed('The AI service cannot be reached: try again later', { isDown: true }, { cause })
  }
}

export const isStreamed = (answer: Response): boolean =>
  (answer.headers.get('content-type') ?? '').toLowerCase().includes('text/event-stream')

/** The events of an answer that is streamed. A line that breaks is told as such. */
export async function* eventsOf(answer: Response, signal: AbortSignal): AsyncGenerator<StreamedEvent, void, undefined> {
  if (answer.body === null) throw brokenOff()
  try {
    yield* readEvents(chunksOf(answer, signal), mostBytes)
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof AnswerTooLong ? garbled() : brokenOff(cause)
  }
}

export const brokenOff = (cause?: unknown): ServiceFailed =>
  new ServiceFailed('The AI service broke off its answer: try again', { isDown: true }, { cause })

const garbled = (cause?: unknown): ServiceFailed =>
  new ServiceFailed('The AI service answered with something that cannot be read: try again', {}, { cause })

/** What a service says of itself in the middle of an answer. */
export const ownTrouble = (said: unknown, apiKey: string | null): ServiceFailed =>
  new ServiceFailed(`The AI service has trouble of its own: ${wordsOf(said, apiKey) || 'try again later'}`, {
    isPassing: true,
  })

/** An answer that is not streamed. */
export async function answerText(answer: Response, signal: AbortSignal): Promise<string> {
  try {
    return await textOf(answer, signal, mostBytes)
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof AnswerTooLong ? garbled() : brokenOff(cause)
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw garbled(cause)
  }
}

/** What lies at the end of the way; undefined where the way ends before. */
export function at(value: unknown, ...way: readonly (string | number)[]): unknown {
  let found = value
  for (const key of way) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

const mostWords = 200

/** What a service says of itself, as text. */
export function wordsOf(said: unknown, apiKey: string | null): string {
  if (typeof said !== 'string') return ''
  const hidden = apiKey === null || apiKey === '' ? said : said.replaceAll(apiKey, '[key]')
  const text = plainTextOf(hidden.replaceAll(/\p{Cc}/gu, ' '))
  return text.length > mostWords ? `${text.slice(0, mostWords).trimEnd()}\u2026` : text
}

const tooMany = 429

/** An answer other than a good one, in plain words. */
export function failureOf(answer: Response, bodyText: string, apiKey: string | null): ServiceFailed {
  const { status } = answer
  if (status === 401 || status === 403) {
    return new ServiceFailed('The AI service does not accept this server: whoever runs it has to check AI_API_KEY')
  }
  const words = wordsOf(messageIn(bodyText), apiKey)
  const said = words === '' ? '' : `. It said: ${words}`
  const retryAfterMs = retryAfterOf(answer.headers.get('retry-after'))
  if (status === tooMany) {
    const wait = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`
    return new ServiceFailed(`The AI service is busy: try again ${wait}${said}`, { isPassing: true, retryAfterMs })
  }
  if (status >= 500) {
    const text = `The AI service has trouble of its own (${status}): try again later${said}`
    return new ServiceFailed(text, { isPassing: true, retryAfterMs })
  }
  if (status === 404) {
    return new ServiceFailed(`The AI service does not know what it is asked for: check AI_BASE_URL and AI_MODEL${said}`)
  }
  return new ServiceFailed(`The AI service refused the request (${status})${said}`)
}

function messageIn(bodyText: string): unknown {
  try {
    const body = JSON.parse(bodyText) as unknown
    return at(body, 'error', 'message') ?? at(body, 'message') ?? at(body, 'error')
  } catch {
    return undefined
  }
}

function retryAfterOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
