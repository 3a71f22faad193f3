import type { Point, Rect } from '@espalier/layout'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rects } from '../testing/rects.ts'
import { type Arrow, arrowTouches, computeArrow, findArrowsTouching } from './arrow.ts'

const box = (left: number, top: number): Rect => ({ left, top, width: 100, height: 40 })

const pointAt = ({ start, control, end }: Arrow, at: number): Point => {
  const mix = (one: number, two: number, three: number) =>
    (1 - at) ** 2 * one + 2 * at * (1 - at) * two + at ** 2 * three
  return { x: mix(start.x, control.x, end.x), y: mix(start.y, control.y, end.y) }
}

const isInside = ({ x, y }: Point, { left, top, width, height }: Rect): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height

describe('an arrow between two boxes', () => {
  it('leaves and enters them at their facing edges', () => {
    const { start, end } = computeArrow(box(0, 0), box(300, 0))
    expect([start.x, end.x]).toEqual([100, 300])
    for (const { y } of [start, end]) expect(y).toBeGreaterThan(20)
  })

  it('goes the other way round for the other direction, on the other side', () => {
    const there = computeArrow(box(0, 0), box(300, 0))
    const back = computeArrow(box(300, 0), box(0, 0))
    expect(there.control.y).toBeGreaterThan(20)
    expect(back.control.y).toBeLessThan(20)
  })

  it('is a point for boxes at the same place', () => {
    const { start, end } = computeArrow(box(0, 0), box(0, 0))
    expect([start, end]).toEqual([
      { x: 50, y: 20 },
      { x: 50, y: 20 },
    ])
  })

  it('[cull] is found in every area that one of its points is in', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(rects, rects, rects, share, (from, to, area, at) => {
        const arrow = computeArrow(from, to)
        fc.pre(isInside(pointAt(arrow, at), area))
        expect(arrowTouches(arrow, area)).toBe(true)
      }),
    )
  })

  it('[cull] is not found in an area far from it', () => {
    expect(arrowTouches(computeArrow(box(0, 0), box(300, 0)), { left: 0, top: 400, width: 500, height: 500 })).toBe(
      false,
    )
  })

  it('[cull] finds no arrow in an area that only its surrounding rectangle touches', () => {
    const diagonal = computeArrow(box(0, 0), box(4_000, 4_000))
    expect(arrowTouches(diagonal, { left: 2_000, top: 1_900, width: 200, height: 200 })).toBe(true)
    expect(arrowTouches(diagonal, { left: 3_000, top: 200, width: 500, height: 500 })).toBe(false)
  })

  it('[cull] finds an arrow among many pairs of boxes just as alone, without those that have no position', () => {
    fc.assert(
      fc.property(
        fc.array(rects, { minLength: 2, maxLength: 20 }),
        rects,
        fc.infiniteStream(fc.nat()),
        (list, area, rolls) => {
          const slots = [...list, { left: Infinity, top: Infinity, width: 0, height: 0 }]
          const column = (name: keyof Rect) => Float64Array.from(slots, (rect) => rect[name])
          const boxes = {
            slotCount: slots.length,
            left: column('left'),
            top: column('top'),
            width: column('width'),
            height: column('height'),
          }
          const roll = () => (rolls.next().value as number) % slots.length
          const [from, to] = [Int32Array.from(slots, roll), Int32Array.from(slots, roll)]
          const isFound = (at: number) => {
            const [one, other] = [slots[from[at] ?? 0] as Rect, slots[to[at] ?? 0] as Rect]
            return one.left < Infinity && other.left < Infinity && arrowTouches(computeArrow(one, other), area)
          }
          const found = findArrowsTouching(boxes, from, to, area).map(({ at }) => at)
          expect(found).toEqual([...from.keys()].filter(isFound))
        },
      ),
    )
  })
})
