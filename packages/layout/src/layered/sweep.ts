import { groupBy, type PackedLists } from './layers.ts'
import { noVertex, type Segments } from './segments.ts'

interface SiblingKeeper {
  /** Tells whether two vertices of one layer are siblings, whose order must not change. */
  areKept(one: number, other: number): boolean
  /** Distributes the positions found for the siblings in `row` in their original order. */
  restore(row: Int32Array, width: number): void
}

/** The siblings of each layer in the current order of `rows`. A node with several parents may move freely. */
export function createSiblingKeeper({ nodeCount, families, parentCounts }: Segments, rows: PackedLists): SiblingKeeper {
  const groups = new Int32Array(families.length).fill(noVertex)
  const groupByParent = new Int32Array(nodeCount + 1).fill(noVertex)
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
      if ((groupByParent[family] as number) < firstGroup) groupByParent[family] = groupCount++
      groups[vertex] = groupByParent[family] as number
      keys[size] = groupByParent[family] as number
      members[size++] = vertex
    }
  }
  const turns = groupBy(keys, members, groupCount, size)
  const turn = turns.starts.slice()

  return {
    areKept: (one, other) => groups[one] !== noVertex && groups[one] === groups[other],
    restore(row, width) {
      for (let position = 0; position < width; position += 1) {
        const group = groups[row[position] as number] as number
        if (group !== noVertex) turn[group] = turns.starts[group] as number
      }
      for (let position = 0; position < width; position += 1) {
        const group = groups[row[position] as number] as number
        if (group === noVertex) continue
        const at = turn[group] as number
        row[position] = turns.items[at] as number
        turn[group] = at + 1
      }
    },
  }
}

const maxSwapRounds = 8
/** The number of rounds times vertices. A large graph gets fewer, because it gains little and people wait for it. */
const swapEffort = 40_000
/** Two vertices with more pairs of links are left as they are: comparing them would no longer be linear. */
const maxLinkPairs = 256

/** Swaps neighbors in a layer when that reduces crossings. */
export function createSwapper(
  segments: Segments,
  rows: PackedLists,
  positions: Int32Array,
  siblings: SiblingKeeper,
): () => void {
  const { above, below } = segments
  const computeGain = (one: number, other: number) =>
    gainBetween(above, one, other, positions) + gainBetween(below, one, other, positions)

  function swapRow(row: number): boolean {
    let isChanged = false
    for (let at = rows.starts[row] as number; at + 1 < (rows.starts[row + 1] as number); at += 1) {
      const one = rows.items[at] as number
      const other = rows.items[at + 1] as number
      if (siblings.areKept(one, other) || computeGain(one, other) <= 0) continue
      rows.items[at] = other
      rows.items[at + 1] = one
      const position = positions[one] as number
      positions[one] = position + 1
      positions[other] = position
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

/** Returns the reduction of crossings if `other` came before `one`. */
function gainBetween({ starts, items }: PackedLists, one: number, other: number, positions: Int32Array): number {
  const from = starts[one] as number
  const to = starts[one + 1] as number
  const otherFrom = starts[other] as number
  const otherTo = starts[other + 1] as number
  if ((to - from) * (otherTo - otherFrom) > maxLinkPairs) return 0
  let gain = 0
  for (let at = from; at < to; at += 1) {
    const position = positions[items[at] as number] as number
    for (let against = otherFrom; against < otherTo; against += 1) {
      const otherPlace = positions[items[against] as number] as number
      if (position > otherPlace) gain += 1
      else if (position < otherPlace) gain -= 1
    }
  }
  return gain
}

/** Means are compared to this fraction of a position. */
const meanPrecision = 64

type Sweep = (direction: 'down' | 'up') => void

/** Orders layer after layer by the mean position of each vertex's neighbors in the previous layer. */
export function createSweeper(
  segments: Segments,
  rows: PackedLists,
  positions: Int32Array,
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
    for (let position = 0; position < width; position += 1) {
      const mean = meanPlace(neighbours, rows.items[from + position] as number, positions)
      if (mean !== noVertex) keys[count++] = Math.round(mean * meanPrecision) * width + position
    }
    keys.subarray(0, count).sort()
    let takenCount = 0
    for (let position = 0; position < width; position += 1) {
      const vertex = rows.items[from + position] as number
      const isFree = neighbours.starts[vertex] === neighbours.starts[vertex + 1]
      sorted[position] = isFree ? vertex : (rows.items[from + ((keys[takenCount++] as number) % width)] as number)
    }
    siblings.restore(sorted, width)
    for (let position = 0; position < width; position += 1) {
      const vertex = sorted[position] as number
      rows.items[from + position] = vertex
      positions[vertex] = position
    }
  }

  return (direction) => {
    if (direction === 'down') for (let row = 1; row < layerCount; row += 1) sortRow(row, above)
    else for (let row = layerCount - 2; row >= 0; row -= 1) sortRow(row, below)
  }
}

function meanPlace({ starts, items }: PackedLists, vertex: number, positions: Int32Array): number {
  const from = starts[vertex] as number
  const to = starts[vertex + 1] as number
  if (from === to) return noVertex
  let sum = 0
  for (let at = from; at < to; at += 1) sum += positions[items[at] as number] as number
  return sum / (to - from)
}
