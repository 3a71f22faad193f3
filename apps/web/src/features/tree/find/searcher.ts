import { findHits, type NodeId, type SearchedText, searchTextOf } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import type { Board } from '../../../data/board/board.ts'
import { treeOrder } from '../workbench/tree-order.ts'

/** The dear part of a search, kept for as long as a node stays as it is. */
const texts = new WeakMap<NodeRecord, string>()

function textOf(node: NodeRecord): string {
  const kept = texts.get(node)
  if (kept !== undefined) return kept
  const text = searchTextOf(node)
  texts.set(node, text)
  return text
}

/** The hits in tree order; null: a blank query is no search. */
export const searchBoard = (board: Board, query: string): readonly NodeId[] | null => findHits(textsOf(board), query)

function* textsOf(board: Board): Generator<SearchedText> {
  for (const id of treeOrder(board.graph)) {
    const node = board.node(id)
    if (node !== undefined) yield { id, text: textOf(node) }
  }
}
