import { csrfNode, fillNodes, type Node } from '../forms/nodes.ts'
import type { Flow } from './flow.ts'
import { submitUrl, type Kind } from './kind.ts'
import type { Visit } from './visit.ts'

/** What the views of all kinds have in common. */
export function flowFrame(kind: Kind, visit: Visit, flow: Flow, nodes: readonly Node[]) {
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
      action: submitUrl(kind, visit, flow),
      method: 'POST',
      nodes: fillNodes(nodes, flow.form),
      ...(messages.length > 0 && { messages }),
    },
    state: flow.state,
  }
}

export const tokenNode = (visit: Visit): Node => csrfNode(visit.csrf.masked())

/** In the order of the ranks; equals stay as they are. */
export const sortNodes = (nodes: readonly Node[], rank: (node: Node) => number): Node[] =>
  [...nodes].sort((left, right) => rank(left) - rank(right))

/** By group, in this order. */
export const byGroup =
  (...groups: readonly Node['group'][]) =>
  (node: Node): number =>
    groups.indexOf(node.group)

/** By name, in this order; a name that is not listed comes first. */
export const byName =
  (...names: readonly string[]) =>
  (node: Node): number =>
    names.indexOf(node.attributes.name)
