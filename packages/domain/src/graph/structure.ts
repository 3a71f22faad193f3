import { limits } from '../limits.ts'
import type { GraphView } from './graph.ts'
import type { GraphNode, NodeId } from './node.ts'
import { getChildIds, measureChains, getParentIds } from './walk.ts'

export type StructureFault =
  | 'self-parent'
  | 'would-cycle'
  | 'duplicate-parent'
  | 'parent-missing'
  | 'parent-elsewhere'
  | 'parent-deleted'
  | 'too-deep'

/**
 * Whether the changed nodes may stand as `after` has them. `before` must have been sound.
 * Looks at the ancestors of the changed nodes and, of those that got deeper, at the descendants.
 */
export function findStructureFault(
  before: GraphView,
  after: GraphView,
  changedIds: Iterable<NodeId>,
): StructureFault | null {
  const changed: NodeId[] = []
  for (const id of changedIds) {
    const node = after.node(id)
    if (node === undefined || node.isDeleted) continue
    const fault = findParentFault(after, node)
    if (fault !== null) return fault
    changed.push(id)
  }
  const above = measureChains(changed, (id) => getParentIds(after, id))
  if (above.hasCycle) return 'would-cycle'
  const aboveBefore = measureChains(changed, (id) => getParentIds(before, id)).lengths
  const wasLiving = (id: NodeId): boolean => before.node(id)?.isDeleted === false
  const deepened = changed.filter((id) => {
    const earlier = wasLiving(id) ? (aboveBefore.get(id) ?? 0) : 0
    return (above.lengths.get(id) ?? 0) > earlier
  })
  const below = measureChains(deepened, (id) => getChildIds(after, id)).lengths
  const isTooDeep = deepened.some((id) => (above.lengths.get(id) ?? 0) + (below.get(id) ?? 0) - 1 > limits.chainNodes)
  return isTooDeep ? 'too-deep' : null
}

function findParentFault(graph: GraphView, node: GraphNode): StructureFault | null {
  if (node.parentIds.includes(node.id)) return 'self-parent'
  if (new Set(node.parentIds).size !== node.parentIds.length) return 'duplicate-parent'
  for (const parentId of node.parentIds) {
    const parent = graph.node(parentId)
    if (parent === undefined) return 'parent-missing'
    if (parent.projectId !== node.projectId) return 'parent-elsewhere'
    if (parent.isDeleted) return 'parent-deleted'
  }
  return null
}
