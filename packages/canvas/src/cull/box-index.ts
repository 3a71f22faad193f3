import type { Boxes, Rect } from '@espalier/layout'
import { RectGrid } from './rect-grid.ts'

/** Which boxes lie near. Told of the slots that moved, as `Diagram.settle` answers them; begun anew with `replace`. */
export class BoxIndex {
  #boxes: Boxes
  readonly #grid = new RectGrid()

  constructor(boxes: Boxes) {
    this.#boxes = boxes
    this.replace(boxes)
  }

  get boxes(): Boxes {
    return this.#boxes
  }

  replace(boxes: Boxes): void {
    this.#boxes = boxes
    this.#grid.replace(boxes, boxes.slotCount)
  }

  /** A slot whose box was removed need not be told: it lies nowhere. */
  update(slots: ArrayLike<number>): void {
    // Most of them moved: hanging all of them anew is quicker than taking each one down first.
    if (slots.length > this.#boxes.slotCount / 2) return this.replace(this.#boxes)
    for (let index = 0; index < slots.length; index += 1) this.#grid.update(this.#boxes, slots[index] as number)
  }

  /** The slots of the boxes that touch the area, in no particular order. */
  query(area: Rect): number[] {
    return this.#grid.query(this.#boxes, area)
  }
}
