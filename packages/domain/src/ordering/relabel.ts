import type { GraphView } from '../graph/graph.ts'
import { type GraphNode, type ListId, listsOf, type NodeId } from '../graph/node.ts'
import { limits } from '../limits.ts'
import { comparePlaced } from './compare.ts'
import { gapBetween, positionsBetween } from './position.ts'
import type { SiblingList } from './sibling-list.ts'

interface Window {
  readonly members: readonly GraphNode[]
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
    const window = windowAround(graph, listId, gap, size)
    const count = window.members.length
    const spacing = gapBetween(window.left, window.right) / (count + 1)
    if (size < list.length && spacing < limits.relabelSpacing * Math.log2(Math.max(2, count))) continue
    const positions = positionsBetween(window.left, window.right, count)
    return new Map(window.members.map((node, index) => [node.id, positions[index] ?? node.position]))
  }
}

function windowAround(graph: GraphView, listId: ListId, gap: number, size: number): Window {
  const list = graph.children(listId)
  const centred = Math.max(0, gap - size / 2)
  const end = Math.min(list.length, centred + size)
  const start = Math.max(0, end - size)
  const left = list.at(start - 1)
  const right = list.at(end)
  return { members: sharing(graph, listId, list.slice(start, end), left, right), left, right }
}

/** The seeds and, through every list that holds one of them, all that stands between the two neighbours. */
function sharing(
  graph: GraphView,
  listId: ListId,
  seeds: readonly GraphNode[],
  left: GraphNode | undefined,
  right: GraphNode | undefined,
): GraphNode[] {
  const members = new Map(seeds.map((node) => [node.id, node]))
  const seen = new Set<ListId>([listId])
  // A Map is walked in the order of insertion, also over what is added on the way.
  for (const member of members.values()) {
    for (const otherId of listsOf(member)) {
      if (seen.has(otherId)) continue
      seen.add(otherId)
      for (const node of between(graph.children(otherId), left, right)) members.set(node.id, node)
    }
  }
  return [...members.values()].sort(comparePlaced)
}

function between(
  list: SiblingList<GraphNode>,
  left: GraphNode | undefined,
  right: GraphNode | undefined,
): readonly GraphNode[] {
  const first = left === undefined ? 0 : list.indexOf(left)
  const start = left !== undefined && list.at(first)?.id === left.id ? first + 1 : first
  return list.slice(start, right === undefined ? list.length : list.indexOf(right))
}
