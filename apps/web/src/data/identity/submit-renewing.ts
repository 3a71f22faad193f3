import type { FlowResult } from './answer.ts'
import type { Flow } from './flow.ts'
import type { IdentityClient } from './identity-client.ts'
import { type FlowRequest, openFlow } from './open-flow.ts'

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
