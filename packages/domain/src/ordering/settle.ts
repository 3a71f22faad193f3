import type { DraftGraph } from '../graph/graph.ts'
import { type ListId, getListIds, type NodeId } from '../graph/node.ts'
import { limits } from '../limits.ts'
import { gapBetween } from './position.ts'
import { relabelAround } from './relabel.ts'

/** Gives the moved nodes and their neighbours room wherever they came to stand too near, in every list they are in. */
export function spreadCrowdedSiblings(draft: DraftGraph, movedIds: Iterable<NodeId>): void {
  for (const id of movedIds) {
    const node = draft.node(id)
    for (const listId of node === undefined ? [] : getListIds(node)) {
      for (const side of [0, 1]) {
        const list = draft.children(listId)
        const index = list.indexOf(draft.node(id) ?? { id, position: 0 }) + side
        if (index > 0 && index < list.length) ensureGap(draft, listId, index, limits.narrowestGap)
      }
    }
  }
}

/** Relabels around the gap before this index if it is narrower than asked; the bounds are the neighbours at the ends. */
export function ensureGap(draft: DraftGraph, listId: ListId, index: number, room: number): void {
  const list = draft.children(listId)
  if (list.length === 0 || gapBetween(list.at(index - 1), list.at(index)) >= room) return
  draft.spread(relabelAround(draft, listId, index))
}
