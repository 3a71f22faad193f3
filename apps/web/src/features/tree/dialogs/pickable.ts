import { ancestorIdsOf, descendantIdsOf, findHits, type NodeId, plainTextOf, searchTextOf } from '@espalier/domain'
import { targetsOf, titleOf } from '../workbench/acting.ts'
import { treeOrder } from '../workbench/tree-order.ts'
import type { Workbench } from '../workbench/workbench.ts'

export type PickKind = 'move-to' | 'add-parent'

/** A node that can be chosen, with what tells it from others of its name. */
export interface Pickable {
  readonly id: NodeId
  readonly title: string
  /** The title of its parent; empty for a root. */
  readonly below: string
}

/** Those that may become a parent: not the nodes themselves, nothing below them, none that is their parent already. */
export function pickableIds(bench: Workbench, nodeIds: readonly NodeId[]): readonly NodeId[] {
  const { graph } = bench.board
  const forbidden = new Set(nodeIds)
  for (const id of nodeIds) {
    for (const below of descendantIdsOf(graph, id)) forbidden.add(below)
    for (const parentId of graph.node(id)?.parentIds ?? []) forbidden.add(parentId)
  }
  return treeOrder(graph).filter((id) => !forbidden.has(id))
}

/** What a choice is made for: a move takes the whole selection, as far as it does not hang from itself. */
export function movedIds(bench: Workbench, kind: PickKind, nodeId: NodeId): readonly NodeId[] {
  if (kind === 'add-parent') return [nodeId]
  const ids = targetsOf(bench, nodeId)
  const asked = new Set(ids)
  return ids.filter((id) => [...ancestorIdsOf(bench.board.graph, id)].every((above) => !asked.has(above)))
}

/** As many as a person reads before they type another letter. */
const shownAtMost = 50

export function findPickable(bench: Workbench, ids: readonly NodeId[], query: string): readonly Pickable[] {
  const named = ids.map((id) => ({ id, text: searchTextOf({ title: bench.board.node(id)?.title ?? '', body: '' }) }))
  const found = findHits(named, query) ?? ids
  return found.slice(0, shownAtMost).map((id) => {
    const parentId = bench.board.node(id)?.parentIds[0]
    return {
      id,
      title: titleOf(bench, id),
      below: parentId === undefined ? '' : plainTextOf(bench.board.node(parentId)?.title ?? ''),
    }
  })
}
