import { positionsBetween } from '../ordering/position.ts'
import type { DraftGraph, GraphView } from './graph.ts'
import { type GraphNode, type NodeId, getPrimaryParent } from './node.ts'

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
