import type { Point, Rect } from '@espalier/layout'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rects } from '../testing/rects.ts'
import { type Arrow, arrowTouches, computeArrow } from './arrow.ts'

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
})
