import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowFitter } from './coordinates.ts'

interface Wish {
  readonly wanted: number
  readonly breadth: number
  readonly weight: number
}

const preferences = fc.array(
  fc.record({
    wanted: fc.integer({ min: -500, max: 500 }),
    breadth: fc.integer({ min: 1, max: 100 }),
    weight: fc.integer({ min: 1, max: 8 }),
  }),
  { minLength: 1, maxLength: 20 },
)

const fitter = createRowFitter()

function fit(row: readonly Wish[]): number[] {
  const middles: number[] = []
  for (const { wanted, breadth, weight } of row) fitter.add(wanted, breadth, weight)
  fitter.fit((index, middle) => {
    middles[index] = middle
  })
  return middles
}

const computeFitCost = (row: readonly Wish[], middles: readonly number[]) =>
  row.reduce((sum, { wanted, weight }, index) => sum + weight * (wanted - (middles[index] ?? NaN)) ** 2, 0)

const isFree = (row: readonly Wish[], middles: readonly number[]) =>
  row.every((preference, index) => {
    const before = row[index - 1]
    if (!before) return true
    return (middles[index] ?? NaN) - (middles[index - 1] ?? NaN) >= (before.breadth + preference.breadth) / 2 - 1e-6
  })

describe('row fitting', () => {
  it('keeps the order and distances of a row', () => {
    fc.assert(fc.property(preferences, (row) => isFree(row, fit(row))))
  })

  it('fits a row that cannot be improved by moving any run of it', () => {
    fc.assert(
      fc.property(preferences, fc.nat(), fc.nat(), fc.constantFrom(-1, -0.1, 0.1, 1), (row, one, other, by) => {
        const middles = fit(row)
        const [from, to] = [one % row.length, other % row.length].sort((a, b) => a - b) as [number, number]
        const moved = middles.map((middle, index) => (index >= from && index <= to ? middle + by : middle))
        if (isFree(row, moved))
          expect(computeFitCost(row, moved)).toBeGreaterThanOrEqual(computeFitCost(row, middles) - 1e-6)
      }),
    )
  })

  it('leaves a row with enough room where it wants to be', () => {
    const row = [0, 50, 200].map((wanted) => ({ wanted, breadth: 50, weight: 1 }))
    expect(fit(row)).toEqual([0, 50, 200])
  })
})
