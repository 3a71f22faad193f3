import type { PackedLists } from './lists.ts'
import type { Segments } from './segments.ts'
import type { SiblingKeeper } from './siblings.ts'

const maxSwapRounds = 8
/** Rounds, times vertices. A large graph gets fewer: it gains little by more, and is waited for. */
const swapEffort = 40_000
/** Two vertices with more pairs of links than this are left as they are: comparing them would no longer be linear. */
const maxLinkPairs = 256

/** Lets neighbours in a layer change places where that uncrosses more links than it crosses. */
export function createSwapper(
  segments: Segments,
  rows: PackedLists,
  places: Int32Array,
  siblings: SiblingKeeper,
): () => void {
  const { above, below } = segments
  const gainOf = (one: number, other: number) =>
    gainBetween(above, one, other, places) + gainBetween(below, one, other, places)

  function swapRow(row: number): boolean {
    let isChanged = false
    for (let at = rows.starts[row] as number; at + 1 < (rows.starts[row + 1] as number); at += 1) {
      const one = rows.items[at] as number
      const other = rows.items[at + 1] as number
      if (siblings.areKept(one, other) || gainOf(one, other) <= 0) continue
      rows.items[at] = other
      rows.items[at + 1] = one
      const place = places[one] as number
      places[one] = place + 1
      places[other] = place
      isChanged = true
    }
    return isChanged
  }

  const rounds = Math.min(maxSwapRounds, Math.ceil(swapEffort / segments.layers.length))
  return () => {
    for (let round = 0, isChanged = true; round < rounds && isChanged; round += 1) {
      isChanged = false
      for (let row = 0; row + 1 < rows.starts.length; row += 1) if (swapRow(row)) isChanged = true
    }
  }
}

/** How many crossings fewer there would be if `other` stood before `one`. */
function gainBetween({ starts, items }: PackedLists, one: number, other: number, places: Int32Array): number {
  const from = starts[one] as number
  const to = starts[one + 1] as number
  const otherFrom = starts[other] as number
  const otherTo = starts[other + 1] as number
  if ((to - from) * (otherTo - otherFrom) > maxLinkPairs) return 0
  let gain = 0
  for (let at = from; at < to; at += 1) {
    const place = places[items[at] as number] as number
    for (let against = otherFrom; against < otherTo; against += 1) {
      const otherPlace = places[items[against] as number] as number
      if (place > otherPlace) gain += 1
      else if (place < otherPlace) gain -= 1
    }
  }
  return gain
}
