import { accept, refuse, type Result } from '../core/result.ts'
import type { NodeDiff } from '../node/diff.ts'
import { type GraphNode, type NodeId, sameIds } from '../node/node.ts'
import { isPosition } from '../ordering/position.ts'
import { collectDraftChanges } from './changes.ts'
import type { DraftGraph, Graph, GraphView } from './graph.ts'
import { chooseParents, liftChildren, type ParentChoice } from './parents.ts'
import type { EditRefusal } from './rules.ts'
import { findPosition, hasSiblingSpot, type SiblingSpot } from './spacing.ts'
import { getParentIds, measureChains } from './walk.ts'

/** What an update says of structure. Parents, position and deletion of one update are one change. */
export interface StructureUpdate extends ParentChoice, SiblingSpot {
  readonly isDeleted?: boolean | null | undefined
}

export const updateNode = (
  graph: Graph,
  id: NodeId,
  update: StructureUpdate,
): Result<readonly NodeDiff[], EditRefusal> => updateNodes(graph, [id], update)

/**
 * The same update to many nodes, all or nothing. The children of a node that is deleted so move up to its parents;
 * a node may come back only where its parents live, or come back with it.
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

/** Brought back in this order and deleted in the reverse, no node is ever without its parents, nor is one on undo. */
function sortParentsFirst(graph: GraphView, ids: readonly NodeId[]): readonly NodeId[] {
  const asked = [...new Set(ids)]
  if (asked.length < 2) return asked
  const { lengths } = measureChains(asked, (id) => getParentIds(graph, id))
  return asked.sort((left, right) => (lengths.get(left) ?? 0) - (lengths.get(right) ?? 0))
}

const hasSameStructure = (left: GraphNode, right: GraphNode): boolean =>
  left.position === right.position && left.isDeleted === right.isDeleted && sameIds(left.parentIds, right.parentIds)

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
  if (isDeleted) {
    const isMove = parentIds !== node.parentIds || (update.position ?? node.position) !== node.position
    return isMove ? refuse('node-deleted') : accept(node)
  }
  const moved = { ...node, parentIds, isDeleted }
  if (!hasSiblingSpot(update)) return accept(moved)
  // Among its own siblings a node would be found as its own neighbour, so it steps out while its place is sought.
  draft.put({ ...node, isDeleted: true })
  const found = findPosition(draft, moved, update)
  if (!found.ok) return found
  const position = found.value ?? node.position
  draft.put({ ...moved, position })
  return accept({ ...moved, position })
}

/** Where one node shall stand again; what is left out stays. */
export type FormerStructure = Pick<GraphNode, 'id'> & Partial<Pick<GraphNode, 'parentIds' | 'position' | 'isDeleted'>>

/**
 * Puts nodes back to where they were, all or nothing. Those that go leave their present children to their parents; one that
 * comes back needs parents that live, or come back with it.
 */
export function restoreNodes(
  graph: Graph,
  places: readonly FormerStructure[],
): Result<readonly NodeDiff[], EditRefusal> {
  const draft = graph.draft()
  const leaving = new Set<NodeId>()
  for (const { id, ...place } of places) {
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
