import { limits } from '../limits.ts'
import type { GraphView } from './graph.ts'
import type { NodeId } from './node.ts'
import { measureChains, getParentIds } from './walk.ts'

const knownParentIds = (graph: GraphView) => (id: NodeId) => getParentIds(graph, id).filter((parent) => graph.node(parent))

/** How many nodes stand above this one, by its longest way up. A root has none. */
export function getDepth(graph: GraphView, id: NodeId): number {
  const length = measureChains([id], knownParentIds(graph)).lengths.get(id) ?? 1
  return Math.min(length - 1, limits.chainNodes)
}

/** The depth of every living node in one pass, O(nodes and links). */
export function getDepths(graph: GraphView): Map<NodeId, number> {
  const living: NodeId[] = []
  for (const node of graph.nodes()) if (!node.isDeleted) living.push(node.id)
  const { lengths } = measureChains(living, knownParentIds(graph))
  return new Map(living.map((id) => [id, Math.min((lengths.get(id) ?? 1) - 1, limits.chainNodes)]))
}
