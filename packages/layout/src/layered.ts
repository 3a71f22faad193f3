import type { BoxTable } from './boxes.ts'
import { Diagram } from './diagram.ts'
import { axes, type Direction } from './geometry.ts'
import { LayeredGraph, type LayeredPlaces } from './layered/layered-graph.ts'
import type { LayerLinks } from './layered/layers.ts'
import type { LayoutNode } from './layout-node.ts'
import type { ArrangedLayers, DiagramLinks, LayerArranger } from './links.ts'

const emptyColumn = new Float64Array(0)

/**
 * A layered graph whose nodes are slots. `slots` are in sibling order; the links of a node begin with its primary one.
 */
class ArrangedGraph implements ArrangedLayers {
  readonly #slots: Int32Array
  readonly #links: LayerLinks
  readonly #graph: LayeredGraph
  #direction: Direction = 'down'
  #places: LayeredPlaces = { across: emptyColumn, along: emptyColumn, layerEnds: emptyColumn }

  constructor(slots: Int32Array, slotCount: number, parentsOf: (slot: number) => readonly number[]) {
    const indexes = new Int32Array(slotCount)
    slots.forEach((slot, index) => {
      indexes[slot] = index
    })
    const sources: number[] = []
    const targets: number[] = []
    slots.forEach((slot, index) => {
      for (const parent of parentsOf(slot)) {
        sources.push(indexes[parent] as number)
        targets.push(index)
      }
    })
    this.#slots = slots
    this.#links = { sources: Int32Array.from(sources), targets: Int32Array.from(targets) }
    this.#graph = new LayeredGraph(slots.length, this.#links)
  }

  place(boxes: BoxTable, direction: Direction): Int32Array {
    this.#direction = direction
    const bend = { breadth: axes[direction].breadthOf(0, 0), length: axes[direction].lengthOf(0, 0) }
    this.#places = this.#graph.place((node) => {
      const slot = this.#slots[node] as number
      return { breadth: boxes.getBreadth(slot, direction), length: boxes.getLength(slot, direction) }
    }, bend)
    const { across, along } = this.#places
    this.#slots.forEach((slot, node) => {
      boxes.place(slot, direction, across[node] as number, along[node] as number)
    })
    return this.#slots
  }

  links(): DiagramLinks {
    const { sources, targets } = this.#links
    const { across, along, layerEnds } = this.#places
    const axis = axes[this.#direction]
    const bendStarts = new Int32Array(sources.length + 1)
    const bendX: number[] = []
    const bendY: number[] = []
    for (let link = 0; link < sources.length; link += 1) {
      const { first, end } = this.#graph.getBends(link)
      for (let bend = first; bend < end; bend += 1) {
        const middle = across[bend] as number
        for (const edge of [along[bend] as number, layerEnds[this.#graph.getLayer(bend)] as number]) {
          bendX.push(axis.leftOf(middle, edge, 0))
          bendY.push(axis.topOf(middle, edge, 0))
        }
      }
      bendStarts[link + 1] = bendX.length
    }
    return {
      sources: sources.map((node) => this.#slots[node] as number),
      targets: targets.map((node) => this.#slots[node] as number),
      bendStarts,
      bendX: Float64Array.from(bendX),
      bendY: Float64Array.from(bendY),
    }
  }
}

/** A separate module, because most projects are trees and need not load it. */
export const arrangeInLayers: LayerArranger = (slots, slotCount, parentsOf) =>
  new ArrangedGraph(slots, slotCount, parentsOf)

/** A diagram that can lay out any graph from the start. */
export class LayeredDiagram extends Diagram {
  constructor(direction: Direction, nodes: readonly LayoutNode[] = []) {
    super(direction, nodes, arrangeInLayers)
  }
}
