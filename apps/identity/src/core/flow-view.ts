import type { Flow } from '../protocol/flow.ts'
import { createCsrfNode, fillNodesFromForm, type UiNode } from '../protocol/nodes.ts'
import { type FlowDefinition, flowSubmitUrl } from './flow-lifecycle.ts'
import type { Visit } from './visit.ts'

/** Renders what the views of all kinds of flow have in common. */
export function renderFlow(kind: FlowDefinition, visit: Visit, flow: Flow, nodes: readonly UiNode[]) {
  const { messages } = flow.form
  return {
    id: flow.id,
    organization_id: null,
    type: 'browser',
    expires_at: flow.expiresAt.toISOString(),
    issued_at: flow.issuedAt.toISOString(),
    request_url: flow.requestUrl,
    ...(flow.returnTo !== null && { return_to: flow.returnTo }),
    ...(flow.active !== null && { active: flow.active }),
    ui: {
      action: flowSubmitUrl(kind, visit, flow),
      method: 'POST',
      nodes: fillNodesFromForm(nodes, flow.form),
      ...(messages.length > 0 && { messages }),
    },
    state: flow.state,
  }
}

export const renderCsrfNode = (visit: Visit): UiNode => createCsrfNode(visit.csrf.createFormToken())

/** Sorts nodes by rank; nodes of equal rank keep their order. */
export const sortNodes = (nodes: readonly UiNode[], rank: (node: UiNode) => number): UiNode[] =>
  [...nodes].sort((left, right) => rank(left) - rank(right))

/** Ranks nodes by the position of their group in this list. */
export const rankByGroup =
  (...groups: readonly UiNode['group'][]) =>
  (node: UiNode): number =>
    groups.indexOf(node.group)

/** Ranks nodes by the position of their name in this list; an unlisted name comes first. */
export const rankByName =
  (...names: readonly string[]) =>
  (node: UiNode): number =>
    names.indexOf(node.attributes.name)
