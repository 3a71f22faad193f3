import { TidyTree } from '../tree/tidy-tree.ts'
import type { PackedLists } from './lists.ts'
import { noVertex, type Segments } from './segments.ts'

/** The graph as a forest: each vertex below the one it was adopted by, with its eldest and its youngest child. */
export interface AdoptionForest {
  readonly parents: Int32Array
  readonly eldest: Int32Array
  readonly youngest: Int32Array
}

function buildAdoptionForest({ nodeCount, above, families }: Segments, rows: PackedLists): AdoptionForest {
  const parents = new Int32Array(families.length).fill(noVertex)
  const eldest = parents.slice()
  const youngest = parents.slice()
  for (const vertex of rows.items) {
    const family = families[vertex] as number
    if (family === noVertex) continue
    for (let at = above.starts[vertex] as number; at < (above.starts[vertex + 1] as number); at += 1) {
      const upper = above.items[at] as number
      if (upper < nodeCount ? upper !== family : families[upper] !== family) continue
      parents[vertex] = upper
      if (eldest[upper] === noVertex) eldest[upper] = vertex
      youngest[upper] = vertex
    }
  }
  return { parents, eldest, youngest }
}

/** The forest laid out as if it were all there is. Asked again, it lays out only what has another breadth than before. */
export class Skeleton {
  readonly forest: AdoptionForest
  readonly #tree: TidyTree
  readonly #lengths: Float64Array

  constructor(segments: Segments, rows: PackedLists) {
    const { layers, hosts } = segments
    this.forest = buildAdoptionForest(segments, rows)
    this.#tree = new TidyTree(layers.length)
    this.#lengths = new Float64Array(layers.length)
    for (const vertex of rows.items) {
      if (hosts[vertex] !== noVertex) continue
      const parent = this.forest.parents[vertex] as number
      // A root of a lower layer that began at the top would let its branch run into others.
      const length = parent === noVertex ? (layers[vertex] as number) + 1 : 1
      this.#lengths[vertex] = length
      this.#tree.add(vertex + 1, parent + 1, noVertex, 0, length)
    }
  }

  /** How far across each vertex stands from its parent; a root, from the middle. The bends of further links stand nowhere. */
  offsets(breadths: Float64Array): Float64Array {
    for (let vertex = 0; vertex < breadths.length; vertex += 1) {
      const length = this.#lengths[vertex] as number
      if (length > 0) this.#tree.resize(vertex + 1, breadths[vertex] as number, length)
    }
    this.#tree.settle()
    const { across } = this.#tree
    const offsets = new Float64Array(breadths.length)
    for (let vertex = 0; vertex < offsets.length; vertex += 1) {
      const parent = this.forest.parents[vertex] as number
      offsets[vertex] = (across[vertex + 1] as number) - (parent === noVertex ? 0 : (across[parent + 1] as number))
    }
    return offsets
  }
}
