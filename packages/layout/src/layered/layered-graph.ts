import { placeAcross, Skeleton } from './coordinates.ts'
import { assignNodeLayers, type LayerLinks } from './layers.ts'
import { type LayerOrdering, orderLayers } from './order.ts'
import { cutLinks, noVertex, type Segments } from './segments.ts'

/** The room for a box and its gaps: beside its siblings, and towards its children. */
export interface LayoutCell {
  readonly breadth: number
  readonly length: number
}

export interface LayeredPlaces {
  /** For every vertex, on the axes of `geometry.ts`. */
  readonly across: Float64Array
  readonly along: Float64Array
  /** The end of the longest box of each layer: a link that runs straight to there meets no box. */
  readonly layerEnds: Float64Array
}

/**
 * A graph in layers. The layer of a node and its position there depend only on the links: `place` can be called again
 * with other cells at a small part of the cost. Siblings are ordered by index.
 */
export class LayeredGraph {
  readonly #segments: Segments
  readonly #ordering: LayerOrdering
  readonly #skeleton: Skeleton
  readonly #links: LayerLinks

  constructor(nodeCount: number, links: LayerLinks) {
    const layering = assignNodeLayers(nodeCount, links)
    this.#links = links
    this.#segments = cutLinks(nodeCount, links, layering)
    this.#ordering = orderLayers(this.#segments, layering.layerCount)
    this.#skeleton = new Skeleton(this.#segments, this.#ordering.rows)
  }

  get crossings(): number {
    return this.#ordering.crossings
  }

  getLayer(node: number): number {
    return this.#segments.layers[node] as number
  }

  /** The bends of a link, from its source to its target, are the vertices from `first` up to `end`. */
  getBends(link: number): { first: number; end: number } {
    const first = this.#segments.firstBends[link] as number
    if (first === noVertex) return { first: 0, end: 0 }
    const { layers } = this.#segments
    const source = this.#links.sources[link] as number
    const target = this.#links.targets[link] as number
    return { first, end: first + (layers[target] as number) - (layers[source] as number) - 1 }
  }

  place(cellOf: (node: number) => LayoutCell, bend: LayoutCell): LayeredPlaces {
    const { nodeCount, layers } = this.#segments
    const { rows } = this.#ordering
    const breadths = new Float64Array(layers.length).fill(bend.breadth)
    const lengths = new Float64Array(rows.starts.length).fill(bend.length)
    for (let node = 0; node < nodeCount; node += 1) {
      const cell = cellOf(node)
      const depth = layers[node] as number
      breadths[node] = cell.breadth
      lengths[depth] = Math.max(lengths[depth] as number, cell.length)
    }
    const across = placeAcross(this.#segments, rows, this.#skeleton, breadths)
    // The first root stays in place, or every change would move the whole drawing.
    const origin = nodeCount > 0 ? (across[rows.items[0] as number] as number) : 0
    for (let vertex = 0; vertex < across.length; vertex += 1) across[vertex] = (across[vertex] as number) - origin
    return { across, ...placeAlong(layers, lengths, bend.length) }
  }
}

/** `gap` is the part of every cell's length besides its box. */
function placeAlong(layers: Int32Array, lengths: Float64Array, gap: number) {
  const starts = new Float64Array(lengths.length)
  const layerEnds = new Float64Array(lengths.length)
  for (let row = 0; row < starts.length; row += 1) {
    const end = (starts[row] as number) + (lengths[row] as number)
    layerEnds[row] = end - gap
    starts[row + 1] = end
  }
  const along = new Float64Array(layers.length)
  for (let vertex = 0; vertex < layers.length; vertex += 1) along[vertex] = starts[layers[vertex] as number] as number
  return { along, layerEnds }
}
