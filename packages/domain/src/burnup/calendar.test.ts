import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Calendar, createCalendar } from './calendar.ts'
import { defaultTimeResolution, type TimeResolution, timeResolutions } from '../project/view-options.ts'

const at = (text: string): number => Date.parse(text)
const toIsoText = (ms: number): string => new Date(ms).toISOString()
const utc = createCalendar('UTC')

const lengthInHours = (calendar: Calendar, moment: string, resolution: TimeResolution): number =>
  (calendar.findPeriod(at(moment), resolution).endMs - calendar.findPeriod(at(moment), resolution).startMs) / 3_600_000

describe('calendar of a time zone', () => {
  it.each([
    ['second', '2026-11-15T13:14:15Z', '2026-11-15T13:14:16Z'],
    ['minute', '2026-11-15T13:14:00Z', '2026-11-15T13:15:00Z'],
    ['hour', '2026-11-15T13:00:00Z', '2026-11-15T14:00:00Z'],
    ['day', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['week', '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['month', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const)('[burn-up] finds the %s of a Sunday afternoon from %s to %s', (resolution, start, end) => {
    const moment = at('2026-11-15T13:14:15.678Z')
    expect(utc.findPeriod(moment, resolution).startMs).toBe(at(start))
    expect(utc.findPeriod(moment, resolution).endMs).toBe(at(end))
  })

  it('[burn-up] starts weeks on Monday in the viewer’s own time', () => {
    const berlin = createCalendar('Europe/Berlin')
    expect(toIsoText(berlin.findPeriod(at('2026-11-15T23:30:00Z'), 'week').startMs)).toBe('2026-11-15T23:00:00.000Z')
    expect(toIsoText(utc.findPeriod(at('1969-12-31T00:00:00Z'), 'week').startMs)).toBe('1969-12-29T00:00:00.000Z')
    expect(defaultTimeResolution).toBe('week')
  })

  it('[burn-up] respects clock changes in the length of days, weeks and months', () => {
    const berlin = createCalendar('Europe/Berlin')
    expect(lengthInHours(berlin, '2026-03-29T12:00:00Z', 'day')).toBe(23)
    expect(lengthInHours(berlin, '2026-10-25T12:00:00Z', 'day')).toBe(25)
    expect(lengthInHours(berlin, '2026-03-28T12:00:00Z', 'week')).toBe(7 * 24 - 1)
    expect(lengthInHours(berlin, '2026-10-20T12:00:00Z', 'month')).toBe(31 * 24 + 1)
    expect(toIsoText(berlin.findPeriod(at('2026-10-31T12:00:00Z'), 'month').startMs)).toBe('2026-09-30T22:00:00.000Z')
  })

  it('[burn-up] treats the repeated hour as two hours', () => {
    const berlin = createCalendar('Europe/Berlin')
    expect(toIsoText(berlin.findPeriod(at('2026-10-25T00:30:00Z'), 'hour').startMs)).toBe('2026-10-25T00:00:00.000Z')
    expect(toIsoText(berlin.findPeriod(at('2026-10-25T01:30:00Z'), 'hour').startMs)).toBe('2026-10-25T01:00:00.000Z')
  })

  it('[burn-up] starts hours at the half in a zone with a half-hour offset', () => {
    const kolkata = createCalendar('Asia/Kolkata')
    expect(toIsoText(kolkata.findPeriod(at('2026-11-15T13:14:15Z'), 'hour').startMs)).toBe('2026-11-15T12:30:00.000Z')
    expect(toIsoText(kolkata.findPeriod(at('2026-11-15T18:29:59Z'), 'day').startMs)).toBe('2026-11-14T18:30:00.000Z')
    expect(toIsoText(kolkata.findPeriod(at('2026-11-15T18:30:00Z'), 'day').startMs)).toBe('2026-11-15T18:30:00.000Z')
  })

  it('[burn-up] starts a day later when clocks jump over midnight, and once when they go back over it', () => {
    const beirut = createCalendar('Asia/Beirut')
    expect(toIsoText(beirut.findPeriod(at('2024-03-31T10:00:00Z'), 'day').startMs)).toBe('2024-03-30T22:00:00.000Z')
    expect(lengthInHours(beirut, '2024-03-31T10:00:00Z', 'day')).toBe(23)
    const havana = createCalendar('America/Havana')
    expect(lengthInHours(havana, '2024-03-10T12:00:00Z', 'day')).toBe(23)
    expect(lengthInHours(havana, '2024-11-03T12:00:00Z', 'day')).toBe(25)
    // One minute after midnight the clocks went back to a minute after eleven.
    const stJohns = createCalendar('America/St_Johns')
    const starts = ['02:30:30', '02:45:00', '03:29:59', '03:30:00'].map((time) =>
      toIsoText(stJohns.findPeriod(at(`2006-10-29T${time}Z`), 'day').startMs),
    )
    expect(new Set(starts)).toEqual(new Set(['2006-10-29T02:30:00.000Z']))
  })

  it('[burn-up] has no period for a day that an island skipped', () => {
    const apia = createCalendar('Pacific/Apia')
    expect(toIsoText(apia.findPeriod(at('2011-12-30T09:00:00Z'), 'day').endMs)).toBe('2011-12-30T10:00:00.000Z')
    expect(toIsoText(apia.findPeriod(at('2011-12-30T11:00:00Z'), 'day').startMs)).toBe('2011-12-30T10:00:00.000Z')
    expect(toIsoText(apia.findPeriod(at('2011-12-30T11:00:00Z'), 'day').endMs)).toBe('2011-12-31T10:00:00.000Z')
  })

  it('[burn-up] has contiguous periods that begin as a wall calendar does', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Kathmandu',
    ]
    const calendars = zones.map((zone) => ({ zone, calendar: createCalendar(zone) }))
    const moment = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2037-01-01T00:00:00Z') })
    fc.assert(
      fc.property(fc.constantFrom(...calendars), fc.constantFrom(...timeResolutions), moment, (one, resolution, ms) => {
        const start = one.calendar.findPeriod(ms, resolution).startMs
        const end = one.calendar.findPeriod(ms, resolution).endMs
        expect(start).toBeLessThanOrEqual(ms)
        expect(end).toBeGreaterThan(ms)
        for (const inside of [start, end - 1]) {
          expect(one.calendar.findPeriod(inside, resolution).startMs).toBe(start)
          expect(one.calendar.findPeriod(inside, resolution).endMs).toBe(end)
        }
        expect(one.calendar.findPeriod(end, resolution).startMs).toBe(end)
        if (resolution === 'week') expect(written(start, one.zone, { weekday: 'short' })).toBe('Mon')
        if (resolution === 'month') expect(written(start, one.zone, { day: 'numeric' })).toBe('1')
      }),
      { numRuns: 2_000 },
    )
  })

  it('[burn-up] throws for an unknown time zone', () => {
    expect(() => createCalendar('Europe/Atlantis')).toThrow(RangeError)
  })
})

const writers = new Map<string, Intl.DateTimeFormat>()

function written(ms: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${Object.keys(options).join()}`
  const writer = writers.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
  writers.set(key, writer)
  return writer.format(ms)
}
