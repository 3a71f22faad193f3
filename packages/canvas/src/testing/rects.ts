import type { Boxes, Rect } from '@espalier/layout'
import * as fc from 'fast-check'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })

export const points = fc.record({ x: number(-5000, 5000), y: number(-5000, 5000) })
export const sizes = fc.record({ width: number(100, 3000), height: number(100, 3000) })
export const zooms = number(0.25, 5)
export const viewports = fc.record({ x: number(-20_000, 20_000), y: number(-20_000, 20_000), zoom: zooms })

/** Mostly boxes of a common size, some as thin or as long as a link. */
export const rects: fc.Arbitrary<Rect> = fc.record({
  left: number(-5000, 5000),
  top: number(-5000, 5000),
  width: fc.oneof(number(0, 300), number(0, 20_000)),
  height: fc.oneof(number(0, 300), number(0, 20_000)),
})

/** Boxes in columns that a test can move. Null: the slot is free. */
export class BoxColumns implements Boxes {
  slotCount = 0
  left = new Float64Array(0)
  top = new Float64Array(0)
  width = new Float64Array(0)
  height = new Float64Array(0)

  constructor(rects: readonly (Rect | null)[] = []) {
    rects.forEach((rect, slot) => this.place(slot, rect))
  }

  place(slot: number, rect: Rect | null): void {
    if (slot >= this.left.length) this.#grow(2 * slot + 1)
    this.slotCount = Math.max(this.slotCount, slot + 1)
    this.left[slot] = rect?.left ?? Infinity
    this.top[slot] = rect?.top ?? Infinity
    this.width[slot] = rect?.width ?? 0
    this.height[slot] = rect?.height ?? 0
  }

  #grow(capacity: number): void {
    const wider = (column: Float64Array, empty: number) => {
      const grown = new Float64Array(capacity).fill(empty)
      grown.set(column)
      return grown
    }
    this.left = wider(this.left, Infinity)
    this.top = wider(this.top, Infinity)
    this.width = wider(this.width, 0)
    this.height = wider(this.height, 0)
  }
}

export const rectsTouch = (one: Rect, other: Rect) =>
  one.left <= other.left + other.width &&
  other.left <= one.left + one.width &&
  one.top <= other.top + other.height &&
  other.top <= one.top + one.height
