import { TidyTree } from '../tree/tidy-tree.ts'
import type { PackedLists } from './layers.ts'
import { noVertex, type Segments } from './segments.ts'

/**
 * Places a row of cells in order without overlaps, as near as possible (by weighted squares) to their wanted positions.
 * Neighbors that want the same room are joined to blocks: isotonic regression by pooling adjacent violators.
 */
interface RowFitter {
  add(wanted: number, breadth: number, weight: number): void
  /** Writes the middles of the added cells and clears them. */
  fit(write: (index: number, middle: number) => void): void
}

export function createRowFitter(): RowFitter {
  const shifts: number[] = []
  const blocks: Blocks = { means: [], weights: [], sizes: [], count: 0 }
  let count = 0
  let lastBreadth = 0

  return {
    add(wanted, breadth, weight) {
      const shift = count === 0 ? 0 : (shifts[count - 1] as number) + (lastBreadth + breadth) / 2
      shifts[count++] = shift
      lastBreadth = breadth
      poolBlocks(blocks, wanted - shift, weight)
    },
    fit(write) {
      for (let block = 0, index = 0; block < blocks.count; block += 1) {
        const end = index + (blocks.sizes[block] as number)
        for (; index < end; index += 1) write(index, (blocks.means[block] as number) + (shifts[index] as number))
      }
      count = 0
      blocks.count = 0
    },
  }
}

interface Blocks {
  readonly means: number[]
  readonly weights: number[]
  readonly sizes: number[]
  count: number
}

function poolBlocks(blocks: Blocks, wanted: number, weight: number): void {
  const { means, weights, sizes } = blocks
  let mean = wanted
  let total = weight
  let size = 1
  while (blocks.count > 0 && (means[blocks.count - 1] as number) >= mean) {
    blocks.count -= 1
    const before = weights[blocks.count] as number
    mean = ((means[blocks.count] as number) * before + mean * total) / (before + total)
    total += before
    size += sizes[blocks.count] as number
  }
  means[blocks.count] = mean
  weights[blocks.count] = total
  sizes[blocks.count] = size
  blocks.count += 1
}

/** The graph as a forest: each vertex below its adopting parent, with its first and last child. */
interface AdoptionForest {
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

/** The forest laid out alone. A second call lays out only vertices whose breadth changed. */
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

  /**
   * Returns the offset of each vertex from its parent; of a root, from the middle. Bends of additional links have none.
   */
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

const fitRounds = 2
/** The weight of a vertex's wanted position: high for a parent over its children, low for a bend. */
const fitWeights = { parent: 8, leaf: 1, bend: 1 / 64 } as const

/** Computes the middle of every vertex across the layers without overlaps in a layer. */
export function placeAcross({ hosts }: Segments, rows: PackedLists, skeleton: Skeleton, breadths: Float64Array) {
  const { starts, items } = rows
  const { forest: adoptionForest } = skeleton
  const offsets = skeleton.offsets(breadths)
  const across = new Float64Array(breadths.length)
  const fitter = createRowFitter()

  function fitRow(row: number, wantedBy: (vertex: number) => number) {
    const from = starts[row] as number
    let wanted = 0
    for (let at = from; at < (starts[row + 1] as number); at += 1) {
      const vertex = items[at] as number
      const isGuest = hosts[vertex] !== noVertex
      if (!isGuest || at === from) wanted = wantedBy(vertex)
      const weight = isGuest
        ? fitWeights.bend
        : adoptionForest.eldest[vertex] === noVertex
          ? fitWeights.leaf
          : fitWeights.parent
      fitter.add(wanted, breadths[vertex] as number, weight)
    }
    fitter.fit((index, middle) => {
      across[items[from + index] as number] = middle
    })
  }
  function belowParent(vertex: number) {
    const parent = adoptionForest.parents[vertex] as number
    return (parent === noVertex ? 0 : (across[parent] as number)) + (offsets[vertex] as number)
  }
  function overChildren(vertex: number) {
    const eldest = adoptionForest.eldest[vertex] as number
    if (eldest === noVertex) return across[vertex] as number
    return ((across[eldest] as number) + (across[adoptionForest.youngest[vertex] as number] as number)) / 2
  }

  const rowCount = starts.length - 1
  for (let round = 0; round < fitRounds; round += 1) {
    for (let row = 0; row < rowCount; row += 1) fitRow(row, belowParent)
    for (let row = rowCount - 1; row >= 0; row -= 1) fitRow(row, overChildren)
  }
  return across
}
