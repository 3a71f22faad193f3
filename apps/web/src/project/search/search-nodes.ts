import { findSearchHits, type NodeId, type SearchEntry, toSearchText } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { listInTreeOrder } from '../workspace/tree-order.ts'

/** Caches the expensive part of a search until a node changes. */
const searchTexts = new WeakMap<NodeRecord, string>()

export function getSearchText(node: NodeRecord): string {
  const cached = searchTexts.get(node)
  if (cached !== undefined) return cached
  const text = toSearchText(node)
  searchTexts.set(node, text)
  return text
}

/** Caches the order of hits until a node is added, removed or moved. */
const nodeOrders = new WeakMap<ProjectClient, { ids: readonly NodeId[] | null }>()

/** Returns every node in tree order. */
export function getNodeOrder(client: ProjectClient): readonly NodeId[] {
  let order = nodeOrders.get(client)
  if (order === undefined) {
    const cached: { ids: readonly NodeId[] | null } = { ids: null }
    client.listen(({ isStructural }) => {
      if (isStructural) cached.ids = null
    })
    nodeOrders.set(client, cached)
    order = cached
  }
  order.ids ??= listInTreeOrder(client.graph)
  return order.ids
}

/** Returns the hits in tree order; null: a blank query is no search. */
export const searchNodes = (client: ProjectClient, query: string): readonly NodeId[] | null =>
  findSearchHits(iterateSearchTexts(client), query)

function* iterateSearchTexts(client: ProjectClient): Generator<SearchEntry> {
  for (const id of getNodeOrder(client)) {
    const node = client.node(id)
    if (node !== undefined) yield { id, text: getSearchText(node) }
  }
}

/** A longer slice would delay a frame. */
const maxSliceMs = 5

/** Reads every node while the page is idle, so that the first search is as fast as the next. */
export function warmSearchCache(client: ProjectClient): () => void {
  const reading = iterateSearchTexts(client)
  let timer = 0
  const readSlice = (): void => {
    const end = performance.now() + maxSliceMs
    while (performance.now() < end) if (reading.next().done === true) return
    timer = window.setTimeout(readSlice)
  }
  timer = window.setTimeout(readSlice)
  return () => window.clearTimeout(timer)
}
