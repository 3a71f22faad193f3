import type { Lists } from './lists.ts'
import { nobody, type Segments } from './segments.ts'

/** Means are told apart to this part of a place. */
const fineness = 64

export type Sweep = (way: 'down' | 'up') => void

/** Orders layer after layer by the mean place of each vertex's neighbours in the layer just left. */
export function createSweeper(segments: Segments, rows: Lists, places: Int32Array): Sweep {
  const { above, below } = segments
  const layerCount = rows.starts.length - 1
  const keys = new Float64Array(segments.layers.length)
  const sorted = new Int32Array(segments.layers.length)
  const keepFamilies = createFamilyKeeper(segments, rows)

  function sortRow(row: number, neighbours: Lists) {
    const from = rows.starts[row] as number
    const width = (rows.starts[row + 1] as number) - from
    let count = 0
    for (let place = 0; place < width; place += 1) {
      const mean = meanPlace(neighbours, rows.items[from + place] as number, places)
      if (mean !== nobody) keys[count++] = Math.round(mean * fineness) * width + place
    }
    keys.subarray(0, count).sort()
    let taken = 0
    for (let place = 0; place < width; place += 1) {
      const vertex = rows.items[from + place] as number
      const isFree = neighbours.starts[vertex] === neighbours.starts[vertex + 1]
      sorted[place] = isFree ? vertex : (rows.items[from + ((keys[taken++] as number) % width)] as number)
    }
    keepFamilies(sorted, width)
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

function meanPlace({ starts, items }: Lists, vertex: number, places: Int32Array): number {
  const from = starts[vertex] as number
  const to = starts[vertex + 1] as number
  if (from === to) return nobody
  let sum = 0
  for (let at = from; at < to; at += 1) sum += places[items[at] as number] as number
  return sum / (to - from)
}

/** Lets the siblings of a layer take the places that were found for them, each in its turn. `rows` begin in that turn. */
function createFamilyKeeper({ families, nodeCount }: Segments, rows: Lists) {
  const groups = new Int32Array(families.length).fill(nobody)
  const groupOf = new Int32Array(nodeCount + 1).fill(nobody)
  let groupCount = 0
  for (let row = 0; row + 1 < rows.starts.length; row += 1) {
    const firstGroup = groupCount
    for (let at = rows.starts[row] as number; at < (rows.starts[row + 1] as number); at += 1) {
      const vertex = rows.items[at] as number
      const isRoot = vertex < nodeCount && families[vertex] === nobody
      const family = isRoot ? nodeCount : (families[vertex] as number)
      if (family === nobody) continue
      if ((groupOf[family] as number) < firstGroup) groupOf[family] = groupCount++
      groups[vertex] = groupOf[family] as number
    }
  }
  const starts = new Int32Array(groupCount + 1)
  for (const group of groups) if (group !== nobody) starts[group + 1] = (starts[group + 1] as number) + 1
  for (let group = 0; group < groupCount; group += 1) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number)
  }
  const members = new Int32Array(starts[groupCount] as number)
  const turn = starts.slice(0, groupCount)
  for (const vertex of rows.items) {
    const group = groups[vertex] as number
    if (group === nobody) continue
    const at = turn[group] as number
    members[at] = vertex
    turn[group] = at + 1
  }

  return (row: Int32Array, width: number) => {
    for (let place = 0; place < width; place += 1) {
      const group = groups[row[place] as number] as number
      if (group !== nobody) turn[group] = starts[group] as number
    }
    for (let place = 0; place < width; place += 1) {
      const group = groups[row[place] as number] as number
      if (group === nobody) continue
      const at = turn[group] as number
      row[place] = members[at] as number
      turn[group] = at + 1
    }
  }
}
