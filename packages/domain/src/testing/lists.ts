import { applyChanges } from '../graph/changes.ts'
import { createNode } from '../graph/create-node.ts'
import { createGraph, type EditableGraph } from '../graph/graph.ts'
import type { SiblingSpot } from '../ordering/place.ts'
import { aNode, projectId } from './nodes.ts'

/** Siblings c0, c1, ... under one root, at these positions. */
export const aList = (positions: readonly number[]): EditableGraph =>
  createGraph(projectId, [aNode('root'), ...positions.map((position, at) => aNode(`c${at}`, ['root'], { position }))])

/** Stores a new child of the root; answers how many others moved. */
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
