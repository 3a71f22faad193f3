import type { GraphView, NodeId } from '@espalier/domain'
import { listInTreeOrder } from '../workspace/tree-order.ts'

/** Returns the children of a node that the map shows. */
export const listShownChildren = (
  graph: GraphView,
  id: NodeId,
  isShown: (id: NodeId) => boolean,
): readonly NodeId[] => {
  const children = graph.children(id)
  return children
    .slice(0, children.length)
    .map((child) => child.id)
    .filter(isShown)
}

/**
 * Lists the steps of a presentation in tree order: each branch that the map shows unfolded, and the roots. Folded and
 * filtered nodes are left out, so that a person decides what is presented.
 */
export const listSteps = (graph: GraphView, isShown: (id: NodeId) => boolean): readonly NodeId[] =>
  listInTreeOrder(graph).filter(
    (id) => isShown(id) && (isTop(graph, id, isShown) || listShownChildren(graph, id, isShown).length > 0),
  )

const isTop = (graph: GraphView, id: NodeId, isShown: (id: NodeId) => boolean): boolean =>
  graph.node(id)?.parentIds.some(isShown) !== true

/** Returns the step at which a presentation begins: that of the selected node, or of the nearest branch above it. */
export function findFirstStep(graph: GraphView, steps: readonly NodeId[], selectedId: NodeId | null): number {
  const seen = new Set<NodeId>()
  for (let at = selectedId; at !== null && !seen.has(at); at = graph.node(at)?.parentIds[0] ?? null) {
    seen.add(at)
    const step = steps.indexOf(at)
    if (step >= 0) return step
  }
  return 0
}
