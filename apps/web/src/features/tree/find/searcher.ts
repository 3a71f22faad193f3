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

/** The order of hits, for as long as no node comes, goes or moves. */
const orders = new WeakMap<Board, { ids: readonly NodeId[] | null }>()

function orderOf(board: Board): readonly NodeId[] {
  let order = orders.get(board)
  if (order === undefined) {
    const kept: { ids: readonly NodeId[] | null } = { ids: null }
    board.listen(({ isStructural }) => {
      if (isStructural) kept.ids = null
    })
    orders.set(board, kept)
    order = kept
  }
  order.ids ??= treeOrder(board.graph)
  return order.ids
}

/** The hits in tree order; null: a blank query is no search. */
export const searchBoard = (board: Board, query: string): readonly NodeId[] | null => findHits(textsOf(board), query)

function* textsOf(board: Board): Generator<SearchedText> {
  for (const id of orderOf(board)) {
    const node = board.node(id)
    if (node !== undefined) yield { id, text: textOf(node) }
  }
}

/** As long as a slice may take without a frame being late for it. */
const sliceMs = 5

/** Reads every node while nothing else is to do, so that the first search is as quick as the next. */
export function readAhead(board: Board): () => void {
  const reading = textsOf(board)
  let timer = 0
  const readSlice = (): void => {
    const end = performance.now() + sliceMs
    while (performance.now() < end) if (reading.next().done === true) return
    timer = window.setTimeout(readSlice)
  }
  timer = window.setTimeout(readSlice)
  return () => window.clearTimeout(timer)
}
