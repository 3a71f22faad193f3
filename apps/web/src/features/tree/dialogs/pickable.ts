import { getAncestorIds, getDescendantIds, findSearchHits, type NodeId, toPlainText, toSearchText } from '@espalier/domain'
import { getActionTargets, getPlainTitle } from '../workbench/acting.ts'
import { listInTreeOrder } from '../workbench/tree-order.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

export type PickKind = 'move-to' | 'add-parent'

/** A node that can be chosen, with what tells it from others of its name. */
export interface PickableNode {
  readonly id: NodeId
  readonly title: string
  /** The title of its parent; empty for a root. */
  readonly below: string
}

/** Those that may become a parent: not the nodes themselves, nothing below them, none that is their parent already. */
export function listPickableIds(workspace: ProjectWorkspace, nodeIds: readonly NodeId[]): readonly NodeId[] {
  const { graph } = workspace.board
  const forbidden = new Set(nodeIds)
  for (const id of nodeIds) {
    for (const below of getDescendantIds(graph, id)) forbidden.add(below)
    for (const parentId of graph.node(id)?.parentIds ?? []) forbidden.add(parentId)
  }
  return listInTreeOrder(graph).filter((id) => !forbidden.has(id))
}

/** What a choice is made for: a move takes the whole selection, as far as it does not hang from itself. */
export function listMovedIds(workspace: ProjectWorkspace, kind: PickKind, nodeId: NodeId): readonly NodeId[] {
  if (kind === 'add-parent') return [nodeId]
  const ids = getActionTargets(workspace, nodeId)
  const asked = new Set(ids)
  return ids.filter((id) => [...getAncestorIds(workspace.board.graph, id)].every((above) => !asked.has(above)))
}

/** As many as a person reads before they type another letter. */
const maxShownNodes = 50

export function findPickableNodes(workspace: ProjectWorkspace, ids: readonly NodeId[], query: string): readonly PickableNode[] {
  const named = ids.map((id) => ({ id, text: toSearchText({ title: workspace.board.node(id)?.title ?? '', body: '' }) }))
  const found = findSearchHits(named, query) ?? ids
  return found.slice(0, maxShownNodes).map((id) => {
    const parentId = workspace.board.node(id)?.parentIds[0]
    return {
      id,
      title: getPlainTitle(workspace, id),
      below: parentId === undefined ? '' : toPlainText(workspace.board.node(parentId)?.title ?? ''),
    }
  })
}
