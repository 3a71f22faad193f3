import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCrossings } from './crossings.ts'
import { groupBy, type PackedLists } from './lists.ts'

const pieces = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 40 })

/** Two rows of eight; the lower ones are numbered from 8. */
const rows: PackedLists = {
  starts: Int32Array.of(0, 8, 16),
  items: Int32Array.from({ length: 16 }, (_, vertex) => vertex),
}
const places = rows.items.map((vertex) => vertex % 8)

describe('crossings', () => {
  it('are as many as a look at every two pieces finds', () => {
    fc.assert(
      fc.property(pieces, (list) => {
        const uppers = Int32Array.from(list, ([upper]) => upper)
        const lowers = Int32Array.from(list, ([, lower]) => lower + 8)
        let expected = 0
        for (const [upper, lower] of list) {
          for (const [other, otherLower] of list) if (upper < other && lower > otherLower) expected += 1
        }
        expect(countCrossings(rows, groupBy(uppers, lowers, 16), places)).toBe(expected)
      }),
    )
  })
})
