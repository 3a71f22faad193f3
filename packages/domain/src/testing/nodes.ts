import { createGraph, type EditableGraph, type GraphView } from '../graph/graph.ts'
import { type GraphNode, type NodeId, primaryParentOf } from '../graph/node.ts'
import { childIdsOf } from '../graph/walk.ts'
import { type Breach, findBreaches, type StoredNode } from '../invariants.ts'

export const projectId = 'project'

export const aNode = (id: NodeId, parentIds: readonly NodeId[] = [], more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  projectId,
  parentIds,
  position: 5_000,
  isDeleted: false,
  ...more,
})

/** Reads 'b: a' as b below a, 'd: b c' as d below both, '-x: a' as a deleted one; siblings stand in the order written. */
export function aGraph(...lines: readonly string[]): EditableGraph {
  const nodes = lines.map((line, index) => {
    const [name = '', parents = ''] = line.split(':')
    const isDeleted = name.startsWith('-')
    const parentIds = parents.split(' ').filter((id) => id !== '')
    return aNode(isDeleted ? name.slice(1) : name, parentIds, { isDeleted, position: (index + 1) * 100 })
  })
  return createGraph(projectId, nodes)
}

export const stored = (graph: GraphView): StoredNode[] =>
  Array.from(graph.nodes(), (node) => ({ ...node, parentId: primaryParentOf(node) }))

export const breachesOf = (graph: GraphView): Breach[] => findBreaches({ projectId, nodes: stored(graph) })

/** The order of every list, and every node's parents: what a person sees of the structure. */
export function shapeOf(graph: GraphView): unknown {
  const nodes = [...graph.nodes()].filter((node) => !node.isDeleted).sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    roots: childIdsOf(graph, null),
    nodes: nodes.map((node) => [node.id, node.parentIds, childIdsOf(graph, node.id)]),
  }
}

/** The living nodes' parents, without regard to order among siblings. */
export const parentsIn = (graph: GraphView): ReadonlyMap<NodeId, readonly NodeId[]> =>
  new Map([...graph.nodes()].filter((node) => !node.isDeleted).map((node) => [node.id, node.parentIds]))
