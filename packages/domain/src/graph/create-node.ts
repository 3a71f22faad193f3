import type { NodeDiff } from '../node/diff.ts'
import { findLastPosition, findPosition, type SiblingSpot } from './spacing.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { chooseBlockers } from './blockers.ts'
import { collectDraftChanges } from './changes.ts'
import type { DraftGraph, Graph, GraphView } from './graph.ts'
import { type GraphNode, type NodeId, nodeLinksId, getPrimaryParent } from '../node/node.ts'
import { replaceParent } from './parents.ts'
import type { EditRefusal } from './rules.ts'

export interface NewNode extends SiblingSpot {
  readonly id: NodeId
  /** Neither parent nor child: a root. */
  readonly parentId?: NodeId | null | undefined
  /**
   * The new node is inserted between this node and its primary parent (or the named parent); above a root it is the new
   * root.
   */
  readonly childId?: NodeId | null | undefined
  /** The nodes that must be done before it can start. */
  readonly blockedByIds?: readonly NodeId[] | undefined
}

export interface CreatedNode {
  readonly node: GraphNode
  /** The new node's own record comes first, so that the reverse order undoes it. */
  readonly changes: readonly NodeDiff[]
}

export function createNode(graph: Graph, wanted: NewNode): Result<CreatedNode, EditRefusal> {
  if (wanted.id === nodeLinksId || graph.node(wanted.id) !== undefined) return refuse('id-taken')
  const blockers = chooseBlockers(graph, { id: wanted.id, blockedByIds: [] }, wanted)
  if (!blockers.ok) return blockers
  const draft = graph.draft()
  const started =
    wanted.childId == null ? draftBelowParent(draft, wanted) : draftAboveChild(draft, wanted, wanted.childId)
  if (!started.ok) return started
  const changes = collectDraftChanges(graph, draft)
  if (!changes.ok) return changes
  const node = draft.node(wanted.id)
  return node === undefined ? refuse('node-missing') : accept({ node, changes: changes.value })
}

const noIds: readonly NodeId[] = []

const newGraphNode = (
  graph: GraphView,
  { id, blockedByIds = noIds }: NewNode,
  parentIds: readonly NodeId[],
  position = 0,
): GraphNode => ({
  id,
  projectId: graph.projectId,
  parentIds,
  blockedByIds,
  position,
  isDeleted: false,
})

function draftBelowParent(draft: DraftGraph, wanted: NewNode): Result<null, EditRefusal> {
  const isRoot = wanted.parentId == null || wanted.parentId === nodeLinksId
  const node = newGraphNode(draft, wanted, isRoot ? [] : [wanted.parentId])
  const found = findPosition(draft, node, wanted)
  if (!found.ok) return found
  draft.put({ ...node, position: found.value ?? findLastPosition(draft, node) })
  return accept(null)
}

function draftAboveChild(draft: DraftGraph, wanted: NewNode, childId: NodeId): Result<null, EditRefusal> {
  const child = draft.node(childId)
  if (child === undefined || child.projectId !== draft.projectId) return refuse('node-missing')
  if (child.isDeleted) return refuse('node-deleted')
  const named = wanted.parentId === nodeLinksId ? null : wanted.parentId
  const parentId = named ?? getPrimaryParent(child)
  if (parentId !== null && !child.parentIds.includes(parentId)) return refuse('not-a-parent')
  const parentIds = parentId === null ? [wanted.id] : replaceParent(child.parentIds, parentId, [wanted.id])
  draft.put(newGraphNode(draft, wanted, parentId === null ? [] : [parentId], child.position))
  draft.put({ ...child, parentIds })
  return accept(null)
}
