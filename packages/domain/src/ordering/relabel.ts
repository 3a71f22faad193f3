import type { GraphView } from '../graph/graph.ts'
import { type GraphNode, type ListId, getListIds, type NodeId } from '../graph/node.ts'
import { limits } from '../limits.ts'
import { compareSiblings } from './compare.ts'
import { gapBetween, positionsBetween } from './position.ts'
import type { SiblingList } from './sibling-list.ts'

interface SiblingWindow {
  readonly start: number
  readonly end: number
  readonly left: GraphNode | undefined
  readonly right: GraphNode | undefined
}

/**
 * New positions for the smallest window around a gap of a list, so that there is room again.
 * The gap is named by the index of the node behind it. The order of every list stays as it was, because all nodes that
 * stand between the window's neighbours in any list sharing a moved node are moved by the same increasing map.
 * O(w log w) for a window of w nodes; the wanted spacing grows with w, which keeps the cost of each insert logarithmic.
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

/** The seeds and, through every list that holds one of them, all that stands between the two neighbours. */
function collectSharingNodes(graph: GraphView, listId: ListId, seeds: readonly GraphNode[], { left, right }: SiblingWindow): GraphNode[] {
  const members = new Map(seeds.map((node) => [node.id, node]))
  const seen = new Set<ListId>([listId])
  // A Map is walked in the order of insertion, also over what is added on the way.
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
