import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMedian, pickQuantile } from './calibration.ts'

const someEnds = fc
  .array(fc.oneof(fc.float({ min: 0, noNaN: true }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 40 })
  .map((ends) => Float32Array.from(ends))

describe('the median of unsorted ends', () => {
  it('is exactly the one of the sorted ends, also with equal and infinite ones', () => {
    fc.assert(
      fc.property(someEnds, (ends) => {
        expect(findMedian(ends.slice())).toBe(pickQuantile(ends.toSorted(), 0.5))
      }),
    )
  })

  it('is infinite when half of the ends are not numbers', () => {
    expect(findMedian(Float32Array.of(Number.NaN, 1, Number.NaN, 2, Number.NaN))).toBe(Number.POSITIVE_INFINITY)
    expect(findMedian(Float32Array.of(Number.NaN, 1, 3, 2, 4))).toBe(3)
  })
})
