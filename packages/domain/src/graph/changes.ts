import { accept, refuse, type Result } from '../core/result.ts'
import { diffNode, type NodeDiff, toCreationDiff } from '../node/diff.ts'
import { getPrimaryParent, type GraphNode, type NodeId } from '../node/node.ts'
import { closesWaitingCycle } from './blockers.ts'
import type { DraftGraph, EditableGraph, Graph, GraphView } from './graph.ts'
import { type EditRefusal, findStructureFault } from './rules.ts'
import { spreadCrowdedSiblings } from './spacing.ts'

/** The structure of a node as change records contain it. */
export const toStructureFields = (node: GraphNode) => ({
  parentId: getPrimaryParent(node),
  parentIds: node.parentIds,
  blockedByIds: node.blockedByIds,
  position: node.position,
  isDeleted: node.isDeleted,
})

const toIds = (value: unknown, present: readonly NodeId[]): readonly NodeId[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : present

/** Applies a change record to a node of the graph: the counterpart of `collectDraftChanges`. */
export function applyStructure(node: GraphNode, diff: NodeDiff): GraphNode {
  const { parentIds, blockedByIds, position, isDeleted } = diff.after
  return {
    id: node.id,
    projectId: node.projectId,
    parentIds: toIds(parentIds, node.parentIds),
    blockedByIds: toIds(blockedByIds, node.blockedByIds),
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
  graph: Graph,
  draft: DraftGraph,
  last: readonly NodeId[] = [],
): Result<readonly NodeDiff[], EditRefusal> {
  const placed = [...draft.placed]
  const relinked = placed.filter((id) => isRelinked(graph, draft, id))
  const fault = findStructureFault(graph, draft, relinked)
  if (fault !== null) return refuse(fault)
  if (closesWaitingCycle(graph, draft, relinked)) return refuse('waits-for-itself')
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
  return !hasSameLinks(before, after) || before?.isDeleted !== after?.isDeleted
}

const hasSameLinks = (left: GraphNode | undefined, right: GraphNode | undefined): boolean =>
  left?.parentIds === right?.parentIds && left?.blockedByIds === right?.blockedByIds

function diffGraphNode(id: NodeId, before: GraphNode | undefined, after: GraphNode | undefined): NodeDiff | null {
  if (after === undefined) return null
  if (before === undefined) return toCreationDiff(id)
  if (hasSameLinks(before, after) && before.isDeleted === after.isDeleted) return diffPosition(before, after)
  return diffNode(id, toStructureFields(before), toStructureFields(after))
}

const diffPosition = ({ id, position }: GraphNode, after: GraphNode): NodeDiff | null =>
  position === after.position
    ? null
    : { operation: 'update-node', id, before: { position }, after: { position: after.position } }
