import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSiblings, findInsertIndex, type Positioned } from './compare.ts'

const aPlace: fc.Arbitrary<Positioned> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'B', 'é'),
  position: fc.constantFrom(0, 1, 1.5, 10_000),
})

describe('order among siblings', () => {
  it('[order] is by position, equal ones by id', () => {
    const places = [
      { id: 'b', position: 1 },
      { id: 'a', position: 2 },
      { id: 'a', position: 1 },
    ]
    expect(places.toSorted(compareSiblings).map(({ id, position }) => id + position)).toEqual(['a1', 'b1', 'a2'])
  })

  it('[order] is total: of two places one comes first, or they are the same', () => {
    fc.assert(
      fc.property(aPlace, aPlace, aPlace, (left, middle, right) => {
        expect(compareSiblings(left, right) + compareSiblings(right, left)).toBe(0)
        const isChain = compareSiblings(left, middle) <= 0 && compareSiblings(middle, right) <= 0
        if (isChain) expect(compareSiblings(left, right)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('[order] a place is found where a linear search finds it', () => {
    fc.assert(
      fc.property(fc.array(aPlace, { maxLength: 20 }), aPlace, (places, wanted) => {
        const list = places.toSorted(compareSiblings)
        const found = list.findIndex((place) => compareSiblings(place, wanted) >= 0)
        expect(findInsertIndex(list, wanted)).toBe(found < 0 ? list.length : found)
      }),
    )
  })
})
