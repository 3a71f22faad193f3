import { limits } from '../core/limits.ts'

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

export const isPosition = (value: number): boolean =>
  Number.isFinite(value) && value >= limits.position.min && value <= limits.position.max

/** Midway between two neighbours; where there is none, the bound stands in. */
export const positionBetween = (left: Positioned | undefined, right: Positioned | undefined): number =>
  ((left?.position ?? limits.position.min) + (right?.position ?? limits.position.max)) / 2

/** Behind the last sibling: a 64th of the room left, because midpoints would use a double up after 52 appends. */
export function positionAfterLast(last: Positioned | undefined): number {
  const from = last?.position ?? limits.position.min
  return from + (limits.position.max - from) / limits.appendShare
}

/** So many positions, evenly spread between two neighbours. */
export function positionsBetween(left: Positioned | undefined, right: Positioned | undefined, count: number): number[] {
  const from = left?.position ?? limits.position.min
  const step = ((right?.position ?? limits.position.max) - from) / (count + 1)
  return Array.from({ length: count }, (_, index) => from + step * (index + 1))
}

/** The room between two neighbours of a list. */
export const gapBetween = (left: Positioned | undefined, right: Positioned | undefined): number =>
  (right?.position ?? limits.position.max) - (left?.position ?? limits.position.min)
