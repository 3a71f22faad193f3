import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import type { Node } from '../../forms/nodes.ts'
import { traitNodes } from '../../identities/trait-nodes.ts'
import type { Flow } from '../flow.ts'
import type { Kind } from '../kind.ts'
import { byName, flowFrame, sortNodes, tokenNode } from '../view.ts'
import type { Visit } from '../visit.ts'

export const registration: Kind = {
  kind: 'registration',
  path: '/self-service/registration',
  firstState: 'choose_method',
  page: (pages) => pages.registration,
  expired: messages.registrationExpired,
  refusedStatus: 302,
  view: async (core, visit, flow) => flowFrame(registration, visit, flow, await nodesOf(core, visit, flow)),
}

const order = ['csrf_token', 'traits.email', 'password', 'traits.firstname', 'traits.lastname', 'method']

async function nodesOf(core: Core, visit: Visit, flow: Flow): Promise<Node[]> {
  const form = { core, visit, flow }
  let nodes = [tokenNode(visit), ...traitNodes('default')]
  for (const { registration: part } of core.methods) if (part) nodes.push(...(await part.nodes(form)))
  nodes = sortNodes(nodes, byName(...order))
  for (const { registration: part } of core.methods) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}
