import { accept, refuse, type Result } from '../core/result.ts'
import { diffNode, type NodeDiff, toCreationDiff } from '../node/diff.ts'
import { getPrimaryParent, type GraphNode, type NodeId } from '../node/node.ts'
import type { DraftGraph, EditableGraph, GraphView } from './graph.ts'
import { type EditRefusal, findStructureFault } from './rules.ts'
import { spreadCrowdedSiblings } from './spacing.ts'

/** The structure of a node as change records contain it. */
export const toStructureFields = (node: GraphNode) => ({
  parentId: getPrimaryParent(node),
  parentIds: node.parentIds,
  position: node.position,
  isDeleted: node.isDeleted,
})

/** Applies a change record to a node of the graph: the counterpart of `collectDraftChanges`. */
export function applyStructure(node: GraphNode, diff: NodeDiff): GraphNode {
  const { parentIds, position, isDeleted } = diff.after
  return {
    id: node.id,
    projectId: node.projectId,
    parentIds: Array.isArray(parentIds) ? parentIds.filter((id) => typeof id === 'string') : node.parentIds,
    position: typeof position === 'number' ? position : node.position,
    isDeleted: typeof isDeleted === 'boolean' ? isDeleted : node.isDeleted,
  }
}

/** Applies stored changes to a graph. Changes of unknown nodes are skipped. */
export function applyChanges(graph: EditableGraph, changes: Iterable<NodeDiff>): void {
  for (const diff of changes) {
    const node = graph.node(diff.id)
    if (node !== undefined) graph.put(applyStructure(node, diff))
  }
}

/** Checks the draft, spreads siblings that are too close, and lists every change once, `last` at the end. */
export function collectDraftChanges(
  graph: GraphView,
  draft: DraftGraph,
  last: readonly NodeId[] = [],
): Result<readonly NodeDiff[], EditRefusal> {
  const placed = [...draft.placed]
  const fault = findStructureFault(
    graph,
    draft,
    placed.filter((id) => isRelinked(graph, draft, id)),
  )
  if (fault !== null) return refuse(fault)
  spreadCrowdedSiblings(draft, placed)
  const atTheEnd = new Set(last)
  const changes: NodeDiff[] = []
  const addChange = (id: NodeId): void => {
    const diff = diffGraphNode(id, graph.node(id), draft.node(id))
    if (diff !== null) changes.push(diff)
  }
  for (const id of draft.touched) if (!atTheEnd.has(id)) addChange(id)
  for (const id of last) addChange(id)
  return accept(changes)
}

function isRelinked(graph: GraphView, draft: DraftGraph, id: NodeId): boolean {
  const before = graph.node(id)
  const after = draft.node(id)
  return before?.parentIds !== after?.parentIds || before?.isDeleted !== after?.isDeleted
}

function diffGraphNode(id: NodeId, before: GraphNode | undefined, after: GraphNode | undefined): NodeDiff | null {
  if (after === undefined) return null
  if (before === undefined) return toCreationDiff(id)
  if (before.parentIds === after.parentIds && before.isDeleted === after.isDeleted) return diffPosition(before, after)
  return diffNode(id, toStructureFields(before), toStructureFields(after))
}

const diffPosition = ({ id, position }: GraphNode, after: GraphNode): NodeDiff | null =>
  position === after.position
    ? null
    : { operation: 'update-node', id, before: { position }, after: { position: after.position } }
