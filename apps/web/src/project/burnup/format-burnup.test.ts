import { describe, expect, it } from 'vitest'
import { describeForecast } from './format-burnup.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-11-15T12:00:00Z')
const range = (earliest: number, latest: number) =>
  ({ kind: 'range', earliestMs: now + earliest * dayMs, latestMs: now + latest * dayMs, stretches: 6 }) as const

describe('forecast text', () => {
  it('describes a forecast as a range of dates, or one date', () => {
    expect(describeForecast(range(10, 40), 'week', now)).toBe(
      'At the recent pace, everything will be done between Nov 25, 2026 and Dec 25, 2026, if nothing is added.',
    )
    expect(describeForecast(range(10, 10.2), 'week', now)).toContain('around Nov 25, 2026')
    expect(describeForecast(range(0.1, 0.5), 'hour', now)).toMatch(/between Nov 15, 2026, .+ and Nov 16, 2026, /)
  })

  it('says what a forecast lacks', () => {
    expect(describeForecast({ kind: 'none', reason: 'too-little' }, 'day', now)).toContain('three different days')
    expect(describeForecast({ kind: 'none', reason: 'stalled' }, 'day', now)).toContain('Mark a node as done')
    expect(describeForecast({ kind: 'reached' }, 'day', now)).toBe('Everything is done.')
  })
})
