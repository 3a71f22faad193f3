import { limits } from '../core/limits.ts'
import { defineTexts } from '../core/texts.ts'
import type { GraphNode, NodeId } from '../node/node.ts'
import type { FieldRefusal } from '../node/settle-fields.ts'
import type { BlockerFault } from './blockers.ts'
import type { GraphView } from './graph.ts'
import type { SiblingSpotFault } from './spacing.ts'
import { getChildIds, getParentIds, measureChains } from './walk.ts'

type StructureFault =
  | 'self-parent'
  | 'would-cycle'
  | 'duplicate-parent'
  | 'parent-missing'
  | 'parent-elsewhere'
  | 'parent-deleted'
  | 'too-deep'

/**
 * Tells whether the changed nodes may be as `after` has them. `before` must be sound. Checks the ancestors of the
 * changed nodes and the descendants of those that got deeper.
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

export type EditRefusal =
  | StructureFault
  | SiblingSpotFault
  | BlockerFault
  | FieldRefusal
  | 'id-taken'
  | 'node-missing'
  | 'node-deleted'
  | 'already-parent'
  | 'not-a-parent'
  | 'last-node'

/** The API's error code for each refusal. */
export const editRefusalCodes: Readonly<Record<EditRefusal, 'CONFLICT' | 'NOT_FOUND' | 'BAD_USER_INPUT'>> = {
  'self-parent': 'CONFLICT',
  'would-cycle': 'CONFLICT',
  'duplicate-parent': 'CONFLICT',
  'waits-for-itself': 'CONFLICT',
  'already-parent': 'CONFLICT',
  'parent-deleted': 'CONFLICT',
  'node-deleted': 'CONFLICT',
  'last-node': 'CONFLICT',
  'id-taken': 'CONFLICT',
  'too-deep': 'BAD_USER_INPUT',
  'position-out-of-range': 'BAD_USER_INPUT',
  'not-a-parent': 'BAD_USER_INPUT',
  'due-before-start': 'BAD_USER_INPUT',
  'too-many-assignees': 'BAD_USER_INPUT',
  'too-many-tags': 'BAD_USER_INPUT',
  'too-many-blockers': 'BAD_USER_INPUT',
  'blocker-missing': 'BAD_USER_INPUT',
  'parent-missing': 'NOT_FOUND',
  'parent-elsewhere': 'NOT_FOUND',
  'sibling-missing': 'NOT_FOUND',
  'node-missing': 'NOT_FOUND',
}

export const editRefusalTexts = defineTexts('domain.edit-refusal', {
  'self-parent': 'A node cannot be its own parent',
  'would-cycle': 'A node cannot be moved below itself',
  'duplicate-parent': 'A node cannot have the same parent twice',
  'waits-for-itself': 'A node cannot wait for itself',
  'already-parent': 'The node already has this parent',
  'parent-deleted': 'The parent node has been deleted',
  'node-deleted': 'The node has been deleted',
  'last-node': 'The only node of a project cannot be deleted',
  'id-taken': 'This id cannot be used for a new node',
  'too-deep': 'The tree would be too deep',
  'position-out-of-range': 'The position must lie between 0 and 10000',
  'not-a-parent': 'The node does not have this parent',
  'due-before-start': 'The due date cannot be before the start date',
  'too-many-assignees': 'A node can have at most 20 assignees',
  'too-many-tags': 'A node can have at most 20 tags',
  'too-many-blockers': 'A node can wait for at most 1,000 others',
  'blocker-missing': 'The node to wait for was not found',
  'parent-missing': 'Parent node not found',
  'parent-elsewhere': 'Parent node not found',
  'sibling-missing': 'Sibling node not found',
  'node-missing': 'Node not found',
} satisfies Record<EditRefusal, string>)
