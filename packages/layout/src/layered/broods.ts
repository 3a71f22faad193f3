import { TidyTree } from '../tree/tidy-tree.ts'
import type { Lists } from './lists.ts'
import { nobody, type Segments } from './segments.ts'

/** The graph as a forest: each vertex below the one it was adopted by, with its eldest and its youngest child. */
export interface Broods {
  readonly parents: Int32Array
  readonly eldest: Int32Array
  readonly youngest: Int32Array
}

export function broodsOf({ nodeCount, above, families }: Segments, rows: Lists): Broods {
  const parents = new Int32Array(families.length).fill(nobody)
  const eldest = parents.slice()
  const youngest = parents.slice()
  for (const vertex of rows.items) {
    const family = families[vertex] as number
    if (family === nobody) continue
    for (let at = above.starts[vertex] as number; at < (above.starts[vertex + 1] as number); at += 1) {
      const upper = above.items[at] as number
      if (upper < nodeCount ? upper !== family : families[upper] !== family) continue
      parents[vertex] = upper
      if (eldest[upper] === nobody) eldest[upper] = vertex
      youngest[upper] = vertex
    }
  }
  return { parents, eldest, youngest }
}

/** How far across each vertex would stand from its parent if the forest were all there is; a root, from the middle. */
export function tidyOffsets(
  { layers, hosts }: Segments,
  { parents }: Broods,
  rows: Lists,
  breadths: Float64Array,
): Float64Array {
  const tree = new TidyTree(layers.length)
  for (const vertex of rows.items) {
    if (hosts[vertex] !== nobody) continue
    const parent = parents[vertex] as number
    // A root of a lower layer that began at the top would let its branch run into others.
    const length = parent === nobody ? (layers[vertex] as number) + 1 : 1
    tree.add(vertex + 1, parent + 1, nobody, breadths[vertex] as number, length)
  }
  tree.settle()
  const offsets = new Float64Array(layers.length)
  for (let vertex = 0; vertex < offsets.length; vertex += 1) {
    const parent = parents[vertex] as number
    const middle = parent === nobody ? 0 : (tree.across[parent + 1] as number)
    offsets[vertex] = (tree.across[vertex + 1] as number) - middle
  }
  return offsets
}
