import {
  applyChanges,
  createNode,
  diffNode,
  type EditableGraph,
  type GraphNode,
  type GraphView,
  type NewNode,
  type NodeDiff,
  editRefusals,
  toStructureFields,
} from '@espalier/domain'

import { ApiError } from '../../transport/api-error.ts'

export interface PlacedNodes {
  readonly nodes: readonly GraphNode[]
  /** What has to move for them. */
  readonly moves: readonly NodeDiff[]
}

/** Places for many new nodes, decided one after the other in a structure that is given up where the change fails. */
export function placeNodes(graph: EditableGraph, places: readonly NewNode[]): PlacedNodes {
  const newIds = new Set(places.map(({ id }) => id))
  const moved = new Map<string, GraphNode>()
  for (const place of places) {
    const decided = createNode(graph, place)
    if (!decided.ok) throw new ApiError(editRefusals[decided.reason].code, editRefusals[decided.reason].text)
    const { node, changes } = decided.value
    graph.put(node)
    for (const { id } of changes) {
      const before = graph.node(id)
      if (before !== undefined && !newIds.has(id) && !moved.has(id)) moved.set(id, before)
    }
    applyChanges(graph, changes)
  }
  return {
    nodes: places.flatMap(({ id }) => graph.node(id) ?? []),
    moves: [...moved.values()].flatMap((before) => diffMovedNode(graph, before)),
  }
}

function diffMovedNode(graph: GraphView, before: GraphNode): readonly NodeDiff[] {
  const after = graph.node(before.id)
  const diff = after === undefined ? null : diffNode(before.id, toStructureFields(before), toStructureFields(after))
  return diff === null ? [] : [diff]
}
