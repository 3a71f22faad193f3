import type { NodeId } from '../node/node.ts'
import { toWaitingGraph } from './blockers.ts'
import { findWaitingCycle } from './find-waiting-cycle.ts'
import type { BlockerGraphView } from './graph.ts'

/**
 * Tells whether a node would wait for itself if another one blocked it. The rules of edits decide the same with the
 * edit; this is for showing it before, and not part of a page's start.
 */
export function wouldWaitForItself(graph: BlockerGraphView, id: NodeId, blockerId: NodeId): boolean {
  const node = graph.node(id)
  if (node === undefined || id === blockerId) return id === blockerId
  const blocked = { ...node, blockedByIds: [...node.blockedByIds, blockerId] }
  return findWaitingCycle(toWaitingGraph(graph, new Set()), [blocked]) !== null
}
