import { type NodeId, getPrimaryParent } from '@espalier/domain'
import type { ProjectWorkspace } from './workbench.ts'

/** Where to stand once these are gone: the next sibling that stays, else the previous one, else the parent. */
export function findNeighborAfterDelete(workspace: ProjectWorkspace, from: NodeId, leaving: readonly NodeId[]): NodeId | null {
  const { graph } = workspace.board
  const gone = new Set(leaving)
  const stays = (id: NodeId) => !gone.has(id) && workspace.map.isShown(id)
  const seen = new Set<NodeId>()
  let at: NodeId | null = from
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const node = graph.node(at)
    if (node === undefined) return null
    const parentId = getPrimaryParent(node)
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
