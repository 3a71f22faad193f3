import type { NodeDiff } from '../history/diff.ts'
import { refuse, type Result } from '../result.ts'
import { collectDraftChanges } from './changes.ts'
import type { Graph } from './graph.ts'
import { liftChildren } from './heirs.ts'
import type { GraphNode, NodeId } from './node.ts'
import type { EditRefusal } from './refusal.ts'

/** Where one node shall stand again; what is left out stays. */
export type FormerStructure = Pick<GraphNode, 'id'> & Partial<Pick<GraphNode, 'parentIds' | 'position' | 'isDeleted'>>

/**
 * Puts nodes back to where they were, all or nothing. Those that go leave their present children to their parents; one that
 * comes back needs parents that live, or come back with it.
 */
export function restoreNodes(graph: Graph, places: readonly FormerStructure[]): Result<readonly NodeDiff[], EditRefusal> {
  const draft = graph.draft()
  const leaving = new Set<NodeId>()
  for (const { id, ...place } of places) {
    const node = draft.node(id)
    if (node === undefined) return refuse('node-missing')
    if (place.isDeleted === true && !node.isDeleted) leaving.add(id)
    else draft.put({ ...node, ...place })
  }
  if (leaving.size > 0) liftChildren(draft, leaving)
  for (const id of leaving) {
    const node = draft.node(id)
    if (node !== undefined) draft.put({ ...node, isDeleted: true })
  }
  return collectDraftChanges(graph, draft, [...leaving].toReversed())
}
