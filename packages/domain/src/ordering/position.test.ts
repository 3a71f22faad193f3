import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { gapBetween, isPosition, positionAfterLast, positionBetween, positionsBetween } from './position.ts'

const at = (position: number) => ({ id: 'x', position })

describe('positions', () => {
  it.each([0, 10_000, 0.5, 5_000])('[position] %d is one', (value) => {
    expect(isPosition(value)).toBe(true)
  })

  it.each([-0.001, 10_000.001, Number.NaN, Number.POSITIVE_INFINITY])('[position] %d is none', (value) => {
    expect(isPosition(value)).toBe(false)
  })

  it('[midpoint] lies between the neighbours, the bounds standing in for those that are missing', () => {
    expect(positionBetween(at(10), at(20))).toBe(15)
    expect(positionBetween(undefined, at(20))).toBe(10)
    expect(positionBetween(at(9_000), undefined)).toBe(9_500)
    expect(positionBetween(undefined, undefined)).toBe(5_000)
    expect(gapBetween(at(4), undefined)).toBe(9_996)
  })

  it('[append] takes last + (10000 - last) / 64', () => {
    expect(positionAfterLast(undefined)).toBe(156.25)
    expect(positionAfterLast(at(3_600))).toBe(3_700)
  })

  it('[append] about 1,200 appends fit before two siblings stand too near', () => {
    let last = 0
    let appends = 0
    for (let gap = Infinity; gap >= limits.narrowestGap; appends += 1) {
      const next = positionAfterLast(at(last))
      gap = next - last
      last = next
    }
    expect(appends).toBeGreaterThan(1_150)
    expect(appends).toBeLessThan(1_250)
  })

  it('[spread] many positions between two neighbours are strictly increasing and strictly inside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 50 }),
        (from, room, count) => {
          const positions = positionsBetween(at(from), at(from + room), count)
          expect(positions).toHaveLength(count)
          const all = [from, ...positions, from + room]
          expect(all.every((value, index) => index === 0 || value > (all[index - 1] ?? value))).toBe(true)
        },
      ),
    )
  })
})
