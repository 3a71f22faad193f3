import { countCrossings } from './crossings.ts'
import { groupBy, type PackedLists } from './lists.ts'
import type { Segments } from './segments.ts'
import { keepSiblings } from './siblings.ts'
import { createSwapper } from './swap.ts'
import { createSweeper } from './sweep.ts'
import { walkBranches } from './walk.ts'

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
