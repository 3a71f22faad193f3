/** Anything that has a place among siblings. */
export interface Positioned {
  readonly id: string
  readonly position: number
}

/** The order among siblings: by position, equal ones by id. */
export function compareSiblings(left: Positioned, right: Positioned): number {
  if (left.position !== right.position) return left.position < right.position ? -1 : 1
  if (left.id === right.id) return 0
  return left.id < right.id ? -1 : 1
}

/** The first index of an ordered list that does not come before the place. O(log n). */
export function findInsertIndex(list: readonly Positioned[], place: Positioned): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = list[middle]
    if (there !== undefined && compareSiblings(there, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
