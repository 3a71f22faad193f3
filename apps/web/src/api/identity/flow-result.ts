import { type Flow, type NextStep, readFlow, readNextStep } from './flow.ts'
import { getObject, getString, isJsonFields } from '../../platform/json.ts'
import {
  type IdentityFailure,
  readIdentityFailure,
  readRedirect,
  readStatusLine,
  type StatusLine,
  toUnexpected,
} from './identity-failure.ts'
import type { HttpReply } from './request.ts'

export type { IdentityFailure } from './identity-failure.ts'

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

export const hasErrorId = (answer: FlowResult, id: string): boolean => answer.kind === 'error' && answer.id === id

function readSuccess(body: unknown): FlowResult | null {
  const flow = readFlow(body)
  if (flow !== null) return { kind: 'flow', flow }
  if (!isJsonFields(body)) return null
  if (isJsonFields(body['session'])) return { kind: 'signed-in', next: readNextStep(body) }
  return isJsonFields(body['identity']) ? { kind: 'registered' } : null
}
