import type { NodeDiff } from '../node/diff.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { nodesPerStep, runSteps, type Steps } from '../core/steps.ts'
import { collectDraftChanges } from './changes.ts'
import type { Graph, GraphView } from './graph.ts'
import { liftChildren } from './parents.ts'
import type { GraphNode, NodeId } from '../node/node.ts'
import type { EditRefusal } from './rules.ts'

/** Deletes one node and moves its children up to its parents. Records: children first, the deleted node last. */
export function deleteNode(graph: Graph, id: NodeId): Result<readonly NodeDiff[], EditRefusal> {
  const node = graph.node(id)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  if (graph.livingCount <= 1) return refuse('last-node')
  const draft = graph.draft()
  liftChildren(draft, new Set([id]))
  draft.put({ ...node, isDeleted: true })
  return collectDraftChanges(graph, draft, [id])
}

export interface DeletedBranch {
  /** The node itself first, then its descendants without another parent. */
  readonly deletedIds: readonly NodeId[]
  /** Nodes that lost a link first, then the deleted ones from the leaves up: the reverse order undoes it. */
  readonly changes: readonly NodeDiff[]
}

/**
 * Deletes the node with all descendants that have no other existing parent; the others stay and lose the link.
 * O(branch).
 */
export const deleteNodeWithChildren = (graph: Graph, id: NodeId): Result<DeletedBranch, EditRefusal> =>
  runSteps(deleteNodeWithChildrenInSteps(graph, id))

/** Does the same in steps. The graph must not change between them. */
export function* deleteNodeWithChildrenInSteps(graph: Graph, id: NodeId): Steps<Result<DeletedBranch, EditRefusal>> {
  const node = graph.node(id)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  const { deleted, bereft } = yield* collectBranch(graph, node)
  const draft = graph.draft()
  for (const one of bereft) {
    draft.put({ ...one, parentIds: one.parentIds.filter((parentId) => !deleted.has(parentId)) })
  }
  // The deleted nodes are not put into the draft: they are in no list and cannot break a rule, and removing 100,000 of
  // them from their lists one by one would block the server for seconds.
  const unlinked = collectDraftChanges(graph, draft)
  if (!unlinked.ok) return unlinked
  const deletedIds = [...deleted.keys()]
  const changes: NodeDiff[] = [...unlinked.value]
  for (let at = deletedIds.length - 1; at >= 0; at -= 1) {
    changes.push(toDeletionDiff(deletedIds[at] ?? ''))
    if (at % nodesPerStep === 0) yield
  }
  return accept({ deletedIds, changes })
}

const toDeletionDiff = (id: NodeId): NodeDiff => ({
  operation: 'update-node',
  id,
  before: { isDeleted: false },
  after: { isDeleted: true },
})

/** A node joins the branch once its last outside parent is in it; every link is visited once. */
function* collectBranch(
  graph: GraphView,
  top: GraphNode,
): Steps<{ deleted: Map<NodeId, GraphNode>; bereft: GraphNode[] }> {
  const deleted = new Map([[top.id, top]])
  const remaining = new Map<NodeId, number>()
  let visited = 0
  for (const parent of deleted.values()) {
    visited += 1
    if (visited % nodesPerStep === 0) yield
    for (const child of graph.children(parent.id)) {
      const others = remaining.get(child.id) ?? countParents(child)
      if (others === 1) deleted.set(child.id, child)
      // Nearly all nodes have one parent and need no count.
      if (child.parentIds.length > 1) remaining.set(child.id, others - 1)
    }
  }
  const unlinkedChildren = [...remaining.keys()].flatMap((childId) => {
    const child = graph.node(childId)
    return child === undefined || deleted.has(childId) ? [] : [child]
  })
  return { deleted, bereft: unlinkedChildren }
}

const countParents = ({ parentIds }: GraphNode): number =>
  parentIds.length < 2 ? parentIds.length : new Set(parentIds).size
