import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { TrackerFailure, TrackerResult } from '../../ports/tracker.ts'
import type { CircuitBreaker } from '../../reliability/circuit-breaker.ts'
import { ResponseTooLargeError, withTimeout } from '../../reliability/http-client.ts'
import type { Semaphore } from '../../reliability/semaphore.ts'
import {
  type HttpExchange,
  type JiraHttpResponse,
  tooLargeFailure,
  toTrackerFailure,
  unreachableFailure,
} from './jira-http.ts'

interface JiraRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Whether asking twice is the same as asking once. */
  readonly isRepeatable: boolean
  readonly signal?: AbortSignal | undefined
}

/** The body as JSON; undefined where there is none. */
type SendJiraRequest = (question: JiraRequest) => Promise<TrackerResult<unknown>>

export interface JiraRequestOptions {
  readonly site: string
  readonly exchange: HttpExchange
  readonly authorization: string
  readonly gate: Semaphore
  readonly circuit: CircuitBreaker
  readonly timeoutMs: number
  /** After the first try; twice as long after the second. */
  readonly backoffMs: number
  /** A site that wants to be left alone for longer is not waited for. */
  readonly longestWaitMs: number
}

const maxAttempts = 3
const retryableStatuses = new Set([429, 502, 503, 504])

/** What became of one try. `again`: the site itself, or the way to it, failed. */
interface AttemptResult {
  readonly answer: TrackerResult<unknown>
  readonly again: boolean
}

export function createJiraRequester(parts: JiraRequestOptions): SendJiraRequest {
  return async (question) => {
    for (let count = 1; ; count += 1) {
      const { answer, again } = await parts.gate.run(() => attemptRequest(parts, question))
      if (answer.ok || !again || !question.isRepeatable || count === maxAttempts) return answer
      const pauseMs = answer.failure.retryAfterMs ?? parts.backoffMs * 2 ** (count - 1) * (1 + Math.random())
      if (pauseMs > parts.longestWaitMs) return answer
      await wait(pauseMs, undefined, question.signal && { signal: question.signal })
    }
  }
}

async function attemptRequest(parts: JiraRequestOptions, question: JiraRequest): Promise<AttemptResult> {
  const { circuit, site } = parts
  question.signal?.throwIfAborted()
  const closedForMs = circuit.blockedForMs()
  if (closedForMs !== null) {
    return { answer: { ok: false, failure: { ...unreachableFailure(site), retryAfterMs: closedForMs } }, again: false }
  }
  try {
    const told = await sendWithTimeout(parts, question)
    const read = parseJiraResponse(told, question, site)
    if (isServerFault(told.status, read)) circuit.recordFailure()
    else circuit.recordSuccess()
    return { answer: read, again: retryableStatuses.has(told.status) }
  } catch (error) {
    if (question.signal?.aborted === true) {
      circuit.recordAbandoned()
      throw error
    }
    circuit.recordFailure()
    return {
      answer: { ok: false, failure: toNetworkFailure(error, question, site) },
      again: !(error instanceof ResponseTooLargeError),
    }
  }
}

const isServerFault = (status: number, read: TrackerResult<unknown>): boolean =>
  status >= 500 || (!read.ok && read.failure.kind === 'failed')

function sendWithTimeout(
  { exchange, authorization, timeoutMs }: JiraRequestOptions,
  question: JiraRequest,
): Promise<JiraHttpResponse> {
  const { method, path, body, signal } = question
  const headers = {
    accept: 'application/json',
    authorization,
    'user-agent': 'Espalier',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const asked = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const others = signal === undefined ? [] : [signal]
  return withTimeout(timeoutMs, (limit) => exchange({ ...asked, signal: limit }), ...others)
}

function parseJiraResponse(told: JiraHttpResponse, question: JiraRequest, site: string): TrackerResult<unknown> {
  const failure = toTrackerFailure(told, { site, isWrite: isWriteRequest(question) })
  if (failure !== null) return { ok: false, failure }
  if (told.body.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(told.body) }
  } catch {
    return {
      ok: false,
      failure: { ...unreadableResponseFailure(site), ...(isWriteRequest(question) && { mayHaveHappened: true }) },
    }
  }
}

const unreadableResponseFailure = (site: string): TrackerFailure => ({
  kind: 'failed',
  message: `${site} gave an answer that cannot be read`,
})

/** A search is a POST that changes nothing. */
const isWriteRequest = ({ method, isRepeatable }: JiraRequest): boolean =>
  method === 'PUT' || method === 'DELETE' || (method === 'POST' && !isRepeatable)

/** Nothing was sent where no connection was made. */
const notSentErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EREFUSEDADDRESS',
  'ERR_INVALID_IP_ADDRESS',
])

function toNetworkFailure(error: unknown, question: JiraRequest, site: string): TrackerFailure {
  const { code } = error as NodeJS.ErrnoException
  const mayHaveHappened = isWriteRequest(question) && !notSentErrorCodes.has(code ?? '')
  const failure: TrackerFailure =
    error instanceof ResponseTooLargeError ? tooLargeFailure(site) : unreachableFailure(site)
  return { ...failure, ...(mayHaveHappened && { mayHaveHappened }) }
}

export type JiraFlavor = 'cloud' | 'data-center'

const serverShape = z.object({ deploymentType: z.string().nullish() })
const cloudHosts = /\.(atlassian\.net|jira\.com)$/

const flavorCacheMs = 60 * 60 * 1000

/** Which of the two Jiras a site is. Asked once an hour; a site of the vendor's own is known by its name. */
export function createFlavorDetector(now: () => number = Date.now) {
  const known = new Map<string, { readonly flavour: JiraFlavor; readonly until: number }>()
  return {
    async of(site: string, ask: SendJiraRequest): Promise<TrackerResult<JiraFlavor>> {
      if (cloudHosts.test(site)) return { ok: true, value: 'cloud' }
      const kept = known.get(site)
      if (kept !== undefined && kept.until > now()) return { ok: true, value: kept.flavour }
      const answer = await ask({ method: 'GET', path: '/rest/api/2/serverInfo', isRepeatable: true })
      if (!answer.ok && (answer.failure.kind === 'unreachable' || answer.failure.kind === 'failed')) return answer
      const told = serverShape.safeParse(answer.ok ? answer.value : {})
      const isCloud = !told.success || told.data.deploymentType == null || told.data.deploymentType === 'Cloud'
      const flavour = isCloud ? 'cloud' : 'data-center'
      if (answer.ok) known.set(site, { flavour, until: now() + flavorCacheMs })
      return { ok: true, value: flavour }
    },
  }
}

/** What the calls have in common: how to ask, and which Jira it is. */
export interface JiraSiteClient {
  readonly site: string
  send: SendJiraRequest
  flavor(): Promise<TrackerResult<JiraFlavor>>
}

/** An answer by its shape; one of another shape is a failure of the site, not of ours. */
export function parseTrackerAnswer<Value>(
  answer: TrackerResult<unknown>,
  shape: z.ZodType<Value>,
  site: string,
): TrackerResult<Value> {
  if (!answer.ok) return answer
  const parsed = shape.safeParse(answer.value)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: unreadableResponseFailure(site) }
}

export const mapTrackerResult = <From, To>(answer: TrackerResult<From>, map: (value: From) => To): TrackerResult<To> =>
  answer.ok ? { ok: true, value: map(answer.value) } : answer

export const apiPath = (flavour: 'cloud' | 'data-center'): string =>
  flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2'
