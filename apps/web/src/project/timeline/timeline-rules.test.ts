import { toDayNumber } from '@espalier/domain/planning-dates'
import { describe, expect, it } from 'vitest'
import { drawArrowHead, drawArrowLine, isArrowIn } from './arrow-paths.ts'
import { findSpan, isMilestone, placeBar, planDates, shiftDates } from './bar-dates.ts'
import { findTimeWindow } from './use-time-window.ts'
import { findDayRange, listTicks, stepZoom } from './time-scale.ts'

const day = toDayNumber
const dates = (startDate: string | null, dueDate: string | null) => ({ startDate, dueDate })

describe('dates of a bar', () => {
  it('span from the start to the due date, and one day if only one of them is known', () => {
    expect(findSpan(dates('2026-11-02', '2026-11-04'))).toEqual({ first: day('2026-11-02'), last: day('2026-11-04') })
    expect(findSpan(dates(null, '2026-11-04'))).toEqual({ first: day('2026-11-04'), last: day('2026-11-04') })
    expect(findSpan(dates('2026-11-02', null))).toEqual({ first: day('2026-11-02'), last: day('2026-11-02') })
    expect(findSpan(dates(null, null))).toBeNull()
  })

  it('move together over the end of a month, and stay missing where they are missing', () => {
    expect(shiftDates(dates('2026-11-28', '2026-11-30'), 'move', 7)).toEqual(dates('2026-12-05', '2026-12-07'))
    expect(shiftDates(dates(null, '2026-11-30'), 'move', -30)).toEqual(dates(null, '2026-10-31'))
    expect(shiftDates(dates('2026-11-28', null), 'move', 1)).toEqual(dates('2026-11-29', null))
  })

  it('are resized at either end, never past the other one', () => {
    const planned = dates('2026-11-10', '2026-11-12')
    expect(shiftDates(planned, 'due', 3)).toEqual(dates('2026-11-10', '2026-11-15'))
    expect(shiftDates(planned, 'due', -30)).toEqual(dates('2026-11-10', '2026-11-10'))
    expect(shiftDates(planned, 'start', -1)).toEqual(dates('2026-11-09', '2026-11-12'))
    expect(shiftDates(planned, 'start', 30)).toEqual(dates('2026-11-12', '2026-11-12'))
    expect(shiftDates(dates(null, '2026-11-12'), 'due', 2)).toEqual(dates('2026-11-12', '2026-11-14'))
    expect(shiftDates(dates(null, '2026-11-12'), 'start', -2)).toEqual(dates('2026-11-10', '2026-11-12'))
  })

  it('stay where they are at the end of the calendar', () => {
    expect(shiftDates(dates('9999-12-30', '9999-12-31'), 'move', 1)).toBeNull()
    expect(shiftDates(dates(null, null), 'move', 1)).toBeNull()
  })

  it('are planned by the estimate: a point is a day, 8 hours are a day, 0 is a milestone', () => {
    const first = day('2026-11-17')
    expect(planDates(first, null, 'days')).toEqual(dates('2026-11-17', '2026-11-17'))
    expect(planDates(first, 2.5, 'days')).toEqual(dates('2026-11-17', '2026-11-19'))
    expect(planDates(first, 3, 'points')).toEqual(dates('2026-11-17', '2026-11-19'))
    expect(planDates(first, 12, 'hours')).toEqual(dates('2026-11-17', '2026-11-18'))
    expect(planDates(first, 0, 'hours')).toEqual(dates(null, '2026-11-17'))
  })

  it('are a milestone on one day with an estimate of 0', () => {
    expect(isMilestone({ ...dates(null, '2026-11-17'), estimate: 0 })).toBe(true)
    expect(isMilestone({ ...dates('2026-11-17', '2026-11-17'), estimate: 0 })).toBe(true)
    expect(isMilestone({ ...dates('2026-11-16', '2026-11-17'), estimate: 0 })).toBe(false)
    expect(isMilestone({ ...dates(null, '2026-11-17'), estimate: null })).toBe(false)
  })

  it('become a box that can be seen at every zoom', () => {
    const span = { first: 12, last: 13 }
    expect(placeBar(span, false, 10, 40)).toEqual({ left: 80, width: 80 })
    expect(placeBar(span, false, 10, 0.4).width).toBe(6)
    const diamond = placeBar({ first: 12, last: 12 }, true, 10, 40)
    expect(diamond.left + diamond.width / 2).toBe(100)
  })
})

describe('the scale of a timeline', () => {
  it('reaches beyond all dates and today, and begins on a Monday', () => {
    const today = day('2026-11-17')
    const range = findDayRange({ first: day('2026-01-01'), end: day('2026-02-01') }, today, 14)
    expect(range.first).toBeLessThan(day('2026-01-01'))
    expect(range.end).toBeGreaterThan(today)
    expect(new Date(range.first * 86_400_000).getUTCDay()).toBe(1)
    expect(findDayRange({ first: day('0001-01-01'), end: day('9999-12-31') }, today, 40).end - today).toBe(36_500)
  })

  it('has two rows of labels from days to decades', () => {
    const range = { first: day('2026-11-17'), end: day('2027-01-02') }
    const list = (...[level, row]: Parameters<typeof listTicks> extends [infer A, infer B, unknown] ? [A, B] : never) =>
      listTicks(level, row, range).map(({ label }) => label)
    expect(list('day', 'upper')).toEqual(['November 2026', 'December 2026', 'January 2027'])
    expect(list('day', 'lower')).toHaveLength(46)
    expect(list('week', 'lower').slice(0, 2)).toEqual(['Nov 16', 'Nov 23'])
    expect(list('month', 'upper')).toEqual(['2026', '2027'])
    expect(list('month', 'lower')).toEqual(['Nov', 'Dec', 'Jan'])
    expect(list('quarter', 'lower')).toEqual(['Q4', 'Q1'])
    expect(list('year', 'upper')).toEqual(['2020–2029'])
  })

  it('is stepped through from days to years and no further', () => {
    expect([stepZoom('day', -1), stepZoom('day', 1), stepZoom('year', 1)]).toEqual(['day', 'week', 'year'])
  })
})

describe('the drawn part of a timeline', () => {
  it('is somewhat more than can be seen, and moves in steps', () => {
    const frame = { first: 1_000, end: 3_000, dayPx: 10, rowPx: 36 }
    const at = (left: number, top: number) => findTimeWindow({ left, top, width: 800, height: 700 }, frame)
    const { firstRow, endRow, days } = at(5_000, 3_600)
    expect(firstRow).toBeLessThanOrEqual(100)
    expect(endRow).toBeGreaterThanOrEqual(100 + 20)
    expect(endRow - firstRow).toBeLessThan(44)
    expect([days.first <= 1_500, days.end >= 1_580, days.end - days.first < 260]).toEqual([true, true, true])
    expect(at(5_010, 3_610)).toEqual(at(5_000, 3_600))
    expect(at(0, 0)).toMatchObject({ firstRow: 0, days: { first: 1_000 } })
    expect(at(19_200, 0).days.end).toBe(3_000)
  })
})

describe('the arrow of a dependency', () => {
  const ends = { fromX: 100, fromY: 18, toX: 140, toY: 90 }

  it('goes from the end of a bar to the start of the other, and back between the rows if there is no room', () => {
    expect(drawArrowLine(ends, 36)).toBe('M100 18H108V90H140')
    expect(drawArrowLine({ ...ends, toX: 60 }, 36)).toBe('M100 18H108V72H52V90H60')
    expect(drawArrowLine({ ...ends, toX: 60, fromY: 162 }, 36)).toBe('M100 162H108V108H52V90H60')
    expect(drawArrowHead(ends)).toBe('M140 90l-7 -4v8z')
  })

  it('is left out where no part of it can be seen', () => {
    const area = { left: 0, right: 500, top: 0, bottom: 500 }
    expect(isArrowIn(ends, area)).toBe(true)
    expect(isArrowIn(ends, { ...area, top: 40, bottom: 60 })).toBe(true)
    expect(isArrowIn(ends, { ...area, left: 200 })).toBe(false)
    expect(isArrowIn(ends, { ...area, top: 100 })).toBe(false)
  })
})
