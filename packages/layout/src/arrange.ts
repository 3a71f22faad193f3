import type { BoxTable } from './boxes.ts'
import type { DiagramLinks } from './diagram-links.ts'
import type { Direction } from './direction.ts'

/** A graph that knows its layers. */
export interface ArrangedLayers {
  place(boxes: BoxTable, direction: Direction): Int32Array
  links(): DiagramLinks
}

/** Puts nodes with several parents into layers. `slots` are in sibling order; the parents of one begin with its primary one. */
export type LayerArranger = (slots: Int32Array, slotCount: number, parentsOf: (slot: number) => readonly number[]) => ArrangedLayers
