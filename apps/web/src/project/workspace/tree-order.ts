import {
  compareSiblings,
  getPrimaryParent,
  type GraphNode,
  type GraphView,
  type NodeId,
  type Positioned,
} from '@espalier/domain'
import type { ProjectWorkspace } from './project-workspace.ts'

/** Lists every existing node once below its primary parent, siblings in order. O(nodes and links). */
export function listInTreeOrder(graph: GraphView): readonly NodeId[] {
  const order: NodeId[] = []
  const seen = new Set<NodeId>()
  const addBranch = (top: GraphNode): void => {
    const waiting = [top]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node.id)) continue
      seen.add(node.id)
      order.push(node.id)
      const children = graph.children(node.id)
      if (children.length === 0) continue
      const below = children.slice(0, children.length)
      for (let at = below.length - 1; at >= 0; at -= 1) {
        const child = below[at]
        if (child !== undefined && child.parentIds[0] === node.id) waiting.push(child)
      }
    }
  }
  for (const root of graph.children(null)) addBranch(root)
  if (order.length < graph.livingCount) addDetachedNodes(graph, addBranch)
  return order
}

// A node whose primary parent has not arrived yet is below no root; omitted, it could be neither found nor chosen.
function addDetachedNodes(graph: GraphView, addBranch: (top: GraphNode) => void): void {
  for (const node of graph.nodes()) if (!node.isDeleted) addBranch(node)
}

/** Sorts some nodes in the order of the whole tree; the cost grows only with their number and depth. */
export function sortInTreeOrder(
  ids: readonly NodeId[],
  getParentId: (id: NodeId) => NodeId | null,
  getPosition: (id: NodeId) => Positioned,
): NodeId[] {
  const wanted = new Set(ids)
  const below = new Map<NodeId | null, NodeId[]>()
  const known = new Set<NodeId>()
  for (const id of ids) {
    for (let at: NodeId | null = id; at !== null && !known.has(at);) {
      known.add(at)
      const parentId = getParentId(at)
      const siblings = below.get(parentId)
      if (siblings === undefined) below.set(parentId, [at])
      else siblings.push(at)
      at = parentId
    }
  }
  const order: NodeId[] = []
  const waiting = sortSiblingsDescending(below.get(null), getPosition)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (wanted.has(id)) order.push(id)
    waiting.push(...sortSiblingsDescending(below.get(id), getPosition))
  }
  return order
}

/** Sorts the last one first, because they are taken from the end. */
const sortSiblingsDescending = (
  siblings: readonly NodeId[] | undefined,
  getPosition: (id: NodeId) => Positioned,
): NodeId[] =>
  siblings === undefined
    ? []
    : siblings.length === 1
      ? [...siblings]
      : siblings
          .map(getPosition)
          .sort((left, right) => compareSiblings(right, left))
          .map(({ id }) => id)

/** Returns the node to select after a deletion: the next remaining sibling, else the previous one, else the parent. */
export function findNeighborAfterDelete(
  workspace: ProjectWorkspace,
  from: NodeId,
  leaving: readonly NodeId[],
): NodeId | null {
  const { graph } = workspace.client
  const gone = new Set(leaving)
  const stays = (id: NodeId) => !gone.has(id) && workspace.map.isShown(id)
  const seen = new Set<NodeId>()
  let at: NodeId | null = from
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const node = graph.node(at)
    if (node === undefined) return null
    const parentId = getPrimaryParent(node)
    const siblings = graph.children(parentId)
    const index = siblings.indexOf(node)
    const after = siblings.slice(index + 1, siblings.length).find(({ id }) => stays(id))
    const before = siblings.slice(0, index).findLast(({ id }) => stays(id))
    const beside = after ?? before
    if (beside !== undefined) return beside.id
    if (parentId !== null && stays(parentId)) return parentId
    at = parentId
  }
  return null
}
