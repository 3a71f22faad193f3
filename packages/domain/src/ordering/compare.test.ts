import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePlaced, indexOfPlace, type Placed } from './compare.ts'

const aPlace: fc.Arbitrary<Placed> = fc.record({
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
    expect(places.toSorted(comparePlaced).map(({ id, position }) => id + position)).toEqual(['a1', 'b1', 'a2'])
  })

  it('[order] is total: of two places one comes first, or they are the same', () => {
    fc.assert(
      fc.property(aPlace, aPlace, aPlace, (left, middle, right) => {
        expect(comparePlaced(left, right) + comparePlaced(right, left)).toBe(0)
        const isChain = comparePlaced(left, middle) <= 0 && comparePlaced(middle, right) <= 0
        if (isChain) expect(comparePlaced(left, right)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('[order] a place is found where a linear search finds it', () => {
    fc.assert(
      fc.property(fc.array(aPlace, { maxLength: 20 }), aPlace, (places, wanted) => {
        const list = places.toSorted(comparePlaced)
        const found = list.findIndex((place) => comparePlaced(place, wanted) >= 0)
        expect(indexOfPlace(list, wanted)).toBe(found < 0 ? list.length : found)
      }),
    )
  })
})
