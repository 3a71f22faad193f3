import { setTimeout as wait } from 'node:timers/promises'

import { ResponseTooLargeError } from '../../outgoing/read-answer.ts'
import { withTimeout } from '../../outgoing/within.ts'
import type { CircuitBreaker } from '../../resilience/circuit.ts'
import type { TrackerResult, TrackerFailure } from '../../ports/tracker.ts'
import type { HttpExchange, JiraHttpResponse } from './exchange.ts'
import { toTrackerFailure, tooLargeFailure, unreachableFailure } from './failures.ts'
import type { SiteSemaphore } from './gate.ts'

export interface JiraRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Whether asking twice is the same as asking once. */
  readonly isRepeatable: boolean
  readonly signal?: AbortSignal | undefined
}

/** The body as JSON; undefined where there is none. */
export type SendJiraRequest = (question: JiraRequest) => Promise<TrackerResult<unknown>>

export interface JiraRequestOptions {
  readonly site: string
  readonly exchange: HttpExchange
  readonly authorization: string
  readonly gate: SiteSemaphore
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

function sendWithTimeout({ exchange, authorization, timeoutMs }: JiraRequestOptions, question: JiraRequest): Promise<JiraHttpResponse> {
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
    return { ok: false, failure: { ...unreadableResponseFailure(site), ...(isWriteRequest(question) && { mayHaveHappened: true }) } }
  }
}

export const unreadableResponseFailure = (site: string): TrackerFailure => ({
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
  const failure: TrackerFailure = error instanceof ResponseTooLargeError ? tooLargeFailure(site) : unreachableFailure(site)
  return { ...failure, ...(mayHaveHappened && { mayHaveHappened }) }
}
