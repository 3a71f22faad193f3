import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import type { UiNode } from '../../forms/nodes.ts'
import { buildTraitNodes } from '../../identities/trait-nodes.ts'
import type { Flow } from '../flow.ts'
import type { FlowDefinition } from '../kind.ts'
import { rankByName, renderFlow, sortNodes, renderCsrfNode } from '../view.ts'
import type { Visit } from '../visit.ts'

export const registrationFlow: FlowDefinition = {
  kind: 'registration',
  path: '/self-service/registration',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.registration,
  expiredMessage: messages.registrationExpired,
  refusedStatus: 302,
  view: async (core, visit, flow) => renderFlow(registrationFlow, visit, flow, await buildRegistrationNodes(core, visit, flow)),
}

const nodeOrder = ['csrf_token', 'traits.email', 'password', 'traits.firstname', 'traits.lastname', 'method']

async function buildRegistrationNodes(core: Core, visit: Visit, flow: Flow): Promise<UiNode[]> {
  const form = { core, visit, flow }
  let nodes = [renderCsrfNode(visit), ...buildTraitNodes('default')]
  for (const { registration: part } of core.methods) if (part) nodes.push(...(await part.nodes(form)))
  nodes = sortNodes(nodes, rankByName(...nodeOrder))
  for (const { registration: part } of core.methods) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}
