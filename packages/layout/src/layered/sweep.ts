import { groupBy, type PackedLists } from './layers.ts'
import { noVertex, type Segments } from './segments.ts'

interface SiblingKeeper {
  /** Whether two vertices of one layer are siblings, whose order is not ours to change. */
  areKept(one: number, other: number): boolean
  /** Lets the siblings in `row` share the places found for them, each in its turn. */
  restore(row: Int32Array, width: number): void
}

/** The siblings of each layer, in the order in which `rows` has them now. Who has several parents is free to move. */
export function keepSiblings({ nodeCount, families, parentCounts }: Segments, rows: PackedLists): SiblingKeeper {
  const groups = new Int32Array(families.length).fill(noVertex)
  const groupOf = new Int32Array(nodeCount + 1).fill(noVertex)
  const members = new Int32Array(families.length)
  const keys = new Int32Array(families.length)
  let size = 0
  let groupCount = 0
  for (let row = 0; row + 1 < rows.starts.length; row += 1) {
    const firstGroup = groupCount
    for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at += 1) {
      const vertex = rows.items[at] as number
      if (vertex >= nodeCount || (parentCounts[vertex] as number) > 1) continue
      const family = families[vertex] === noVertex ? nodeCount : (families[vertex] as number)
      if ((groupOf[family] as number) < firstGroup) groupOf[family] = groupCount++
      groups[vertex] = groupOf[family] as number
      keys[size] = groupOf[family] as number
      members[size++] = vertex
    }
  }
  const turns = groupBy(keys, members, groupCount, size)
  const turn = turns.starts.slice()

  return {
    areKept: (one, other) => groups[one] !== noVertex && groups[one] === groups[other],
    restore(row, width) {
      for (let place = 0; place < width; place += 1) {
        const group = groups[row[place] as number] as number
        if (group !== noVertex) turn[group] = turns.starts[group] as number
      }
      for (let place = 0; place < width; place += 1) {
        const group = groups[row[place] as number] as number
        if (group === noVertex) continue
        const at = turn[group] as number
        row[place] = turns.items[at] as number
        turn[group] = at + 1
      }
    },
  }
}

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

/** Means are told apart to this part of a place. */
const meanPrecision = 64

type Sweep = (way: 'down' | 'up') => void

/** Orders layer after layer by the mean place of each vertex's neighbours in the layer just left. */
export function createSweeper(
  segments: Segments,
  rows: PackedLists,
  places: Int32Array,
  siblings: SiblingKeeper,
): Sweep {
  const { above, below } = segments
  const layerCount = rows.starts.length - 1
  const keys = new Float64Array(segments.layers.length)
  const sorted = new Int32Array(segments.layers.length)

  function sortRow(row: number, neighbours: PackedLists) {
    const from = rows.starts[row] as number
    const width = (rows.starts[row + 1] as number) - from
    let count = 0
    for (let place = 0; place < width; place += 1) {
      const mean = meanPlace(neighbours, rows.items[from + place] as number, places)
      if (mean !== noVertex) keys[count++] = Math.round(mean * meanPrecision) * width + place
    }
    keys.subarray(0, count).sort()
    let taken = 0
    for (let place = 0; place < width; place += 1) {
      const vertex = rows.items[from + place] as number
      const isFree = neighbours.starts[vertex] === neighbours.starts[vertex + 1]
      sorted[place] = isFree ? vertex : (rows.items[from + ((keys[taken++] as number) % width)] as number)
    }
    siblings.restore(sorted, width)
    for (let place = 0; place < width; place += 1) {
      const vertex = sorted[place] as number
      rows.items[from + place] = vertex
      places[vertex] = place
    }
  }

  return (way) => {
    if (way === 'down') for (let row = 1; row < layerCount; row += 1) sortRow(row, above)
    else for (let row = layerCount - 2; row >= 0; row -= 1) sortRow(row, below)
  }
}

function meanPlace({ starts, items }: PackedLists, vertex: number, places: Int32Array): number {
  const from = starts[vertex] as number
  const to = starts[vertex + 1] as number
  if (from === to) return noVertex
  let sum = 0
  for (let at = from; at < to; at += 1) sum += places[items[at] as number] as number
  return sum / (to - from)
}
