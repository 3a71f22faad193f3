import type { PackedLists } from './lists.ts'
import type { SiblingKeeper } from './siblings.ts'
import { noVertex, type Segments } from './segments.ts'

/** Means are told apart to this part of a place. */
const meanPrecision = 64

export type Sweep = (way: 'down' | 'up') => void

/** Orders layer after layer by the mean place of each vertex's neighbours in the layer just left. */
export function createSweeper(segments: Segments, rows: PackedLists, places: Int32Array, siblings: SiblingKeeper): Sweep {
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
