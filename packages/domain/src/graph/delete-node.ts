import type { NodeDiff } from '../history/diff.ts'
import { accept, refuse, type Result } from '../result.ts'
import { conclude } from './changes.ts'
import type { Graph, GraphView } from './graph.ts'
import { liftHeirs } from './heirs.ts'
import type { GraphNode, NodeId } from './node.ts'
import type { Refusal } from './refusal.ts'

/** One node goes, its children move up to its parents. Records: children first, the deleted node last. */
export function deleteNode(graph: Graph, id: NodeId): Result<readonly NodeDiff[], Refusal> {
  const node = graph.node(id)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  if (graph.livingCount <= 1) return refuse('last-node')
  const draft = graph.draft()
  liftHeirs(draft, new Set([id]))
  draft.put({ ...node, isDeleted: true })
  return conclude(graph, draft, [id])
}

export interface DeletedBranch {
  /** The node itself first, then what hung from it alone. */
  readonly deletedIds: readonly NodeId[]
  /** Those that lost a link first, then the deleted ones from the leaves up: the reverse order undoes it. */
  readonly changes: readonly NodeDiff[]
}

/** The node goes with all that hangs from it alone; what has another living parent stays and loses the link. O(branch). */
export function deleteNodeWithChildren(graph: Graph, id: NodeId): Result<DeletedBranch, Refusal> {
  const node = graph.node(id)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  const { deleted, bereft } = branchOf(graph, node)
  const draft = graph.draft()
  for (const one of bereft) {
    draft.put({ ...one, parentIds: one.parentIds.filter((parentId) => !deleted.has(parentId)) })
  }
  for (const one of deleted.values()) draft.put({ ...one, isDeleted: true })
  const deletedIds = [...deleted.keys()]
  const changes = conclude(graph, draft, deletedIds.toReversed())
  return changes.ok ? accept({ deletedIds, changes: changes.value }) : changes
}

/** A node joins the branch once its last parent outside is in it; every link is looked at once. */
function branchOf(graph: GraphView, top: GraphNode): { deleted: Map<NodeId, GraphNode>; bereft: GraphNode[] } {
  const deleted = new Map([[top.id, top]])
  const remaining = new Map<NodeId, number>()
  for (const parent of deleted.values()) {
    for (const child of graph.children(parent.id)) {
      const others = remaining.get(child.id) ?? new Set(child.parentIds).size
      remaining.set(child.id, others - 1)
      if (others === 1) deleted.set(child.id, child)
    }
  }
  const bereft = [...remaining.keys()].flatMap((childId) => {
    const child = graph.node(childId)
    return child === undefined || deleted.has(childId) ? [] : [child]
  })
  return { deleted, bereft }
}
