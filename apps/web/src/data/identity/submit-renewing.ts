import type { Answer } from './answer.ts'
import type { Flow } from './flow.ts'
import type { IdentityClient } from './identity-client.ts'
import { type FlowRequest, openFlow } from './open-flow.ts'

/** Sends a payload that fits any flow of its kind; an expired flow gets a fresh one and a single second try. */
export async function submitRenewing(
  identity: IdentityClient,
  flow: Flow,
  payload: object,
  renewal: Omit<FlowRequest, 'flowId'>,
): Promise<Answer> {
  const first = await identity.submit(flow, payload)
  if (first.kind !== 'gone') return first
  const fresh = await openFlow(identity, { ...renewal, flowId: first.useFlowId })
  return fresh.kind === 'opened' ? identity.submit(fresh.flow, payload) : first
}
