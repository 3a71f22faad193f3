import type { Boxes, Point, Rect } from '@espalier/layout'
import { RectGrid } from './rect-grid.ts'

/** Finds nearby boxes. It is updated with the moved slots that `Diagram.settle` returns, and rebuilt with `replace`. */
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

  /** A removed slot need not be updated, because it has no position. */
  update(slots: ArrayLike<number>): void {
    // When most slots moved, rebuilding is faster than updating each one.
    if (slots.length > this.#boxes.slotCount / 2) return this.replace(this.#boxes)
    for (let index = 0; index < slots.length; index += 1) this.#grid.update(this.#boxes, slots[index] as number)
  }

  /** Returns the slots of the boxes that touch the area, unordered. */
  query(area: Rect): number[] {
    return this.#grid.query(this.#boxes, area)
  }
}

/** Returns the slot of the box at a world point. Where boxes touch, the one with the higher slot is on top. */
export function findSlotAt(index: BoxIndex, { x, y }: Point): number | null {
  const slots = index.query({ left: x, top: y, width: 0, height: 0 })
  return slots.length === 0 ? null : Math.max(...slots)
}

/** Returns the slots of the boxes inside a frame: a box is inside if its middle is. */
export function findSlotsInFrame(index: BoxIndex, frame: Rect): number[] {
  return index.query(frame).filter((slot) => isMiddleIn(index.boxes, slot, frame))
}

function isMiddleIn({ left, top, width, height }: Boxes, slot: number, frame: Rect): boolean {
  const x = (left[slot] as number) + (width[slot] as number) / 2
  const y = (top[slot] as number) + (height[slot] as number) / 2
  return x >= frame.left && x <= frame.left + frame.width && y >= frame.top && y <= frame.top + frame.height
}
