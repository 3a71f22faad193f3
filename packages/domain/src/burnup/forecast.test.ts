import { describe, expect, it } from 'vitest'
import type { BurnupPoint } from './burn-up.ts'
import { computeForecast } from './forecast.ts'

/** A period is ten units long; the totals are keyed by period. */
const points = (totals: Readonly<Record<number, readonly [created: number, resolved: number]>>): BurnupPoint[] =>
  Object.entries(totals).map(([period, [created, resolved]]) => ({
    startMs: Number(period) * 10,
    endMs: Number(period) * 10 + 10,
    created,
    resolved,
  }))

describe('burn-up forecast', () => {
  it('[forecast] predicts one moment at an even pace', () => {
    const even = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6] })
    expect(computeForecast(even, 30)).toEqual({ kind: 'range', earliestMs: 50, latestMs: 50, stretches: 3 })
  })

  it('[forecast] ranges from the faster to the slower quartile of the last six stretches', () => {
    const uneven = points({ 0: [60, 20], 1: [60, 21], 2: [60, 23], 3: [60, 26], 4: [60, 30], 5: [60, 35], 6: [60, 41] })
    // The paces are 1 to 6 per period, so the quartiles are 2.25 and 4.75.
    const forecast = computeForecast(uneven, 70)
    expect(forecast.kind === 'range' && [forecast.earliestMs, forecast.latestMs, forecast.stretches]).toEqual([
      70 + 190 / 4.75,
      70 + 190 / 2.25,
      6,
    ])
  })

  it('[forecast] counts idle periods as part of the following work', () => {
    const resting = points({ 0: [20, 2], 4: [20, 4], 9: [20, 6] })
    const forecast = computeForecast(resting, 100)
    expect(forecast.kind === 'range' && forecast.latestMs).toBeGreaterThan(100 + 14 * 20)
  })

  it('[forecast] needs three finished periods with work', () => {
    expect(computeForecast([], 0)).toEqual({ kind: 'none', reason: 'too-little' })
    const running = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6] })
    expect(computeForecast(running, 29)).toEqual({ kind: 'none', reason: 'too-little' })
    expect(computeForecast(points({ 0: [10, 0], 1: [12, 0], 2: [13, 0] }), 30)).toEqual({
      kind: 'none',
      reason: 'too-little',
    })
  })

  it('[forecast] ends once work has paused for longer than before', () => {
    const even = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6] })
    expect(computeForecast(even, 40).kind).toBe('range')
    expect(computeForecast(even, 41)).toEqual({ kind: 'none', reason: 'stalled' })
    const again = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6], 8: [10, 7] })
    expect(computeForecast(again, 85).kind).toBe('range')
    const onlyMoreScope = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6], 8: [11, 6] })
    expect(computeForecast(onlyMoreScope, 85)).toEqual({ kind: 'none', reason: 'stalled' })
  })

  it('[forecast] does not count reopened work twice', () => {
    const toAndFro = points({ 0: [9, 3], 1: [9, 0], 2: [9, 3], 3: [9, 0], 4: [9, 3] })
    expect(computeForecast(toAndFro, 50)).toEqual({ kind: 'none', reason: 'too-little' })
  })

  it('[forecast] keeps the pace when done work is deleted', () => {
    const pruned = points({ 0: [90, 40], 1: [90, 41], 2: [60, 11], 3: [60, 12], 4: [60, 13] })
    expect(computeForecast(pruned, 50).kind).toBe('range')
  })

  it('[forecast] reports that nothing is left, or that the end is too far away', () => {
    expect(computeForecast(points({ 0: [3, 1], 1: [3, 2], 2: [3, 3] }), 30)).toEqual({ kind: 'reached' })
    expect(computeForecast(points({ 0: [2e12, 1], 1: [2e12, 2], 2: [2e12, 3] }), 30)).toEqual({
      kind: 'none',
      reason: 'too-far',
    })
  })
})
