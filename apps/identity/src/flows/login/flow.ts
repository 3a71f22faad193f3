import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import type { Node } from '../../forms/nodes.ts'
import type { Flow } from '../flow.ts'
import type { Kind } from '../kind.ts'
import { byGroup, flowFrame, sortNodes, tokenNode } from '../view.ts'
import type { Visit } from '../visit.ts'

export const login: Kind = {
  kind: 'login',
  path: '/self-service/login',
  firstState: 'choose_method',
  page: (pages) => pages.login,
  expired: messages.loginExpired,
  refusedStatus: 303,
  async view(core, visit, flow) {
    return {
      ...flowFrame(login, visit, flow, await nodesOf(core, visit, flow)),
      created_at: flow.createdAt.toISOString(),
      updated_at: flow.updatedAt.toISOString(),
      refresh: flow.refresh,
      requested_aal: flow.requestedAal,
    }
  },
}

async function nodesOf(core: Core, visit: Visit, flow: Flow): Promise<Node[]> {
  const form = { core, visit, flow }
  let nodes = [tokenNode(visit)]
  // No method here is a second factor.
  if (flow.requestedAal === 'aal2') return nodes
  for (const { login: part } of core.methods) if (part) nodes.push(...(await part.nodes(form)))
  nodes = sortNodes(nodes, byGroup('oidc', 'default', 'password', 'code'))
  for (const { login: part } of core.methods) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}
