import { findSearchHits, type NodeId, type SearchEntry, toSearchText } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { listInTreeOrder } from '../workspace/tree-order.ts'

/** The dear part of a search, kept for as long as a node stays as it is. */
const searchTexts = new WeakMap<NodeRecord, string>()

function getSearchText(node: NodeRecord): string {
  const kept = searchTexts.get(node)
  if (kept !== undefined) return kept
  const text = toSearchText(node)
  searchTexts.set(node, text)
  return text
}

/** The order of hits, for as long as no node comes, goes or moves. */
const nodeOrders = new WeakMap<ProjectClient, { ids: readonly NodeId[] | null }>()

function getNodeOrder(board: ProjectClient): readonly NodeId[] {
  let order = nodeOrders.get(board)
  if (order === undefined) {
    const kept: { ids: readonly NodeId[] | null } = { ids: null }
    board.listen(({ isStructural }) => {
      if (isStructural) kept.ids = null
    })
    nodeOrders.set(board, kept)
    order = kept
  }
  order.ids ??= listInTreeOrder(board.graph)
  return order.ids
}

/** The hits in tree order; null: a blank query is no search. */
export const searchNodes = (board: ProjectClient, query: string): readonly NodeId[] | null =>
  findSearchHits(iterateSearchTexts(board), query)

function* iterateSearchTexts(board: ProjectClient): Generator<SearchEntry> {
  for (const id of getNodeOrder(board)) {
    const node = board.node(id)
    if (node !== undefined) yield { id, text: getSearchText(node) }
  }
}

/** As long as a slice may take without a frame being late for it. */
const maxSliceMs = 5

/** Reads every node while nothing else is to do, so that the first search is as quick as the next. */
export function warmSearchCache(board: ProjectClient): () => void {
  const reading = iterateSearchTexts(board)
  let timer = 0
  const readSlice = (): void => {
    const end = performance.now() + maxSliceMs
    while (performance.now() < end) if (reading.next().done === true) return
    timer = window.setTimeout(readSlice)
  }
  timer = window.setTimeout(readSlice)
  return () => window.clearTimeout(timer)
}
