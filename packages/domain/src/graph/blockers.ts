import { planLimits } from '../core/limits.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { type GraphNode, type NodeId, sameIds } from '../node/node.ts'
import { findWaitingCycle, type WaitingGraph } from './find-waiting-cycle.ts'
import type { BlockerGraphView, DraftGraph, Graph, GraphView } from './graph.ts'

/** The blockers an update requests: the whole list, or entries of it. What is omitted or null says nothing. */
export interface BlockerChoice {
  readonly blockedByIds?: readonly NodeId[] | null | undefined
  readonly addBlockedByIds?: readonly NodeId[] | null | undefined
  readonly removeBlockedByIds?: readonly NodeId[] | null | undefined
}

/** The inputs that change the blockers of a node. */
export const blockerInputs = ['blockedByIds', 'addBlockedByIds', 'removeBlockedByIds'] as const

export type BlockerFault = 'waits-for-itself' | 'blocker-missing' | 'too-many-blockers'

/** Returns the blockers that a node gets. Those it has already may stay, although they are deleted. */
export function chooseBlockers(
  graph: GraphView,
  { id, blockedByIds: present }: Pick<GraphNode, 'id' | 'blockedByIds'>,
  choice: BlockerChoice,
): Result<readonly NodeId[], BlockerFault> {
  const { addBlockedByIds: added, removeBlockedByIds: removed } = choice
  const listed = new Set([...(choice.blockedByIds ?? present), ...(added ?? [])])
  for (const removedId of removed ?? []) listed.delete(removedId)
  const next = [...listed]
  if (sameIds(next, present)) return accept(present)
  if (listed.has(id)) return refuse('waits-for-itself')
  const isKnown = (blockerId: NodeId): boolean =>
    present.includes(blockerId) || graph.node(blockerId)?.isDeleted === false
  if (!next.every(isKnown)) return refuse('blocker-missing')
  const isTooLong = next.length > planLimits.blockersPerNode && next.length > present.length
  return isTooLong ? refuse('too-many-blockers') : accept(next)
}

/**
 * Tells whether a node of the draft would wait for itself. A cycle needs a blocker, so that a project without any is
 * not searched.
 */
export function closesWaitingCycle(graph: Graph, draft: DraftGraph, changedIds: readonly NodeId[]): boolean {
  const changed = changedIds.flatMap((id) => draft.node(id) ?? [])
  const living = changed.filter(({ isDeleted }) => !isDeleted)
  if (!graph.hasBlockers && living.every(({ blockedByIds }) => blockedByIds.length === 0)) return false
  const gone = new Set(changed.filter(({ isDeleted }) => isDeleted).map(({ id }) => id))
  return findWaitingCycle(toWaitingGraph(graph, gone), living) !== null
}

/** The living nodes of a graph without those that are gone. */
export function toWaitingGraph(graph: BlockerGraphView, gone: ReadonlySet<NodeId>): WaitingGraph {
  const getNode = (id: NodeId): GraphNode | undefined => {
    const node = gone.has(id) ? undefined : graph.node(id)
    return node?.isDeleted === false ? node : undefined
  }
  const isLiving = (id: NodeId): boolean => getNode(id) !== undefined
  return {
    getNode,
    getChildIds: (id) => Array.from(graph.children(id), (child) => child.id).filter(isLiving),
    getBlockedIds: (id) => [...graph.blockedIds(id)].filter(isLiving),
  }
}
