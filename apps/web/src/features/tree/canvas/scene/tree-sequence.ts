import { compareSiblings, type NodeId, type Positioned } from '@espalier/domain'

/** Some nodes in the order of the whole tree, at a cost that only grows with how many they are and how deep they lie. */
export function sortInTreeOrder(
  ids: readonly NodeId[],
  parentOf: (id: NodeId) => NodeId | null,
  placeOf: (id: NodeId) => Positioned,
): NodeId[] {
  const wanted = new Set(ids)
  const below = new Map<NodeId | null, NodeId[]>()
  const known = new Set<NodeId>()
  for (const id of ids) {
    for (let at: NodeId | null = id; at !== null && !known.has(at);) {
      known.add(at)
      const parentId = parentOf(at)
      const siblings = below.get(parentId)
      if (siblings === undefined) below.set(parentId, [at])
      else siblings.push(at)
      at = parentId
    }
  }
  const order: NodeId[] = []
  const waiting = sortSiblingsDescending(below.get(null), placeOf)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (wanted.has(id)) order.push(id)
    waiting.push(...sortSiblingsDescending(below.get(id), placeOf))
  }
  return order
}

/** The last one first, as they are taken from the end. */
const sortSiblingsDescending = (siblings: readonly NodeId[] | undefined, placeOf: (id: NodeId) => Positioned): NodeId[] =>
  siblings === undefined
    ? []
    : siblings.length === 1
      ? [...siblings]
      : siblings
          .map(placeOf)
          .sort((left, right) => compareSiblings(right, left))
          .map(({ id }) => id)
