import { describe, expect, it } from 'vitest'
import type { BurnupPoint } from './burnup.ts'
import { computeForecast } from './forecast.ts'

/** Ten units a period; totals by the period they were reached in. */
const points = (totals: Readonly<Record<number, readonly [created: number, resolved: number]>>): BurnupPoint[] =>
  Object.entries(totals).map(([period, [created, resolved]]) => ({
    startMs: Number(period) * 10,
    endMs: Number(period) * 10 + 10,
    created,
    resolved,
  }))

describe('a forecast', () => {
  it('[forecast] at an even pace is one moment', () => {
    const even = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6] })
    expect(computeForecast(even, 30)).toEqual({ kind: 'range', earliestMs: 50, latestMs: 50, stretches: 3 })
  })

  it('[forecast] ranges from the quicker to the slower quartile of the last six stretches', () => {
    const uneven = points({ 0: [60, 20], 1: [60, 21], 2: [60, 23], 3: [60, 26], 4: [60, 30], 5: [60, 35], 6: [60, 41] })
    // 1 to 6 a period: the quartiles are 2.25 and 4.75.
    const forecast = computeForecast(uneven, 70)
    expect(forecast.kind === 'range' && [forecast.earliestMs, forecast.latestMs, forecast.stretches]).toEqual([
      70 + 190 / 4.75,
      70 + 190 / 2.25,
      6,
    ])
  })

  it('[forecast] idle periods make the work after them slower', () => {
    const resting = points({ 0: [20, 2], 4: [20, 4], 9: [20, 6] })
    const forecast = computeForecast(resting, 100)
    expect(forecast.kind === 'range' && forecast.latestMs).toBeGreaterThan(100 + 14 * 20)
  })

  it('[forecast] there is none before three periods with work have ended', () => {
    expect(computeForecast([], 0)).toEqual({ kind: 'none', reason: 'too-little' })
    const running = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6] })
    expect(computeForecast(running, 29)).toEqual({ kind: 'none', reason: 'too-little' })
    expect(computeForecast(points({ 0: [10, 0], 1: [12, 0], 2: [13, 0] }), 30)).toEqual({
      kind: 'none',
      reason: 'too-little',
    })
  })

  it('[forecast] there is none once work has rested for longer than before', () => {
    const even = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6] })
    expect(computeForecast(even, 40).kind).toBe('range')
    expect(computeForecast(even, 41)).toEqual({ kind: 'none', reason: 'stalled' })
    const again = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6], 8: [10, 7] })
    expect(computeForecast(again, 85).kind).toBe('range')
    const onlyMoreScope = points({ 0: [10, 2], 1: [10, 4], 2: [10, 6], 8: [11, 6] })
    expect(computeForecast(onlyMoreScope, 85)).toEqual({ kind: 'none', reason: 'stalled' })
  })

  it('[forecast] what was reopened and done again is not done twice', () => {
    const toAndFro = points({ 0: [9, 3], 1: [9, 0], 2: [9, 3], 3: [9, 0], 4: [9, 3] })
    expect(computeForecast(toAndFro, 50)).toEqual({ kind: 'none', reason: 'too-little' })
  })

  it('[forecast] what was deleted after it was done leaves the pace as it was', () => {
    const pruned = points({ 0: [90, 40], 1: [90, 41], 2: [60, 11], 3: [60, 12], 4: [60, 13] })
    expect(computeForecast(pruned, 50).kind).toBe('range')
  })

  it('[forecast] nothing is left, or the end lies beyond all planning', () => {
    expect(computeForecast(points({ 0: [3, 1], 1: [3, 2], 2: [3, 3] }), 30)).toEqual({ kind: 'reached' })
    expect(computeForecast(points({ 0: [2e12, 1], 1: [2e12, 2], 2: [2e12, 3] }), 30)).toEqual({
      kind: 'none',
      reason: 'too-far',
    })
  })
})
