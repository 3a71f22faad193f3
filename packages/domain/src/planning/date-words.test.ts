import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, findDateInZone, getWeekday, parseCalendarDate, toDayNumber } from './calendar-date.ts'
import { createDateReader } from './date-words.ts'

/** A Tuesday. */
const today = '2026-11-17'
const read = (text: string, locale = 'en-US', day = today) => createDateReader(locale).read(text, day)

describe('dates in words', () => {
  it.each([
    ['2026-12-01', '2026-12-01'],
    ['today', '2026-11-17'],
    ['Tomorrow', '2026-11-18'],
    ['yesterday', '2026-11-16'],
    ['friday', '2026-11-20'],
    ['fri', '2026-11-20'],
    ['on friday', '2026-11-20'],
    ['this friday', '2026-11-20'],
    ['tuesday', '2026-11-24'],
    ['monday', '2026-11-23'],
    ['next friday', '2026-11-27'],
    ['next monday', '2026-11-23'],
    ['next week', '2026-11-23'],
    ['next month', '2026-12-01'],
    ['next year', '2027-01-01'],
    ['in 3 weeks', '2026-12-08'],
    ['3 weeks', '2026-12-08'],
    ['in 1 day', '2026-11-18'],
    ['in 2 months', '2027-01-17'],
    ['+2w', '2026-12-01'],
    ['2w', '2026-12-01'],
    ['+10 d', '2026-11-27'],
    ['1y', '2027-11-17'],
    ['12 dec', '2026-12-12'],
    ['Dec 12', '2026-12-12'],
    ['december 12th, 2027', '2027-12-12'],
    ['17 november', '2026-11-17'],
    ['16 nov', '2027-11-16'],
    ['29 feb', '2028-02-29'],
    ['12/24', '2026-12-24'],
    ['end of month', '2026-11-30'],
    ['end of the week', '2026-11-22'],
    ['end of year', '2026-12-31'],
  ])('reads %s in English', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['de-DE', 'heute', '2026-11-17'],
    ['de-DE', 'übermorgen', '2026-11-19'],
    ['de-DE', 'Freitag', '2026-11-20'],
    ['de-DE', 'nächsten Freitag', '2026-11-27'],
    ['de-DE', 'nächste Woche', '2026-11-23'],
    ['de-DE', 'in 3 Wochen', '2026-12-08'],
    ['de-DE', '3. Dezember', '2026-12-03'],
    ['de-DE', '24.12.', '2026-12-24'],
    ['de-DE', 'next friday', '2026-11-27'],
    ['fr', 'vendredi prochain', '2026-11-27'],
    ['fr', 'dans 3 semaines', '2026-12-08'],
    ['fr', '12 décembre', '2026-12-12'],
    ['es', 'mañana', '2026-11-18'],
    ['ru', '12 декабря', '2026-12-12'],
    ['ja', '明日', '2026-11-18'],
    ['en-GB', '3/12', '2026-12-03'],
    ['not a locale', 'tomorrow', '2026-11-18'],
  ])('reads in %s: %s', (locale, text, expected) => {
    expect(read(text, locale)).toBe(expected)
  })

  it.each([
    '',
    'pears',
    'next',
    '31 feb',
    '2027-02-29',
    '0 dec',
    'friday monday',
    'in weeks',
    '13/13',
    '99999d',
    '+-2w',
  ])('reads no date in %j', (text) => {
    expect(read(text)).toBeNull()
  })

  it('stays within the four digits of a year', () => {
    expect(read('9999y')).toBeNull()
    expect(read('tomorrow', 'en', '9999-12-31')).toBeNull()
  })

  it('agrees with the calendar for every day of several years', () => {
    const reader = createDateReader('en')
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    fc.assert(
      fc.property(
        fc.integer({ min: -30_000, max: 60_000 }),
        fc.nat({ max: 6 }),
        fc.nat({ max: 999 }),
        (offset, weekday, count) => {
          const day = addDays(today, offset) as string
          const named = reader.read(names[weekday] ?? '', day) as string
          expect(getWeekday(named)).toBe(weekday)
          expect(toDayNumber(named) - toDayNumber(day)).toBeGreaterThan(0)
          expect(toDayNumber(named) - toDayNumber(day)).toBeLessThanOrEqual(7)
          const next = reader.read(`next ${names[weekday]}`, day) as string
          const nextMonday = toDayNumber(day) - getWeekday(day) + 7
          expect(toDayNumber(next)).toBe(nextMonday + weekday)
          const days = new Date(`${day}T12:00:00Z`)
          days.setUTCDate(days.getUTCDate() + count)
          expect(reader.read(`+${count}d`, day)).toBe(days.toISOString().slice(0, 10))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never fails on odd texts', () => {
    const reader = createDateReader('de')
    const piece = fc.constantFrom('in ', '+', '3', ' wochen', 'freitag', 'dez', '/', '.', ' ', '99999', 'next ')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const date = reader.read(text, today)
          if (date !== null) expect(parseCalendarDate(date)).toBe(date)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('calendar dates', () => {
  it('end a month at its last day when months are added', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2027-12-31', 2)).toBe('2028-02-29')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  it('depend on the time zone of the person', () => {
    const moment = Date.parse('2026-11-17T23:30:00Z')
    expect(findDateInZone(moment, 'UTC')).toBe('2026-11-17')
    expect(findDateInZone(moment, 'Asia/Tokyo')).toBe('2026-11-18')
    expect(findDateInZone(moment, 'America/New_York')).toBe('2026-11-17')
    expect(() => findDateInZone(moment, 'Mars/Base')).toThrow(RangeError)
  })
})
