import { type Flow, type NextStep, readFlow, readNextStep } from './flow.ts'
import { getArray, getObject, getString, isJsonFields } from '../../platform/json.ts'
import { type HttpReply, parseHttpUrl } from './request.ts'

interface StatusLine {
  readonly status: number
  readonly statusText: string
}

/** The service's error envelope. */
export interface IdentityError extends StatusLine {
  readonly kind: 'error'
  readonly id: string | null
  readonly message: string
  /** More specific than the message, if given. */
  readonly reason: string | null
  /** The first message for the form, if the envelope contains a part of a flow. */
  readonly uiMessage: string | null
  readonly redirectTo: string | null
  readonly retryAfterSeconds: number | null
}

export type IdentityFailure =
  | IdentityError
  | (StatusLine & { readonly kind: 'unexpected' })
  /** There was no answer: offline, refused, or too slow. */
  | { readonly kind: 'network' }

/** Every result that starting, fetching or submitting a flow can have. */
export type FlowResult =
  | { readonly kind: 'flow'; readonly flow: Flow }
  | { readonly kind: 'signed-in'; readonly next: NextStep | null }
  /** The account exists, but the service opened no session for it. */
  | { readonly kind: 'registered' }
  | { readonly kind: 'redirect'; readonly to: string }
  | (StatusLine & { readonly kind: 'gone'; readonly useFlowId: string | null })
  /** A 400 with the flow and its messages. */
  | { readonly kind: 'refused'; readonly flow: Flow; readonly message: string | null }
  | IdentityFailure

export function readFlowResult(reply: HttpReply): FlowResult {
  if (reply.kind === 'network') return reply
  const { status, body } = reply
  if (status === 200) return readSuccess(body) ?? toUnexpected(reply)
  if (status === 422) {
    const to = readRedirect(body)
    return to === null ? readIdentityFailure(reply) : { kind: 'redirect', to }
  }
  if (status === 410) return { kind: 'gone', useFlowId: getString(body, 'use_flow_id'), ...readStatusLine(reply) }
  const flow = status === 400 ? readFlow(body) : null
  if (flow !== null) return { kind: 'refused', flow, message: getString(getObject(body, 'error'), 'message') }
  return readIdentityFailure(reply)
}

export function readIdentityFailure(reply: HttpReply): IdentityFailure {
  if (reply.kind === 'network') return reply
  const error = getObject(reply.body, 'error')
  const message = getString(error, 'message')
  if (message === null) return toUnexpected(reply)
  return {
    kind: 'error',
    ...readStatusLine(reply),
    id: getString(error, 'id'),
    message,
    reason: getString(error, 'reason'),
    uiMessage: getString(getArray(getObject(reply.body, 'ui'), 'messages')[0], 'text'),
    redirectTo: readRedirect(reply.body),
    retryAfterSeconds: reply.retryAfterSeconds,
  }
}

export const hasErrorId = (answer: FlowResult, id: string): boolean => answer.kind === 'error' && answer.id === id

function readSuccess(body: unknown): FlowResult | null {
  const flow = readFlow(body)
  if (flow !== null) return { kind: 'flow', flow }
  if (!isJsonFields(body)) return null
  if (isJsonFields(body['session'])) return { kind: 'signed-in', next: readNextStep(body) }
  return isJsonFields(body['identity']) ? { kind: 'registered' } : null
}

const readRedirect = (body: unknown): string | null => parseHttpUrl(getString(body, 'redirect_browser_to'))

type CompletedReply = Extract<HttpReply, { kind: 'answered' }>

// Over HTTP/2 there is no reason phrase; the envelope's own is the same text.
const readStatusLine = (reply: CompletedReply): StatusLine => ({
  status: reply.status,
  statusText: reply.statusText || (getString(getObject(reply.body, 'error'), 'status') ?? ''),
})

const toUnexpected = (reply: CompletedReply): IdentityFailure => ({ kind: 'unexpected', ...readStatusLine(reply) })
