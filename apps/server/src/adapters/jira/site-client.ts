import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { TrackerFailure, TrackerResult } from '../../ports/tracker.ts'
import type { CircuitBreaker } from '../../reliability/circuit-breaker.ts'
import { ResponseTooLargeError } from '../../reliability/http-client.ts'
import type { Semaphore } from '../../reliability/semaphore.ts'
import { withTimeout } from '../../reliability/timeout.ts'
import { trackerErrorTexts } from '../../texts/tracker.ts'
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
  /** Whether the request is idempotent. */
  readonly isRepeatable: boolean
  readonly signal?: AbortSignal | undefined
}

/** Resolves to the body as JSON; undefined if there is none. */
type SendJiraRequest = (question: JiraRequest) => Promise<TrackerResult<unknown>>

export interface JiraRequestOptions {
  readonly site: string
  readonly exchange: HttpExchange
  readonly authorization: string
  readonly gate: Semaphore
  readonly circuit: CircuitBreaker
  readonly timeoutMs: number
  /** The delay after the first attempt; it doubles after the second. */
  readonly backoffMs: number
  /** A longer pause requested by the site is not waited for. */
  readonly longestWaitMs: number
}

const maxAttempts = 3
const retryableStatuses = new Set([429, 502, 503, 504])

/** The result of one attempt. `again`: the site or the connection to it failed. */
interface AttemptResult {
  readonly answer: TrackerResult<unknown>
  readonly again: boolean
}

export function createJiraRequester(parts: JiraRequestOptions): SendJiraRequest {
  return async (question) => {
    for (let count = 1; ; count += 1) {
      const { answer, again } = await parts.gate.run(() => attemptRequest(parts, question))
      if (answer.ok || !again || !question.isRepeatable || count === maxAttempts) return answer
      const pauseMs = answer.reason.retryAfterMs ?? parts.backoffMs * 2 ** (count - 1) * (1 + Math.random())
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
    return { answer: { ok: false, reason: { ...unreachableFailure(site), retryAfterMs: closedForMs } }, again: false }
  }
  try {
    const response = await sendWithTimeout(parts, question)
    const read = parseJiraResponse(response, question, site)
    if (isServerFault(response.status, read)) circuit.recordFailure()
    else circuit.recordSuccess()
    return { answer: read, again: retryableStatuses.has(response.status) }
  } catch (error) {
    if (question.signal?.aborted === true) {
      circuit.recordAbandoned()
      throw error
    }
    circuit.recordFailure()
    return {
      answer: { ok: false, reason: toNetworkFailure(error, question, site) },
      again: !(error instanceof ResponseTooLargeError),
    }
  }
}

const isServerFault = (status: number, read: TrackerResult<unknown>): boolean =>
  status >= 500 || (!read.ok && read.reason.kind === 'failed')

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
  const request = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const others = signal === undefined ? [] : [signal]
  return withTimeout(timeoutMs, (limit) => exchange({ ...request, signal: limit }), ...others)
}

function parseJiraResponse(response: JiraHttpResponse, question: JiraRequest, site: string): TrackerResult<unknown> {
  const failure = toTrackerFailure(response, { site, isWrite: isWriteRequest(question) })
  if (failure !== null) return { ok: false, reason: failure }
  if (response.body.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(response.body) }
  } catch {
    return {
      ok: false,
      reason: { ...unreadableResponseFailure(site), ...(isWriteRequest(question) && { mayHaveHappened: true }) },
    }
  }
}

const unreadableResponseFailure = (site: string): TrackerFailure => ({
  kind: 'failed',
  message: trackerErrorTexts.site.answerUnreadable(site),
})

/** A search is a POST that changes nothing. */
const isWriteRequest = ({ method, isRepeatable }: JiraRequest): boolean =>
  method === 'PUT' || method === 'DELETE' || (method === 'POST' && !isRepeatable)

/** With these codes no connection was made, so nothing was sent. */
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

/** Detects the flavor of a site once an hour; a site in Atlassian's own domain is known by its name. */
export function createFlavorDetector(now: () => number = Date.now) {
  const known = new Map<string, { readonly flavour: JiraFlavor; readonly until: number }>()
  return {
    async of(site: string, sendRequest: SendJiraRequest): Promise<TrackerResult<JiraFlavor>> {
      if (cloudHosts.test(site)) return { ok: true, value: 'cloud' }
      const cached = known.get(site)
      if (cached !== undefined && cached.until > now()) return { ok: true, value: cached.flavour }
      const answer = await sendRequest({ method: 'GET', path: '/rest/api/2/serverInfo', isRepeatable: true })
      if (!answer.ok && (answer.reason.kind === 'unreachable' || answer.reason.kind === 'failed')) return answer
      const parsed = serverShape.safeParse(answer.ok ? answer.value : {})
      const isCloud = !parsed.success || parsed.data.deploymentType == null || parsed.data.deploymentType === 'Cloud'
      const flavor = isCloud ? 'cloud' : 'data-center'
      if (answer.ok) known.set(site, { flavour: flavor, until: now() + flavorCacheMs })
      return { ok: true, value: flavor }
    },
  }
}

/** The shared parts of all calls: how to send a request, and the flavor of the site. */
export interface JiraSiteClient {
  readonly site: string
  send: SendJiraRequest
  flavor(): Promise<TrackerResult<JiraFlavor>>
}

/** Validates a response; an unexpected shape is a failure of the site. */
export function parseTrackerAnswer<Value>(
  answer: TrackerResult<unknown>,
  shape: z.ZodType<Value>,
  site: string,
): TrackerResult<Value> {
  if (!answer.ok) return answer
  const parsed = shape.safeParse(answer.value)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: unreadableResponseFailure(site) }
}

export const mapTrackerResult = <From, To>(answer: TrackerResult<From>, map: (value: From) => To): TrackerResult<To> =>
  answer.ok ? { ok: true, value: map(answer.value) } : answer

export const apiPath = (flavor: 'cloud' | 'data-center'): string => (flavor === 'cloud' ? '/rest/api/3' : '/rest/api/2')
