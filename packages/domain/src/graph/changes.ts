import { creationOf, diffNode, type NodeDiff } from '../history/diff.ts'
import { settleOrder } from '../ordering/settle.ts'
import { accept, refuse, type Result } from '../result.ts'
import type { DraftGraph, Graph } from './graph.ts'
import { type GraphNode, type NodeId, primaryParentOf } from './node.ts'
import type { Refusal } from './refusal.ts'
import { findStructureFault } from './structure.ts'

/** The structure of a node as it travels in change records. */
export const structureOf = (node: GraphNode) => ({
  parentId: primaryParentOf(node),
  parentIds: node.parentIds,
  position: node.position,
  isDeleted: node.isDeleted,
})

/** What a change record does to a node of the graph: the other half of `changesOf`. */
export function applyStructure(node: GraphNode, diff: NodeDiff): GraphNode {
  const { parentIds, position, isDeleted } = diff.after
  return {
    ...node,
    ...(Array.isArray(parentIds) ? { parentIds: parentIds.filter((id) => typeof id === 'string') } : {}),
    ...(typeof position === 'number' ? { position } : {}),
    ...(typeof isDeleted === 'boolean' ? { isDeleted } : {}),
  }
}

/** Checks what the draft made of the graph, spreads what stands too near, and tells every change once, `last` at the end. */
export function conclude(
  graph: Graph,
  draft: DraftGraph,
  last: readonly NodeId[] = [],
): Result<readonly NodeDiff[], Refusal> {
  const touched = [...draft.touched]
  const fault = findStructureFault(
    graph,
    draft,
    touched.filter((id) => isRelinked(graph, draft, id)),
  )
  if (fault !== null) return refuse(fault)
  settleOrder(draft, touched)
  const atTheEnd = new Set(last)
  const order = [...[...draft.touched].filter((id) => !atTheEnd.has(id)), ...last]
  return accept(order.flatMap((id) => changesOf(id, graph.node(id), draft.node(id))))
}

function isRelinked(graph: Graph, draft: DraftGraph, id: NodeId): boolean {
  const before = graph.node(id)
  const after = draft.node(id)
  return before?.parentIds !== after?.parentIds || before?.isDeleted !== after?.isDeleted
}

function changesOf(id: NodeId, before: GraphNode | undefined, after: GraphNode | undefined): NodeDiff[] {
  if (after === undefined) return []
  if (before === undefined) return [creationOf(id)]
  const diff = diffNode(id, structureOf(before), structureOf(after))
  return diff === null ? [] : [diff]
}
