import type { NodeId } from '@espalier/domain'

/** A card that was put right after another one by hand; null: at the top of its column. */
export type PlacedCard = readonly [id: NodeId, afterId: NodeId | null]

/** The cards that were put somewhere by hand, the last one last. */
export type PlacedCards = readonly PlacedCard[]

/** Older places are dropped, because a browser gives a site a few megabytes for everything. */
export const mostPlacedCards = 300

/**
 * Returns the cards of a column in their order: that of the tree, except that a card put somewhere by hand follows the
 * card it was put after. Without that card it is in the order of the tree again.
 */
export function orderCards(inTreeOrder: readonly NodeId[], placed: PlacedCards): readonly NodeId[] {
  if (placed.length === 0) return inTreeOrder
  const anchors = findAnchors(inTreeOrder, placed)
  if (anchors.size === 0) return inTreeOrder
  const followers = new Map<NodeId | null, NodeId[]>()
  // A card that was put after the same one later is nearer to it.
  for (const [id, afterId] of [...anchors].toReversed()) {
    const others = followers.get(afterId)
    if (others === undefined) followers.set(afterId, [id])
    else others.push(id)
  }
  const order: NodeId[] = []
  const add = (first: readonly NodeId[]): void => {
    const waiting = first.toReversed()
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      order.push(id)
      waiting.push(...(followers.get(id) ?? []).toReversed())
    }
  }
  add(followers.get(null) ?? [])
  for (const id of inTreeOrder) if (!anchors.has(id)) add([id])
  return order
}

/** Returns the places that lead to the top or to a card that nobody has put anywhere. */
function findAnchors(inTreeOrder: readonly NodeId[], placed: PlacedCards): ReadonlyMap<NodeId, NodeId | null> {
  const shown = new Set(inTreeOrder)
  const wanted = new Map(placed.filter(([id, afterId]) => shown.has(id) && (afterId === null || shown.has(afterId))))
  const leadsSomewhere = (id: NodeId): boolean => {
    let at: NodeId | null | undefined = id
    for (let step = 0; step <= wanted.size; step += 1) {
      at = wanted.get(at)
      if (at === null || (at !== undefined && !wanted.has(at))) return true
      if (at === undefined) return false
    }
    return false
  }
  return new Map([...wanted].filter(([id]) => leadsSomewhere(id)))
}

/** Puts cards after another one, in their order. What followed one of them keeps its place. */
export function placeCards(
  shown: readonly NodeId[],
  placed: PlacedCards,
  ids: readonly NodeId[],
  afterId: NodeId | null,
): PlacedCards {
  const moving = new Set(ids)
  const staying = shown.filter((id) => !moving.has(id))
  const findBefore = (id: NodeId): NodeId | null =>
    shown.slice(0, Math.max(0, shown.indexOf(id))).findLast((one) => !moving.has(one)) ?? null
  const after = afterId !== null && moving.has(afterId) ? findBefore(afterId) : afterId
  const kept = placed
    .filter(([id]) => !moving.has(id))
    .map(([id, anchor]): PlacedCard => [id, anchor !== null && moving.has(anchor) ? findBefore(anchor) : anchor])
  const isAfterKnown = after === null || staying.includes(after)
  const added = isAfterKnown ? ids.map((id, at): PlacedCard => [id, ids[at - 1] ?? after]) : []
  return [...kept, ...added].slice(-mostPlacedCards)
}
