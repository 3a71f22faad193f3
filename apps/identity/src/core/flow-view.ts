import type { Flow } from '../protocol/flow.ts'
import { createCsrfNode, fillNodesFromForm, getNodeName, type UiNode } from '../protocol/nodes.ts'
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
const sortNodes = (nodes: readonly UiNode[], rank: (node: UiNode) => number): UiNode[] =>
  [...nodes].sort((left, right) => rank(left) - rank(right))

/** The part of a method that draws one kind of flow. */
interface NodeSource<Given> {
  nodes(form: Given): Promise<UiNode[]>
  arrange?(form: Given, nodes: readonly UiNode[]): Promise<UiNode[]>
}

/** Adds the nodes of every method that offers this kind of flow, sorts all, and lets each method arrange them. */
export async function buildMethodNodes<Given>(
  form: Given,
  parts: readonly (NodeSource<Given> | undefined)[],
  common: readonly UiNode[],
  rank: (node: UiNode) => number,
): Promise<UiNode[]> {
  const unsorted = [...common]
  for (const part of parts) if (part) unsorted.push(...(await part.nodes(form)))
  let nodes = sortNodes(unsorted, rank)
  for (const part of parts) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}

/** Ranks nodes by the position of their group in this list. */
export const rankByGroup =
  (...groups: readonly UiNode['group'][]) =>
  (node: UiNode): number =>
    groups.indexOf(node.group)

/** Ranks nodes by the position of their name in this list; an unlisted name comes first. */
export const rankByName =
  (...names: readonly string[]) =>
  (node: UiNode): number =>
    names.indexOf(getNodeName(node))
