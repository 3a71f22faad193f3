import { setTimeout as wait } from 'node:timers/promises'

import { AnswerTooLong } from '../../outgoing/read-answer.ts'
import { within } from '../../outgoing/within.ts'
import type { Circuit } from '../../resilience/circuit.ts'
import type { TrackerAnswer, TrackerFailure } from '../../ports/tracker.ts'
import type { Exchange, Told } from './exchange.ts'
import { failureOf, tooLong, unreachable } from './failures.ts'
import type { Gate } from './gate.ts'

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Whether asking twice is the same as asking once. */
  readonly isRepeatable: boolean
  readonly signal?: AbortSignal | undefined
}

/** The body as JSON; undefined where there is none. */
export type Ask = (question: Question) => Promise<TrackerAnswer<unknown>>

export interface AskParts {
  readonly site: string
  readonly exchange: Exchange
  readonly authorization: string
  readonly gate: Gate
  readonly circuit: Circuit
  readonly timeoutMs: number
  /** After the first try; twice as long after the second. */
  readonly backoffMs: number
  /** A site that wants to be left alone for longer is not waited for. */
  readonly longestWaitMs: number
}

const mostTries = 3
const worthAnotherTry = new Set([429, 502, 503, 504])

/** What became of one try. `again`: the site itself, or the way to it, failed. */
interface Try {
  readonly answer: TrackerAnswer<unknown>
  readonly again: boolean
}

export function createAsk(parts: AskParts): Ask {
  return async (question) => {
    for (let count = 1; ; count += 1) {
      const { answer, again } = await parts.gate.pass(() => tryOnce(parts, question))
      if (answer.ok || !again || !question.isRepeatable || count === mostTries) return answer
      const pauseMs = answer.failure.retryAfterMs ?? parts.backoffMs * 2 ** (count - 1) * (1 + Math.random())
      if (pauseMs > parts.longestWaitMs) return answer
      await wait(pauseMs, undefined, question.signal && { signal: question.signal })
    }
  }
}

async function tryOnce(parts: AskParts, question: Question): Promise<Try> {
  const { circuit, site } = parts
  question.signal?.throwIfAborted()
  const closedForMs = circuit.refusal()
  if (closedForMs !== null) {
    return { answer: { ok: false, failure: { ...unreachable(site), retryAfterMs: closedForMs } }, again: false }
  }
  try {
    const told = await send(parts, question)
    const read = readAnswer(told, question, site)
    if (isSitesFault(told.status, read)) circuit.failed()
    else circuit.succeeded()
    return { answer: read, again: worthAnotherTry.has(told.status) }
  } catch (error) {
    if (question.signal?.aborted === true) {
      circuit.abandoned()
      throw error
    }
    circuit.failed()
    return {
      answer: { ok: false, failure: failureOfError(error, question, site) },
      again: !(error instanceof AnswerTooLong),
    }
  }
}

const isSitesFault = (status: number, read: TrackerAnswer<unknown>): boolean =>
  status >= 500 || (!read.ok && read.failure.kind === 'failed')

function send({ exchange, authorization, timeoutMs }: AskParts, question: Question): Promise<Told> {
  const { method, path, body, signal } = question
  const headers = {
    accept: 'application/json',
    authorization,
    'user-agent': 'Espalier',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const asked = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const others = signal === undefined ? [] : [signal]
  return within(timeoutMs, (limit) => exchange({ ...asked, signal: limit }), ...others)
}

function readAnswer(told: Told, question: Question, site: string): TrackerAnswer<unknown> {
  const failure = failureOf(told, { site, isWrite: isWrite(question) })
  if (failure !== null) return { ok: false, failure }
  if (told.body.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(told.body) }
  } catch {
    return { ok: false, failure: { ...garbled(site), ...(isWrite(question) && { mayHaveHappened: true }) } }
  }
}

export const garbled = (site: string): TrackerFailure => ({
  kind: 'failed',
  message: `${site} gave an answer that cannot be read`,
})

/** A search is a POST that changes nothing. */
const isWrite = ({ method, isRepeatable }: Question): boolean =>
  method === 'PUT' || method === 'DELETE' || (method === 'POST' && !isRepeatable)

/** Nothing was sent where no connection was made. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EREFUSEDADDRESS',
  'ERR_INVALID_IP_ADDRESS',
])

function failureOfError(error: unknown, question: Question, site: string): TrackerFailure {
  const { code } = error as NodeJS.ErrnoException
  const mayHaveHappened = isWrite(question) && !unsent.has(code ?? '')
  const failure: TrackerFailure = error instanceof AnswerTooLong ? tooLong(site) : unreachable(site)
  return { ...failure, ...(mayHaveHappened && { mayHaveHappened }) }
}
