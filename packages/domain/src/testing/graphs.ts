import { applyChanges } from '../graph/changes.ts'
import { createNode } from '../graph/create-node.ts'
import { createGraph, type EditableGraph, type GraphView } from '../graph/graph.ts'
import { findInvariantBreaches, type InvariantBreach, type StoredNode } from '../graph/invariants.ts'
import type { SiblingSpot } from '../graph/spacing.ts'
import { getChildIds } from '../graph/walk.ts'
import { getPrimaryParent, type GraphNode, type NodeId } from '../node/node.ts'

export const projectId = 'project'

export const aNode = (id: NodeId, parentIds: readonly NodeId[] = [], more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  projectId,
  parentIds,
  blockedByIds: [],
  position: 5_000,
  isDeleted: false,
  ...more,
})

/** Reads 'b: a' as b below a, 'd: b c' as d below both, '-x: a' as a deleted one; siblings are in the written order. */
export function aGraph(...lines: readonly string[]): EditableGraph {
  const nodes = lines.map((line, index) => {
    const [name = '', parents = ''] = line.split(':')
    const isDeleted = name.startsWith('-')
    const parentIds = parents.split(' ').filter((id) => id !== '')
    return aNode(isDeleted ? name.slice(1) : name, parentIds, { isDeleted, position: (index + 1) * 100 })
  })
  return createGraph(projectId, nodes)
}

export const toStoredNodes = (graph: GraphView): StoredNode[] =>
  Array.from(graph.nodes(), (node) => ({ ...node, parentId: getPrimaryParent(node) }))

export const findGraphBreaches = (graph: GraphView): InvariantBreach[] =>
  findInvariantBreaches({ projectId, nodes: toStoredNodes(graph) })

/** Describes the visible structure: the order of every list, and every node's parents. */
export function describeShape(graph: GraphView): unknown {
  const nodes = [...graph.nodes()].filter((node) => !node.isDeleted).sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    roots: getChildIds(graph, null),
    nodes: nodes.map((node) => [node.id, node.parentIds, getChildIds(graph, node.id)]),
  }
}

/** Returns the existing nodes' parents, ignoring the order of siblings. */
export const mapParents = (graph: GraphView): ReadonlyMap<NodeId, readonly NodeId[]> =>
  new Map([...graph.nodes()].filter((node) => !node.isDeleted).map((node) => [node.id, node.parentIds]))

/** Siblings c0, c1, ... under one root, at these positions. */
export const aList = (positions: readonly number[]): EditableGraph =>
  createGraph(projectId, [aNode('root'), ...positions.map((position, at) => aNode(`c${at}`, ['root'], { position }))])

/** Stores a new child of the root and returns how many others moved. */
export function insertChild(graph: EditableGraph, id: string, spot: SiblingSpot): number {
  const created = createNode(graph, { id, parentId: 'root', ...spot })
  if (!created.ok) throw new Error(created.reason)
  graph.put(created.value.node)
  applyChanges(graph, created.value.changes)
  return created.value.changes.length - 1
}

export function findNarrowestGap(graph: EditableGraph): number {
  const positions = Array.from(graph.children('root'), ({ position }) => position)
  return Math.min(...positions.slice(1).map((position, at) => position - (positions[at] ?? 0)))
}
