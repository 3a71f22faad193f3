import type { Flow, NextStep } from './flow.ts'
import { httpUrl } from './http-url.ts'
import { isObject, listAt, objectAt, textAt } from './json.ts'
import { readFlow, readNextStep } from './read-flow.ts'
import type { Reply } from './request.ts'

interface StatusLine {
  readonly status: number
  readonly statusText: string
}

/** The service's error envelope. */
export interface Refusal extends StatusLine {
  readonly kind: 'error'
  readonly id: string | null
  readonly message: string
  /** More specific than the message, where given. */
  readonly reason: string | null
  /** The first message for the form, where the envelope carries a part of a flow. */
  readonly uiMessage: string | null
  readonly redirectTo: string | null
  readonly retryAfterSeconds: number | null
}

export type Failure =
  | Refusal
  | (StatusLine & { readonly kind: 'unexpected' })
  /** No answer at all: offline, refused, or too slow. */
  | { readonly kind: 'network' }

/** Everything a flow's start, fetch or submit may come to. */
export type Answer =
  | { readonly kind: 'flow'; readonly flow: Flow }
  | { readonly kind: 'signed-in'; readonly next: NextStep | null }
  /** The account exists, yet the service opened no session for it. */
  | { readonly kind: 'registered' }
  | { readonly kind: 'redirect'; readonly to: string }
  | (StatusLine & { readonly kind: 'gone'; readonly useFlowId: string | null })
  /** A 400 that carries the flow with its messages. */
  | { readonly kind: 'refused'; readonly flow: Flow; readonly message: string | null }
  | Failure

export function readAnswer(reply: Reply): Answer {
  if (reply.kind === 'network') return reply
  const { status, body } = reply
  if (status === 200) return readSuccess(body) ?? unexpected(reply)
  if (status === 422) {
    const to = redirectOf(body)
    return to === null ? readFailure(reply) : { kind: 'redirect', to }
  }
  if (status === 410) return { kind: 'gone', useFlowId: textAt(body, 'use_flow_id'), ...statusLine(reply) }
  const flow = status === 400 ? readFlow(body) : null
  if (flow !== null) return { kind: 'refused', flow, message: textAt(objectAt(body, 'error'), 'message') }
  return readFailure(reply)
}

export function readFailure(reply: Reply): Failure {
  if (reply.kind === 'network') return reply
  const error = objectAt(reply.body, 'error')
  const message = textAt(error, 'message')
  if (message === null) return unexpected(reply)
  return {
    kind: 'error',
    ...statusLine(reply),
    id: textAt(error, 'id'),
    message,
    reason: textAt(error, 'reason'),
    uiMessage: textAt(listAt(objectAt(reply.body, 'ui'), 'messages')[0], 'text'),
    redirectTo: redirectOf(reply.body),
    retryAfterSeconds: reply.retryAfterSeconds,
  }
}

export const isError = (answer: Answer, id: string): boolean => answer.kind === 'error' && answer.id === id

function readSuccess(body: unknown): Answer | null {
  const flow = readFlow(body)
  if (flow !== null) return { kind: 'flow', flow }
  if (!isObject(body)) return null
  if (isObject(body['session'])) return { kind: 'signed-in', next: readNextStep(body) }
  return isObject(body['identity']) ? { kind: 'registered' } : null
}

const redirectOf = (body: unknown): string | null => httpUrl(textAt(body, 'redirect_browser_to'))

type Answered = Extract<Reply, { kind: 'answered' }>

// Over HTTP/2 there is no reason phrase; the envelope's own is the same text.
const statusLine = (reply: Answered): StatusLine => ({
  status: reply.status,
  statusText: reply.statusText || (textAt(objectAt(reply.body, 'error'), 'status') ?? ''),
})

const unexpected = (reply: Answered): Failure => ({ kind: 'unexpected', ...statusLine(reply) })
