import { limits } from '../core/limits.ts'

/** Anything with a position among siblings. */
export interface Positioned {
  readonly id: string
  readonly position: number
}

/** Orders siblings by position, equal ones by id. */
export function compareSiblings(left: Positioned, right: Positioned): number {
  if (left.position !== right.position) return left.position < right.position ? -1 : 1
  if (left.id === right.id) return 0
  return left.id < right.id ? -1 : 1
}

/** Returns the first index of an ordered list that is not before the item. O(log n). */
export function findInsertIndex(list: readonly Positioned[], positioned: Positioned): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = list[middle]
    if (there !== undefined && compareSiblings(there, positioned) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export const isPosition = (value: number): boolean =>
  Number.isFinite(value) && value >= limits.position.min && value <= limits.position.max

/** Returns the midpoint of two neighbors; the bound replaces a missing one. */
export const positionBetween = (left: Positioned | undefined, right: Positioned | undefined): number =>
  ((left?.position ?? limits.position.min) + (right?.position ?? limits.position.max)) / 2

/** Appends after a 64th of the remaining room, because midpoints would use up a double after 52 appends. */
export function positionAfterLast(last: Positioned | undefined): number {
  const from = last?.position ?? limits.position.min
  return from + (limits.position.max - from) / limits.appendShare
}

/** Returns evenly spread positions between two neighbors. */
export function positionsBetween(left: Positioned | undefined, right: Positioned | undefined, count: number): number[] {
  const from = left?.position ?? limits.position.min
  const step = ((right?.position ?? limits.position.max) - from) / (count + 1)
  return Array.from({ length: count }, (_, index) => from + step * (index + 1))
}

/** Returns the room between two neighbors of a list. */
export const gapBetween = (left: Positioned | undefined, right: Positioned | undefined): number =>
  (right?.position ?? limits.position.max) - (left?.position ?? limits.position.min)
