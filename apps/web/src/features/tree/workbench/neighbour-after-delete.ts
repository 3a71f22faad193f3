import { type NodeId, primaryParentOf } from '@espalier/domain'
import type { Workbench } from './workbench.ts'

/** Where to stand once these are gone: the next sibling that stays, else the previous one, else the parent. */
export function neighbourAfterDelete(bench: Workbench, from: NodeId, leaving: readonly NodeId[]): NodeId | null {
  const { graph } = bench.board
  const gone = new Set(leaving)
  const stays = (id: NodeId) => !gone.has(id) && bench.stage.isShown(id)
  const seen = new Set<NodeId>()
  let at: NodeId | null = from
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const node = graph.node(at)
    if (node === undefined) return null
    const parentId = primaryParentOf(node)
    const siblings = graph.children(parentId)
    const index = siblings.indexOf(node)
    const after = siblings.slice(index + 1, siblings.length).find(({ id }) => stays(id))
    const before = siblings.slice(0, index).findLast(({ id }) => stays(id))
    const beside = after ?? before
    if (beside !== undefined) return beside.id
    if (parentId !== null && stays(parentId)) return parentId
    at = parentId
  }
  return null
}
