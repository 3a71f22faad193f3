import { limits } from '../core/limits.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { getListIds, type GraphNode, type ListId, type NodeId } from '../node/node.ts'
import {
  compareSiblings,
  gapBetween,
  isPosition,
  positionAfterLast,
  positionBetween,
  positionsBetween,
} from '../ordering/position.ts'
import type { SiblingList } from '../ordering/sibling-list.ts'
import type { DraftGraph, GraphView } from './graph.ts'

interface SiblingWindow {
  readonly start: number
  readonly end: number
  readonly left: GraphNode | undefined
  readonly right: GraphNode | undefined
}

/**
 * Returns new positions for the smallest window around a gap of a list, so that there is room again. The gap is given
 * by the index of the node after it. The order of every list is kept, because all nodes between the window's neighbors
 * in any list that shares a moved node are moved by the same increasing map. O(w log w) for a window of w nodes; the
 * wanted spacing grows with w, which keeps the cost of each insert logarithmic.
 */
export function relabelAround(graph: GraphView, listId: ListId, gap: number): ReadonlyMap<NodeId, number> {
  const list = graph.children(listId)
  for (let size = 2; ; size *= 2) {
    const window = windowAround(list, gap, size)
    const isWhole = size >= list.length
    if (!isWhole && !hasRoom(window, window.end - window.start)) continue
    const members = collectSharingNodes(graph, listId, list.slice(window.start, window.end), window)
    if (!isWhole && !hasRoom(window, members.length)) continue
    const positions = positionsBetween(window.left, window.right, members.length)
    return new Map(members.map((node, index) => [node.id, positions[index] ?? node.position]))
  }
}

const hasRoom = ({ left, right }: SiblingWindow, count: number): boolean =>
  gapBetween(left, right) / (count + 1) >= limits.relabelSpacing * Math.log2(Math.max(2, count))

function windowAround(list: SiblingList<GraphNode>, gap: number, size: number): SiblingWindow {
  const centred = Math.max(0, gap - size / 2)
  const end = Math.min(list.length, centred + size)
  const start = Math.max(0, end - size)
  return { start, end, left: list.at(start - 1), right: list.at(end) }
}

/** Collects the seeds and, through every list that contains one of them, all nodes between the two neighbors. */
function collectSharingNodes(
  graph: GraphView,
  listId: ListId,
  seeds: readonly GraphNode[],
  { left, right }: SiblingWindow,
): GraphNode[] {
  const members = new Map(seeds.map((node) => [node.id, node]))
  const seen = new Set<ListId>([listId])
  // A Map iterates in insertion order, also over entries added meanwhile.
  for (const member of members.values()) {
    for (const otherId of getListIds(member)) {
      if (seen.has(otherId)) continue
      seen.add(otherId)
      for (const node of listNodesBetween(graph.children(otherId), left, right)) members.set(node.id, node)
    }
  }
  return [...members.values()].sort(compareSiblings)
}

function listNodesBetween(
  list: SiblingList<GraphNode>,
  left: GraphNode | undefined,
  right: GraphNode | undefined,
): readonly GraphNode[] {
  const first = left === undefined ? 0 : list.indexOf(left)
  const start = left !== undefined && list.at(first)?.id === left.id ? first + 1 : first
  return list.slice(start, right === undefined ? list.length : list.indexOf(right))
}

/** Makes room for the moved nodes and their neighbors in every list where they are too close. */
export function spreadCrowdedSiblings(draft: DraftGraph, movedIds: Iterable<NodeId>): void {
  for (const id of movedIds) {
    const node = draft.node(id)
    for (const listId of node === undefined ? [] : getListIds(node)) {
      for (const side of [0, 1]) {
        const list = draft.children(listId)
        const index = list.indexOf(draft.node(id) ?? { id, position: 0 }) + side
        if (index > 0 && index < list.length) ensureGap(draft, listId, index, limits.narrowestGap)
      }
    }
  }
}

/** Relabels around the gap before this index if it is too narrow; the bounds are the neighbors at the ends. */
function ensureGap(draft: DraftGraph, listId: ListId, index: number, room: number): void {
  const list = draft.children(listId)
  if (list.length === 0 || gapBetween(list.at(index - 1), list.at(index)) >= room) return
  draft.spread(relabelAround(draft, listId, index))
}

/** The requested position among siblings. The neighbors count first, as they are now; then the number. */
export interface SiblingSpot {
  readonly position?: number | null | undefined
  readonly afterId?: NodeId | null | undefined
  readonly beforeId?: NodeId | null | undefined
}

export type SiblingSpotFault = 'position-out-of-range' | 'sibling-missing'

export const hasSiblingSpot = (spot: SiblingSpot): boolean =>
  spot.position != null || spot.afterId != null || spot.beforeId != null

interface SiblingGap {
  readonly listId: ListId
  readonly index: number
}

/**
 * Finds the position of a node that is in no list of the draft yet. May spread its neighbors to make room. A neighbor
 * that was deleted or moved away is skipped. Null: the spot names no position.
 */
export function findPosition(
  draft: DraftGraph,
  node: GraphNode,
  spot: SiblingSpot,
): Result<number | null, SiblingSpotFault> {
  if (spot.position != null && !isPosition(spot.position)) return refuse('position-out-of-range')
  for (const id of [spot.afterId, spot.beforeId]) {
    if (id != null && draft.node(id)?.projectId !== draft.projectId) return refuse('sibling-missing')
  }
  const gap = findGapBeside(draft, node, spot.afterId, 1) ?? findGapBeside(draft, node, spot.beforeId, 0)
  if (gap === null) return accept(spot.position ?? null)
  ensureGap(draft, gap.listId, gap.index, 2 * limits.narrowestGap)
  const list = draft.children(gap.listId)
  return accept(positionBetween(list.at(gap.index - 1), list.at(gap.index)))
}

/** Returns the position after the last sibling under the primary parent. */
export function findLastPosition(draft: DraftGraph, node: GraphNode): number {
  const listId = node.parentIds[0] ?? null
  const count = draft.children(listId).length
  ensureGap(draft, listId, count, limits.appendShare * limits.narrowestGap)
  return positionAfterLast(draft.children(listId).at(count - 1))
}

function findGapBeside(
  graph: GraphView,
  node: GraphNode,
  siblingId: NodeId | null | undefined,
  offset: 0 | 1,
): SiblingGap | null {
  const sibling = siblingId == null ? undefined : graph.node(siblingId)
  if (sibling === undefined || sibling.id === node.id) return null
  const siblingLists = getListIds(sibling)
  const shared = getListIds({ ...node, isDeleted: false }).find((listId) => siblingLists.includes(listId))
  return shared === undefined ? null : { listId: shared, index: graph.children(shared).indexOf(sibling) + offset }
}
