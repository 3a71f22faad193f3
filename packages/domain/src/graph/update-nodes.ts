import { accept, refuse, type Result } from '../core/result.ts'
import type { NodeDiff } from '../node/diff.ts'
import { type GraphNode, type NodeId, sameIds } from '../node/node.ts'
import { isPosition } from '../ordering/position.ts'
import { type BlockerChoice, chooseBlockers } from './blockers.ts'
import { collectDraftChanges } from './changes.ts'
import type { DraftGraph, Graph, GraphView } from './graph.ts'
import { chooseParents, liftChildren, type ParentChoice } from './parents.ts'
import type { EditRefusal } from './rules.ts'
import { findPosition, hasSiblingSpot, type SiblingSpot } from './spacing.ts'
import { getParentIds, measureChains } from './walk.ts'

/** The structural part of an update. Parents, blockers, position and deletion of one update are one change. */
export interface StructureUpdate extends ParentChoice, BlockerChoice, SiblingSpot {
  readonly isDeleted?: boolean | null | undefined
}

export const updateNode = (
  graph: Graph,
  id: NodeId,
  update: StructureUpdate,
): Result<readonly NodeDiff[], EditRefusal> => updateNodes(graph, [id], update)

/**
 * Applies the same update to many nodes, all or nothing. The children of a node deleted this way move up to its
 * parents; a node may be restored only if its parents exist or are restored with it.
 */
export function updateNodes(
  graph: Graph,
  ids: readonly NodeId[],
  update: StructureUpdate,
): Result<readonly NodeDiff[], EditRefusal> {
  if (update.position != null && !isPosition(update.position)) return refuse('position-out-of-range')
  const draft = graph.draft()
  const leaving = new Set<NodeId>()
  for (const id of sortParentsFirst(graph, ids)) {
    const node = graph.node(id)
    if (node === undefined) return refuse('node-missing')
    const moved = applyStructureUpdate(draft, node, update)
    if (!moved.ok) return moved
    if (moved.value.isDeleted && !node.isDeleted) leaving.add(id)
    else if (!hasSameStructure(node, moved.value)) draft.put(moved.value)
  }
  if (leaving.size > 0) {
    liftChildren(draft, leaving)
    for (const id of leaving) {
      const node = draft.node(id)
      if (node !== undefined) draft.put({ ...node, isDeleted: true })
    }
  }
  return collectDraftChanges(graph, draft, [...leaving].toReversed())
}

/** Restored in this order and deleted in the reverse, no node is ever without its parents, also on undo. */
function sortParentsFirst(graph: GraphView, ids: readonly NodeId[]): readonly NodeId[] {
  const asked = [...new Set(ids)]
  if (asked.length < 2) return asked
  const { lengths } = measureChains(asked, (id) => getParentIds(graph, id))
  return asked.sort((left, right) => (lengths.get(left) ?? 0) - (lengths.get(right) ?? 0))
}

const hasSameStructure = (left: GraphNode, right: GraphNode): boolean =>
  left.position === right.position &&
  left.isDeleted === right.isDeleted &&
  left.blockedByIds === right.blockedByIds &&
  sameIds(left.parentIds, right.parentIds)

function applyStructureUpdate(
  draft: DraftGraph,
  node: GraphNode,
  update: StructureUpdate,
): Result<GraphNode, EditRefusal> {
  const isDeleted = update.isDeleted ?? node.isDeleted
  if (isDeleted && !node.isDeleted) return accept({ ...node, isDeleted })
  const chosen = chooseParents(node.parentIds, update)
  if (!chosen.ok) return chosen
  const parentIds = sameIds(chosen.value, node.parentIds) ? node.parentIds : chosen.value
  const blockers = chooseBlockers(draft, node, update)
  if (!blockers.ok) return blockers
  const blockedByIds = blockers.value
  if (isDeleted) {
    const isRelinked = parentIds !== node.parentIds || blockedByIds !== node.blockedByIds
    const isMove = isRelinked || (update.position ?? node.position) !== node.position
    return isMove ? refuse('node-deleted') : accept(node)
  }
  const moved = { ...node, parentIds, blockedByIds, isDeleted }
  if (!hasSiblingSpot(update)) return accept(moved)
  // A node would be found as its own neighbor, so it is removed while its position is computed.
  draft.put({ ...node, isDeleted: true })
  const found = findPosition(draft, moved, update)
  if (!found.ok) return found
  const position = found.value ?? node.position
  draft.put({ ...moved, position })
  return accept({ ...moved, position })
}

/** The structure to restore for one node; omitted fields stay. */
export type FormerStructure = Pick<GraphNode, 'id'> &
  Partial<Pick<GraphNode, 'parentIds' | 'blockedByIds' | 'position' | 'isDeleted'>>

/**
 * Restores the structure of nodes, all or nothing. Deleted ones leave their current children to their parents; a
 * restored one needs parents that exist or are restored with it.
 */
export function restoreNodes(
  graph: Graph,
  structures: readonly FormerStructure[],
): Result<readonly NodeDiff[], EditRefusal> {
  const draft = graph.draft()
  const leaving = new Set<NodeId>()
  for (const { id, ...place } of structures) {
    const node = draft.node(id)
    if (node === undefined) return refuse('node-missing')
    if (place.isDeleted === true && !node.isDeleted) leaving.add(id)
    else draft.put({ ...node, ...place })
  }
  if (leaving.size > 0) liftChildren(draft, leaving)
  for (const id of leaving) {
    const node = draft.node(id)
    if (node !== undefined) draft.put({ ...node, isDeleted: true })
  }
  return collectDraftChanges(graph, draft, [...leaving].toReversed())
}
