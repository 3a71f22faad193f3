import type { NodeId, NodeStatus, ProjectId } from '@espalier/domain'

export interface PlanNode {
  readonly id: NodeId
  /** What a person reads of it. */
  readonly title: string
  readonly status: NodeStatus
  /** Those of the plan, the primary one first. None: it stands at the top. */
  readonly parentIds: readonly NodeId[]
}

/** A project as a view beside the product needs it: to be looked at. */
export interface Plan {
  /** Null: made up. */
  readonly projectId: ProjectId | null
  readonly title: string
  readonly status: NodeStatus
  /** Level by level: a primary parent comes before its children, siblings stand in their order. */
  readonly nodes: readonly PlanNode[]
  /** How many there are, with those that were left out. */
  readonly total: number
}

/** What came of asking for one. Missing: there is no such project, or none that this person may know of. */
export type PlanResult =
  | { readonly kind: 'missing' | 'failed'; readonly text: string }
  | { readonly kind: 'known'; readonly plan: Plan }

/** Where a node is worked on; null for one that is made up. */
export const planNodeUrl = ({ projectId }: Plan, nodeId: NodeId): string | null =>
  projectId === null ? null : `/tree/${projectId}#node=${encodeURIComponent(nodeId)}`

/** The nodes by the primary parent they stand under, each list in its order; null: those at the top. */
export function groupByPrimaryParent({ nodes }: Plan): ReadonlyMap<NodeId | null, readonly PlanNode[]> {
  const lists = new Map<NodeId | null, PlanNode[]>([[null, []]])
  for (const node of nodes) {
    const parentId = node.parentIds[0] ?? null
    const list = lists.get(parentId)
    if (list === undefined) lists.set(parentId, [node])
    else list.push(node)
  }
  return lists
}
