import { groupBy, type PackedLists } from './layers.ts'
import { type Segments, walkBranches } from './segments.ts'
import { createSwapper, createSweeper, createSiblingKeeper } from './sweep.ts'

/** Counts the crossings between each layer and the next. `places` gives the position of a vertex in its layer. */
export function countCrossings(rows: PackedLists, below: PackedLists, positions: Int32Array): number {
  const layerCount = rows.starts.length - 1
  let widest = 0
  for (let row = 0; row < layerCount; row += 1) {
    widest = Math.max(widest, (rows.starts[row + 1] as number) - (rows.starts[row] as number))
  }
  const tree = new Int32Array(widest + 1)
  let total = 0
  for (let row = 0; row + 1 < layerCount; row += 1) {
    tree.fill(0)
    total += countBelow(rows, row, below, positions, tree)
  }
  return total
}

/**
 * `tree` is a Fenwick tree over the positions of the lower layer: the number of segments so far that end at or before a
 * position.
 */
function countBelow(
  rows: PackedLists,
  row: number,
  below: PackedLists,
  positions: Int32Array,
  tree: Int32Array,
): number {
  const width = (rows.starts[row + 2] as number) - (rows.starts[row + 1] as number)
  let seen = 0
  let total = 0
  for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at += 1) {
    const vertex = rows.items[at] as number
    const from = below.starts[vertex] as number
    const to = below.starts[vertex + 1] as number
    for (let piece = from; piece < to; piece += 1) {
      let before = 0
      for (let node = (positions[below.items[piece] as number] as number) + 1; node > 0; node &= node - 1) {
        before += tree[node] as number
      }
      total += seen - before
    }
    for (let piece = from; piece < to; piece += 1) {
      for (let node = (positions[below.items[piece] as number] as number) + 1; node <= width; node += node & -node) {
        tree[node] = (tree[node] as number) + 1
      }
    }
    seen += to - from
  }
  return total
}

const maxSweeps = 8
/** The number of sweeps times vertices. A large graph gets fewer, because it gains little and people wait for it. */
const sweepEffort = 20_000
/** After a sweep down and up without gain, more would only cost time. */
const maxVainSweeps = 2

export interface LayerOrdering {
  /** The vertices of each layer in order. */
  readonly rows: PackedLists
  /** The number of crossings between each layer and the next. */
  readonly crossings: number
}

/** Starts with the order of the branch walk and keeps the best of a few sweeps. Siblings never swap. */
export function orderLayers(segments: Segments, layerCount: number): LayerOrdering {
  const walked = walkBranches(segments)
  const depths = walked.map((vertex) => segments.layers[vertex] as number)
  const rows = groupBy(depths, walked, layerCount)
  const positions = indexPlaces(rows)
  const siblings = createSiblingKeeper(segments, rows)
  const swap = createSwapper(segments, rows, positions, siblings)
  const sweep = createSweeper(segments, rows, positions, siblings)
  const sweeps = Math.min(maxSweeps, Math.floor(sweepEffort / segments.layers.length))
  swap()
  let best = rows.items.slice()
  let crossings = countCrossings(rows, segments.below, positions)
  for (let round = 0, vain = 0; round < sweeps && vain < maxVainSweeps && crossings > 0; round += 1) {
    sweep(round % 2 === 0 ? 'down' : 'up')
    swap()
    const now = countCrossings(rows, segments.below, positions)
    vain += 1
    if (now >= crossings) continue
    vain = 0
    crossings = now
    best = rows.items.slice()
  }
  return { rows: { starts: rows.starts, items: best }, crossings }
}

/** Returns the position of each vertex in its layer. */
function indexPlaces({ starts, items }: PackedLists): Int32Array {
  const positions = new Int32Array(items.length)
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const from = starts[row] as number
    for (let at = from; at < (starts[row + 1] as number); at += 1) positions[items[at] as number] = at - from
  }
  return positions
}
