import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import {
  compareSiblings,
  findInsertIndex,
  gapBetween,
  isPosition,
  positionAfterLast,
  positionBetween,
  type Positioned,
  positionsBetween,
} from './position.ts'

const aPlace: fc.Arbitrary<Positioned> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'B', 'é'),
  position: fc.constantFrom(0, 1, 1.5, 10_000),
})

describe('order among siblings', () => {
  it('[order] sorts by position, equal ones by id', () => {
    const places = [
      { id: 'b', position: 1 },
      { id: 'a', position: 2 },
      { id: 'a', position: 1 },
    ]
    expect(places.toSorted(compareSiblings).map(({ id, position }) => id + position)).toEqual(['a1', 'b1', 'a2'])
  })

  it('[order] is total and transitive', () => {
    fc.assert(
      fc.property(aPlace, aPlace, aPlace, (left, middle, right) => {
        expect(compareSiblings(left, right) + compareSiblings(right, left)).toBe(0)
        const isChain = compareSiblings(left, middle) <= 0 && compareSiblings(middle, right) <= 0
        if (isChain) expect(compareSiblings(left, right)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('[order] finds the same index as a linear search', () => {
    fc.assert(
      fc.property(fc.array(aPlace, { maxLength: 20 }), aPlace, (places, wanted) => {
        const list = places.toSorted(compareSiblings)
        const found = list.findIndex((place) => compareSiblings(place, wanted) >= 0)
        expect(findInsertIndex(list, wanted)).toBe(found < 0 ? list.length : found)
      }),
    )
  })
})

const at = (position: number) => ({ id: 'x', position })

describe('positions', () => {
  it.each([0, 10_000, 0.5, 5_000])('[position] accepts %d as a position', (value) => {
    expect(isPosition(value)).toBe(true)
  })

  it.each([-0.001, 10_000.001, Number.NaN, Number.POSITIVE_INFINITY])(
    '[position] rejects %d as a position',
    (value) => {
      expect(isPosition(value)).toBe(false)
    },
  )

  it('[midpoint] lies between the neighbors, with the bounds for missing ones', () => {
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

  it('[append] fits about 1,200 appends before two siblings are too close', () => {
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

  it('[spread] gives strictly increasing positions strictly between two neighbors', () => {
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
