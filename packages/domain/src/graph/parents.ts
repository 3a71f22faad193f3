import { accept, refuse, type Result } from '../core/result.ts'
import { getPrimaryParent, type GraphNode, type NodeId, nodeLinksId } from '../node/node.ts'
import { positionsBetween } from '../ordering/position.ts'
import type { DraftGraph, GraphView } from './graph.ts'

/** The parents an update requests. An omitted (or undefined) key says nothing; null means none. */
export interface ParentChoice {
  readonly parentId?: NodeId | null | undefined
  readonly parentIds?: readonly NodeId[] | null | undefined
}

const withoutNodeLinks = (ids: readonly NodeId[]): NodeId[] => ids.filter((id) => id !== nodeLinksId)

/**
 * parentIds alone: the first is the primary. parentId alone: replaces the primary, the others stay; null makes a root.
 * Both: parentId moves to the front. The virtual node_links parent is never stored.
 */
export function chooseParents(
  present: readonly NodeId[],
  choice: ParentChoice,
): Result<readonly NodeId[], 'duplicate-parent'> {
  const primary = choice.parentId === nodeLinksId ? null : choice.parentId
  const chosen = resolveParents(present, primary, choice.parentIds)
  return new Set(chosen).size === chosen.length ? accept(chosen) : refuse('duplicate-parent')
}

function resolveParents(
  present: readonly NodeId[],
  primary: NodeId | null | undefined,
  all: readonly NodeId[] | null | undefined,
): readonly NodeId[] {
  if (all === undefined) {
    if (primary === undefined) return present
    return primary === null ? [] : [primary, ...present.slice(1)]
  }
  const listed = withoutNodeLinks(all ?? [])
  return primary == null ? listed : moveToFront(listed, primary)
}

function moveToFront(ids: readonly NodeId[], primary: NodeId): readonly NodeId[] {
  const index = ids.indexOf(primary)
  return index < 0 ? [primary, ...ids] : [primary, ...ids.slice(0, index), ...ids.slice(index + 1)]
}

/** Replaces one parent by others at its position; a parent already there is not added twice. */
export function replaceParent(
  parentIds: readonly NodeId[],
  oldId: NodeId,
  newIds: readonly NodeId[],
): readonly NodeId[] {
  return [...new Set(parentIds.flatMap((id) => (id === oldId ? newIds : [id])))]
}

/** Moves children up to the parents of the leaving nodes above them. The leaving ones keep their own parents. */
export function liftChildren(draft: DraftGraph, leavingIds: ReadonlySet<NodeId>): void {
  const orphans = new Map<NodeId, GraphNode>()
  for (const id of leavingIds) {
    for (const child of draft.children(id)) if (!leavingIds.has(child.id)) orphans.set(child.id, child)
  }
  const only = leavingIds.size === 1 ? [...leavingIds][0] : undefined
  const positions = only === undefined ? new Map<NodeId, number>() : findLiftedPositions(draft, only)
  for (const orphan of orphans.values()) {
    const parentIds = findLivingParents(draft, orphan, leavingIds)
    draft.put({ ...orphan, parentIds, position: positions.get(orphan.id) ?? orphan.position })
  }
}

/** Finds the nearest remaining parents in the order of the links that led to them. */
function findLivingParents(graph: GraphView, orphan: GraphNode, leavingIds: ReadonlySet<NodeId>): NodeId[] {
  const found = new Set<NodeId>()
  const passed = new Set<NodeId>()
  const waiting = orphan.parentIds.toReversed()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const parent = graph.node(id)
    if (parent === undefined || passed.has(id)) continue
    passed.add(id)
    if (leavingIds.has(id)) waiting.push(...parent.parentIds.toReversed())
    else if (!parent.isDeleted) found.add(id)
  }
  return [...found]
}

/** The children without another parent take the node's position among its siblings, in their own order. */
function findLiftedPositions(graph: GraphView, leavingId: NodeId): Map<NodeId, number> {
  const leaving = graph.node(leavingId)
  const orphans = [...graph.children(leavingId)].filter((child) => child.parentIds.length === 1)
  if (leaving === undefined || orphans.length === 0) return new Map()
  const siblings = graph.children(getPrimaryParent(leaving))
  const index = siblings.indexOf(leaving)
  const left = siblings.at(index - 1)
  const right = siblings.at(index + 1)
  const isInPlace = (orphan: GraphNode): boolean =>
    (left === undefined || left.position < orphan.position) && (right === undefined || orphan.position < right.position)
  if (orphans.every(isInPlace)) return new Map()
  const positions = positionsBetween(left, right, orphans.length)
  return new Map(orphans.map((orphan, at) => [orphan.id, positions[at] ?? orphan.position]))
}
