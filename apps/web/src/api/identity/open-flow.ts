import { type FlowResult, hasErrorId } from './flow-result.ts'
import type { Flow } from './flow.ts'
import type { FlowKind, IdentityClient, StartQuery } from './identity-client.ts'

export interface FlowRequest {
  readonly kind: FlowKind
  /** The id in the page's address, where there is one. */
  readonly flowId: string | null
  readonly query?: StartQuery
}

export type FlowOpening =
  /** `isReplacement`: the id in the address was of no use, and should leave it. */
  | { readonly kind: 'opened'; readonly flow: Flow; readonly isReplacement: boolean }
  | { readonly kind: 'already-signed-in' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'failed'; readonly answer: FlowResult }

/** The flow named in the address; where that one is of no use any more, or none is named, a new one. */
export async function openFlow(identity: IdentityClient, wanted: FlowRequest): Promise<FlowOpening> {
  if (wanted.flowId === null) return startFlow(identity, wanted, false)
  const found = await identity.fetchFlow(wanted.kind, wanted.flowId)
  if (found.kind === 'flow') return { kind: 'opened', flow: found.flow, isReplacement: false }
  return isRejectedId(found) ? startFlow(identity, wanted, true) : { kind: 'failed', answer: found }
}

async function startFlow(identity: IdentityClient, wanted: FlowRequest, isReplacement: boolean): Promise<FlowOpening> {
  const { kind, query = {} } = wanted
  let answer = await identity.startFlow(kind, query)
  // A page of ours may be missing in the operator's allow-list: signing in matters more than where it leads.
  if (hasErrorId(answer, 'self_service_flow_return_to_forbidden') && query.return_to != null)
    answer = await identity.startFlow(kind, { ...query, return_to: null })
  if (answer.kind === 'flow') return { kind: 'opened', flow: answer.flow, isReplacement }
  if (hasErrorId(answer, 'session_already_available')) return { kind: 'already-signed-in' }
  if (answer.kind === 'redirect') return answer
  if (answer.kind === 'error' && answer.status === 401) return { kind: 'signed-out' }
  return { kind: 'failed', answer }
}

// 429 says 'not now', not 'not this one': another call would only lengthen the wait.
const isRejectedId = (answer: FlowResult): boolean =>
  'status' in answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429

/** Sends a payload that fits any flow of its kind; an expired flow gets a fresh one and a single second try. */
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
