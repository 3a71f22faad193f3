import type { Rect } from '@espalier/layout'
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
