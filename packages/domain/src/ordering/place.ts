import type { DraftGraph, GraphView } from '../graph/graph.ts'
import { type GraphNode, type ListId, getListIds, type NodeId } from '../graph/node.ts'
import { limits } from '../limits.ts'
import { accept, refuse, type Result } from '../result.ts'
import { isPosition, positionAfterLast, positionBetween } from './position.ts'
import { ensureGap } from './settle.ts'

/** Where among its siblings a node shall stand. The neighbours count first, as they now are; then the number. */
export interface SiblingSpot {
  readonly position?: number | null | undefined
  readonly afterId?: NodeId | null | undefined
  readonly beforeId?: NodeId | null | undefined
}

export type SiblingSpotFault = 'position-out-of-range' | 'sibling-missing'

export const hasSiblingSpot = (spot: SiblingSpot): boolean => spot.position != null || spot.afterId != null || spot.beforeId != null

interface SiblingGap {
  readonly listId: ListId
  readonly index: number
}

/**
 * The position of a node that itself stands in no list of the draft yet. May spread its neighbours to make room.
 * A neighbour that was deleted or moved away meanwhile is passed over. Null: the spot names no place.
 */
export function findPosition(draft: DraftGraph, node: GraphNode, spot: SiblingSpot): Result<number | null, SiblingSpotFault> {
  if (spot.position != null && !isPosition(spot.position)) return refuse('position-out-of-range')
  for (const id of [spot.afterId, spot.beforeId]) {
    if (id != null && draft.node(id)?.projectId !== draft.projectId) return refuse('sibling-missing')
  }
  const gap = findGapBeside(draft, node, spot.afterId, 1) ?? findGapBeside(draft, node, spot.beforeId, 0)
  if (gap === null) return accept(spot.position ?? null)
  ensureGap(draft, gap.listId, gap.index, 2 * limits.narrowestGap)
  const list = draft.children(gap.listId)
  return accept(positionBetween(list.at(gap.index - 1), list.at(gap.index)))
}

/** Behind the last sibling under the primary parent. */
export function findLastPosition(draft: DraftGraph, node: GraphNode): number {
  const listId = node.parentIds[0] ?? null
  const count = draft.children(listId).length
  ensureGap(draft, listId, count, limits.appendShare * limits.narrowestGap)
  return positionAfterLast(draft.children(listId).at(count - 1))
}

function findGapBeside(graph: GraphView, node: GraphNode, siblingId: NodeId | null | undefined, offset: 0 | 1): SiblingGap | null {
  const sibling = siblingId == null ? undefined : graph.node(siblingId)
  if (sibling === undefined || sibling.id === node.id) return null
  const siblingLists = getListIds(sibling)
  const shared = getListIds({ ...node, isDeleted: false }).find((listId) => siblingLists.includes(listId))
  return shared === undefined ? null : { listId: shared, index: graph.children(shared).indexOf(sibling) + offset }
}
