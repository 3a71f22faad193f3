import { groupBy, type PackedLists } from './layers.ts'
import { type Segments, walkBranches } from './segments.ts'
import { createSwapper, createSweeper, keepSiblings } from './sweep.ts'

/** How often pieces of links cross between each layer and the next. `places` tells where in its layer a vertex stands. */
export function countCrossings(rows: PackedLists, below: PackedLists, places: Int32Array): number {
  const layerCount = rows.starts.length - 1
  let widest = 0
  for (let row = 0; row < layerCount; row += 1) {
    widest = Math.max(widest, (rows.starts[row + 1] as number) - (rows.starts[row] as number))
  }
  const tree = new Int32Array(widest + 1)
  let total = 0
  for (let row = 0; row + 1 < layerCount; row += 1) {
    tree.fill(0)
    total += countBelow(rows, row, below, places, tree)
  }
  return total
}

/** `tree` is a Fenwick tree over the places of the lower layer: how many pieces seen so far end at or before a place. */
function countBelow(rows: PackedLists, row: number, below: PackedLists, places: Int32Array, tree: Int32Array): number {
  const width = (rows.starts[row + 2] as number) - (rows.starts[row + 1] as number)
  let seen = 0
  let total = 0
  for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at += 1) {
    const vertex = rows.items[at] as number
    const from = below.starts[vertex] as number
    const to = below.starts[vertex + 1] as number
    for (let piece = from; piece < to; piece += 1) {
      let before = 0
      for (let node = (places[below.items[piece] as number] as number) + 1; node > 0; node &= node - 1) {
        before += tree[node] as number
      }
      total += seen - before
    }
    for (let piece = from; piece < to; piece += 1) {
      for (let node = (places[below.items[piece] as number] as number) + 1; node <= width; node += node & -node) {
        tree[node] = (tree[node] as number) + 1
      }
    }
    seen += to - from
  }
  return total
}

const maxSweeps = 8
/** Sweeps, times vertices. A large graph gets fewer: it gains little by more, and is waited for. */
const sweepEffort = 20_000
/** Down and up once without gain: the rest would only cost time. */
const maxVainSweeps = 2

export interface LayerOrdering {
  /** The vertices of each layer, in order. */
  readonly rows: PackedLists
  /** How often links cross, counted between each layer and the next. */
  readonly crossings: number
}

/** Begins with the order in which branches are walked, and keeps the best of a few sweeps. Siblings never change places. */
export function orderLayers(segments: Segments, layerCount: number): LayerOrdering {
  const walked = walkBranches(segments)
  const depths = walked.map((vertex) => segments.layers[vertex] as number)
  const rows = groupBy(depths, walked, layerCount)
  const places = indexPlaces(rows)
  const siblings = keepSiblings(segments, rows)
  const swap = createSwapper(segments, rows, places, siblings)
  const sweep = createSweeper(segments, rows, places, siblings)
  const sweeps = Math.min(maxSweeps, Math.floor(sweepEffort / segments.layers.length))
  swap()
  let best = rows.items.slice()
  let crossings = countCrossings(rows, segments.below, places)
  for (let round = 0, vain = 0; round < sweeps && vain < maxVainSweeps && crossings > 0; round += 1) {
    sweep(round % 2 === 0 ? 'down' : 'up')
    swap()
    const now = countCrossings(rows, segments.below, places)
    vain += 1
    if (now >= crossings) continue
    vain = 0
    crossings = now
    best = rows.items.slice()
  }
  return { rows: { starts: rows.starts, items: best }, crossings }
}

/** Where in its layer each vertex stands. */
function indexPlaces({ starts, items }: PackedLists): Int32Array {
  const places = new Int32Array(items.length)
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const from = starts[row] as number
    for (let at = from; at < (starts[row + 1] as number); at += 1) places[items[at] as number] = at - from
  }
  return places
}
