import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { burnupOf, defaultTimeResolution, effectOf, periodStart, timeResolutions } from './burnup.ts'
import { type Transition, transitionStates } from './status/transitions.ts'

const at = (text: string): number => Date.parse(`${text}Z`)

describe('burn-up', () => {
  it.each([
    ['deleted', 'todo', 1, 0],
    ['deleted', 'done', 1, 1],
    ['todo', 'done', 0, 1],
    ['done', 'progress', 0, -1],
    ['progress', 'deleted', -1, 0],
    ['done', 'deleted', -1, -1],
    ['todo', 'progress', 0, 0],
  ] as const)('[burn-up] from %s to %s: created %d, resolved %d', (from, to, created, resolved) => {
    expect(effectOf({ dt: 0, from, to })).toEqual({ created, resolved })
  })

  it.each([
    ['second', '2026-11-15T13:14:15'],
    ['minute', '2026-11-15T13:14:00'],
    ['hour', '2026-11-15T13:00:00'],
    ['day', '2026-11-15T00:00:00'],
    ['week', '2026-11-09T00:00:00'],
    ['month', '2026-11-01T00:00:00'],
  ] as const)('[burn-up] the %s of a Sunday afternoon begins at %s', (resolution, start) => {
    expect(periodStart(at('2026-11-15T13:14:15.678'), resolution)).toBe(at(start))
  })

  it('[burn-up] weeks start on Monday, in the viewer’s own time', () => {
    const mondayInBerlin = at('2026-11-15T23:30:00')
    expect(periodStart(mondayInBerlin, 'week', 3_600_000)).toBe(at('2026-11-15T23:00:00'))
    expect(periodStart(at('1969-12-31T00:00:00'), 'week')).toBe(at('1969-12-29T00:00:00'))
    expect(defaultTimeResolution).toBe('week')
  })

  it('[burn-up] gives one point a period with the totals so far, whatever order the entries come in', () => {
    const entries: Transition[] = [
      { dt: at('2026-11-10T10:00:00'), from: 'todo', to: 'done' },
      { dt: at('2026-11-09T10:00:00'), from: 'deleted', to: 'todo' },
      { dt: at('2026-11-09T11:00:00'), from: 'deleted', to: 'todo' },
      { dt: at('2026-11-12T10:00:00'), from: 'done', to: 'deleted' },
    ]
    expect(burnupOf(entries, 'day')).toEqual([
      { startMs: at('2026-11-09T00:00:00'), created: 2, resolved: 0 },
      { startMs: at('2026-11-10T00:00:00'), created: 2, resolved: 1 },
      { startMs: at('2026-11-12T00:00:00'), created: 1, resolved: 0 },
    ])
    expect(burnupOf([], 'week')).toEqual([])
  })

  it('[burn-up] periods rise, and every resolution ends in the same totals', () => {
    const entry = fc.record({
      dt: fc.integer({ min: 0, max: 4e12 }),
      from: fc.constantFrom(...transitionStates),
      to: fc.constantFrom(...transitionStates),
    })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1 }), (entries) => {
        const ends = timeResolutions.map((resolution) => {
          const points = burnupOf(entries, resolution)
          expect(points.every((point, index) => index === 0 || point.startMs > (points[index - 1]?.startMs ?? 0))).toBe(
            true,
          )
          return { ...points.at(-1), startMs: 0 }
        })
        expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
      }),
    )
  })
})
