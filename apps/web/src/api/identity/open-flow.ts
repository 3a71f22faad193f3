import { type FlowResult, hasErrorId } from './flow-result.ts'
import type { Flow } from './flow.ts'
import type { FlowKind, IdentityClient, StartQuery } from './identity-client.ts'

export interface FlowRequest {
  readonly kind: FlowKind
  /** The flow id in the page's address, if there is one. */
  readonly flowId: string | null
  readonly query?: StartQuery
}

export type FlowOpening =
  /** `isReplacement`: the id in the address was invalid and should be removed from it. */
  | { readonly kind: 'opened'; readonly flow: Flow; readonly isReplacement: boolean }
  | { readonly kind: 'already-signed-in' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'failed'; readonly answer: FlowResult }

/** Opens the flow named in the address, or a new one when none is named or it is no longer valid. */
export async function openFlow(identity: IdentityClient, wanted: FlowRequest): Promise<FlowOpening> {
  if (wanted.flowId === null) return startFlow(identity, wanted, false)
  const found = await identity.fetchFlow(wanted.kind, wanted.flowId)
  if (found.kind === 'flow') return { kind: 'opened', flow: found.flow, isReplacement: false }
  return isRejectedId(found) ? startFlow(identity, wanted, true) : { kind: 'failed', answer: found }
}

async function startFlow(identity: IdentityClient, wanted: FlowRequest, isReplacement: boolean): Promise<FlowOpening> {
  const { kind, query = {} } = wanted
  let answer = await identity.startFlow(kind, query)
  // One of our pages may be missing in the operator's allow-list: signing in matters more than where it leads.
  if (hasErrorId(answer, 'self_service_flow_return_to_forbidden') && query.return_to != null)
    answer = await identity.startFlow(kind, { ...query, return_to: null })
  if (answer.kind === 'flow') return { kind: 'opened', flow: answer.flow, isReplacement }
  if (hasErrorId(answer, 'session_already_available'))
    return kind === 'login' && query.aal === undefined
      ? startSecondStep(identity, wanted, isReplacement)
      : { kind: 'already-signed-in' }
  if (answer.kind === 'error' && answer.id === 'session_aal2_required' && answer.redirectTo !== null)
    return { kind: 'redirect', to: answer.redirectTo }
  if (answer.kind === 'redirect') return answer
  if (answer.kind === 'error' && answer.status === 401) return { kind: 'signed-out' }
  return { kind: 'failed', answer }
}

/** The session may be half a sign-in that was left before its second step. */
async function startSecondStep(
  identity: IdentityClient,
  wanted: FlowRequest,
  isReplacement: boolean,
): Promise<FlowOpening> {
  const who = await identity.whoami()
  if (who.kind !== 'anonymous' || who.needsSecondStep !== true) return { kind: 'already-signed-in' }
  return startFlow(identity, { ...wanted, query: { ...wanted.query, aal: 'aal2' } }, isReplacement)
}

// 429 means 'not now', not 'not this flow': another call would only lengthen the wait.
const isRejectedId = (answer: FlowResult): boolean =>
  'status' in answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429

/** Submits a payload that fits any flow of its kind; an expired flow is replaced and retried once. */
export async function submitWithRenewal(
  identity: IdentityClient,
  flow: Flow,
  payload: object,
  renewal: Omit<FlowRequest, 'flowId'>,
): Promise<FlowResult> {
  const first = await identity.submitFlow(flow, payload)
  if (first.kind !== 'gone') return first
  const fresh = await openFlow(identity, { ...renewal, flowId: first.useFlowId })
  return fresh.kind === 'opened' ? identity.submitFlow(fresh.flow, payload) : first
}
