import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutCycles } from './layout-node.ts'

function endsAtTop(parents: Int32Array, node: number): boolean {
  let at = node
  for (let step = 0; step <= parents.length && at !== 0; step += 1) at = parents[at] ?? 0
  return at === 0
}

describe('cycles', () => {
  it('cuts cycles until every node leads to the top, and changes nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { minLength: 20, maxLength: 20 }), (ups) => {
        const before = Int32Array.of(0, ...ups)
        const after = before.slice()
        cutCycles(after)
        for (let node = 1; node < before.length; node += 1) {
          expect(endsAtTop(after, node)).toBe(true)
          if (endsAtTop(before, node)) expect(after[node]).toBe(before[node])
        }
      }),
    )
  })

  it('cuts cycles of one node and of two', () => {
    const parents = Int32Array.of(0, 1, 3, 2, 2)
    cutCycles(parents)
    expect([...parents]).toEqual([0, 0, 3, 0, 2])
  })
})
