import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import type { UiNode } from '../../forms/nodes.ts'
import type { Flow } from '../flow.ts'
import type { FlowDefinition } from '../kind.ts'
import { rankByGroup, renderFlow, sortNodes, renderCsrfNode } from '../view.ts'
import type { Visit } from '../visit.ts'

export const loginFlow: FlowDefinition = {
  kind: 'login',
  path: '/self-service/login',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.login,
  expiredMessage: messages.loginExpired,
  refusedStatus: 303,
  async view(core, visit, flow) {
    return {
      ...renderFlow(loginFlow, visit, flow, await buildLoginNodes(core, visit, flow)),
      created_at: flow.createdAt.toISOString(),
      updated_at: flow.updatedAt.toISOString(),
      refresh: flow.refresh,
      requested_aal: flow.requestedAal,
    }
  },
}

async function buildLoginNodes(core: Core, visit: Visit, flow: Flow): Promise<UiNode[]> {
  const form = { core, visit, flow }
  let nodes = [renderCsrfNode(visit)]
  // No method here is a second factor.
  if (flow.requestedAal === 'aal2') return nodes
  for (const { login: part } of core.methods) if (part) nodes.push(...(await part.nodes(form)))
  nodes = sortNodes(nodes, rankByGroup('oidc', 'default', 'password', 'code'))
  for (const { login: part } of core.methods) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}
