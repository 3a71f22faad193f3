import { toPlainText } from '@espalier/domain'
import { AiServiceError } from '../../ports/breakdown.ts'
import { readBodyChunks, readBodyText, ResponseTooLargeError } from '../../reliability/http-client.ts'
import { aiErrorTexts } from '../../texts/ai.ts'

/** One event of a server-sent stream. */
interface ServerSentEvent {
  /** 'message' if the stream names no event. */
  readonly name: string
  readonly text: string
}

/**
 * Yields server-sent events as they arrive. An event without its final blank line is dropped, because it may be
 * incomplete.
 */
async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  let waiting = ''
  let bytes = 0
  let name = ''
  let lines: string[] = []
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new ResponseTooLargeError('the stream is too long')
    waiting += decoder.decode(chunk, { stream: true })
    // A trailing carriage return may be half of a line break.
    const parts = waiting.split(/\r\n|\n|\r(?!$)/u)
    waiting = parts.pop() ?? ''
    for (const line of parts) {
      if (line === '') {
        if (lines.length > 0) yield { name: name || 'message', text: lines.join('\n') }
        name = ''
        lines = []
      } else if (line.startsWith('data:')) lines.push(readFieldValue(line))
      else if (line.startsWith('event:')) name = readFieldValue(line)
    }
  }
}

const readFieldValue = (line: string): string => line.slice(line.indexOf(':') + 1).replace(/^ /u, '')

/** One request to an AI service. */
interface AiHttpRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** Must not appear in any message. */
  readonly apiKey: string | null
  readonly signal: AbortSignal
}

const maxAnswerBytes = 1_000_000

export async function postAiRequest({ url, headers, body, signal }: AiHttpRequest): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers },
      body: JSON.stringify(body),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal,
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw new AiServiceError(aiErrorTexts.unreachable, { isDown: true }, { cause })
  }
}

export const isEventStream = (answer: Response): boolean =>
  (answer.headers.get('content-type') ?? '').toLowerCase().includes('text/event-stream')

/** Yields the events of a streamed response. A broken connection becomes an AiServiceError. */
export async function* readAnswerEvents(
  answer: Response,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  if (answer.body === null) throw answerInterruptedError()
  try {
    yield* readServerSentEvents(readBodyChunks(answer, signal), maxAnswerBytes)
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof ResponseTooLargeError ? unreadableAnswerError() : answerInterruptedError(cause)
  }
}

export const answerInterruptedError = (cause?: unknown): AiServiceError =>
  new AiServiceError(aiErrorTexts.interrupted, { isDown: true }, { cause })

const unreadableAnswerError = (cause?: unknown): AiServiceError =>
  new AiServiceError(aiErrorTexts.unreadable, {}, { cause })

/** Builds the error that a service reports in the middle of a response. */
export const reportedServiceError = (reported: unknown, apiKey: string | null): AiServiceError =>
  new AiServiceError(aiErrorTexts.reported(cleanServiceText(reported, apiKey)), {
    isPassing: true,
  })

/** Reads a response that is not streamed. */
export async function readAnswerText(answer: Response, signal: AbortSignal): Promise<string> {
  try {
    return await readBodyText(answer, signal, maxAnswerBytes)
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof ResponseTooLargeError ? unreadableAnswerError() : answerInterruptedError(cause)
  }
}

export function parseAnswerJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw unreadableAnswerError(cause)
  }
}

/** Returns the value at the path; undefined if the path does not exist. */
export function getPath(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

const maxServiceTextLength = 200

/** Turns an error text of a service into plain text without the key. */
export function cleanServiceText(reported: unknown, apiKey: string | null): string {
  if (typeof reported !== 'string') return ''
  const hidden = apiKey === null || apiKey === '' ? reported : reported.replaceAll(apiKey, '[key]')
  const text = toPlainText(hidden.replaceAll(/\p{Cc}/gu, ' '))
  return text.length > maxServiceTextLength ? `${text.slice(0, maxServiceTextLength).trimEnd()}\u2026` : text
}

const tooManyRequestsStatus = 429

/** Turns an error response into an error with a plain message. */
export function toAiServiceError(answer: Response, bodyText: string, apiKey: string | null): AiServiceError {
  const { status } = answer
  if (status === 401 || status === 403) {
    return new AiServiceError(aiErrorTexts.badKey)
  }
  const detail = cleanServiceText(findErrorMessage(bodyText), apiKey)
  const retryAfterMs = parseRetryAfter(answer.headers.get('retry-after'))
  if (status === tooManyRequestsStatus) {
    const text =
      retryAfterMs === null
        ? aiErrorTexts.busyForLong(detail)
        : aiErrorTexts.busy(Math.ceil(retryAfterMs / 1000), detail)
    return new AiServiceError(text, { isPassing: true, retryAfterMs })
  }
  if (status >= 500) {
    return new AiServiceError(aiErrorTexts.failed(status, detail), { isPassing: true, retryAfterMs })
  }
  if (status === 404) {
    return new AiServiceError(aiErrorTexts.notFound(detail))
  }
  return new AiServiceError(aiErrorTexts.refused(status, detail))
}

function findErrorMessage(bodyText: string): unknown {
  try {
    const body = JSON.parse(bodyText) as unknown
    return getPath(body, 'error', 'message') ?? getPath(body, 'message') ?? getPath(body, 'error')
  } catch {
    return undefined
  }
}

function parseRetryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
