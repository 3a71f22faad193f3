import type { NodeId } from '../node/node.ts'
import type { PlannedNode } from '../planning/planned-node.ts'

/**
 * What a node waits for. It waits for its children, for its blockers, and for the blockers of each of its ancestors.
 * Ids of nodes that do not live are allowed; nobody waits for those.
 */
export interface WaitingNode {
  readonly id: NodeId
  readonly parentIds: readonly NodeId[]
  /** Nodes that must be done before this one, or anything below it, can start. */
  readonly blockedByIds: readonly NodeId[]
}

/** The fields of a living node that the schedule reads. */
export interface SchedulableNode extends WaitingNode, Pick<PlannedNode, 'status' | 'estimate'> {
  /** False in a stage whose nodes do not count, such as 'Dropped'. */
  readonly isCounted: boolean
}

/** The living nodes of a project, with their links in both directions. What lives may still name a deleted node. */
export interface WaitingGraph {
  /** Returns undefined for a node that does not live. */
  getNode(id: NodeId): WaitingNode | undefined
  getChildIds(id: NodeId): readonly NodeId[]
  /** Returns the nodes that have this one among their own blockers. */
  getBlockedIds(id: NodeId): readonly NodeId[]
}
