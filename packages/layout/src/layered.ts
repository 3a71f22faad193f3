import type { LayerArranger } from './arrange.ts'
import { ArrangedGraph } from './arranged-graph.ts'
import { Diagram } from './diagram.ts'
import type { Direction } from './direction.ts'
import type { LayoutNode } from './layout-node.ts'

/** A module of its own: most projects are trees, and a page that shows one need not load it. */
export const arrangeInLayers: LayerArranger = (slots, slotCount, parentsOf) => new ArrangedGraph(slots, slotCount, parentsOf)

/** A diagram that can lay out any graph from the start. */
export class LayeredDiagram extends Diagram {
  constructor(direction: Direction, nodes: readonly LayoutNode[] = []) {
    super(direction, nodes, arrangeInLayers)
  }
}
