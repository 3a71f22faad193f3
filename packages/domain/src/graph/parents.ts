import { accept, refuse, type Result } from '../core/result.ts'
import { getPrimaryParent, type GraphNode, type NodeId, nodeLinksId } from '../node/node.ts'
import { positionsBetween } from '../ordering/position.ts'
import type { DraftGraph, GraphView } from './graph.ts'

/** The parents an update asks for. A key left out (or undefined) says nothing; null says none. */
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

/** One parent of many exchanged for others, in its place; a parent already there is not taken twice. */
export function replaceParent(
  parentIds: readonly NodeId[],
  oldId: NodeId,
  newIds: readonly NodeId[],
): readonly NodeId[] {
  return [...new Set(parentIds.flatMap((id) => (id === oldId ? newIds : [id])))]
}

/** Children move up to the parents of the leaving nodes above them. The leaving ones keep their own parents. */
export function liftChildren(draft: DraftGraph, leavingIds: ReadonlySet<NodeId>): void {
  const heirs = new Map<NodeId, GraphNode>()
  for (const id of leavingIds) {
    for (const child of draft.children(id)) if (!leavingIds.has(child.id)) heirs.set(child.id, child)
  }
  const only = leavingIds.size === 1 ? [...leavingIds][0] : undefined
  const positions = only === undefined ? new Map<NodeId, number>() : findLiftedPositions(draft, only)
  for (const heir of heirs.values()) {
    const parentIds = findLivingParents(draft, heir, leavingIds)
    draft.put({ ...heir, parentIds, position: positions.get(heir.id) ?? heir.position })
  }
}

/** The nearest parents that stay, in the order of the links that led to them. */
function findLivingParents(graph: GraphView, heir: GraphNode, leavingIds: ReadonlySet<NodeId>): NodeId[] {
  const found = new Set<NodeId>()
  const passed = new Set<NodeId>()
  const waiting = heir.parentIds.toReversed()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const parent = graph.node(id)
    if (parent === undefined || passed.has(id)) continue
    passed.add(id)
    if (leavingIds.has(id)) waiting.push(...parent.parentIds.toReversed())
    else if (!parent.isDeleted) found.add(id)
  }
  return [...found]
}

/** The children that hang from the node alone take its place among its siblings, in their own order. */
function findLiftedPositions(graph: GraphView, leavingId: NodeId): Map<NodeId, number> {
  const leaving = graph.node(leavingId)
  const heirs = [...graph.children(leavingId)].filter((child) => child.parentIds.length === 1)
  if (leaving === undefined || heirs.length === 0) return new Map()
  const siblings = graph.children(getPrimaryParent(leaving))
  const index = siblings.indexOf(leaving)
  const left = siblings.at(index - 1)
  const right = siblings.at(index + 1)
  const isInPlace = (heir: GraphNode): boolean =>
    (left === undefined || left.position < heir.position) && (right === undefined || heir.position < right.position)
  if (heirs.every(isInPlace)) return new Map()
  const positions = positionsBetween(left, right, heirs.length)
  return new Map(heirs.map((heir, at) => [heir.id, positions[at] ?? heir.position]))
}
