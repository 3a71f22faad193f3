import type { PackedLists } from './lists.ts'

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
