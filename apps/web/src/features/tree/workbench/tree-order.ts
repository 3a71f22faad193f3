import type { GraphNode, GraphView, NodeId } from '@espalier/domain'

/** Every living node once, each below its primary parent, siblings in their order. O(nodes and links). */
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

// A node whose primary parent is not here yet hangs from no root; left out, it could neither be found nor chosen.
function addDetachedNodes(graph: GraphView, addBranch: (top: GraphNode) => void): void {
  for (const node of graph.nodes()) if (!node.isDeleted) addBranch(node)
}
