import { describe, expect, it } from 'vitest'
import { findFirstWeekday, findKeyDay, listWeeks, turnPage } from './calendar-days.ts'

const monday = 0
const sunday = 6

describe('days of a calendar', () => {
  it('are the weeks of the month, with the days of its neighbors that belong to them', () => {
    const weeks = listWeeks('2026-11-17', 'month', monday)
    expect(weeks.map((week) => week[0])).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ])
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  })

  it('begin on Sunday where weeks do', () => {
    expect(listWeeks('2026-11-17', 'month', sunday).map((week) => week[0])).toEqual([
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
      '2026-11-22',
      '2026-11-29',
    ])
    expect(listWeeks('2026-11-17', 'week', sunday)).toEqual([
      ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
    ])
    expect([findFirstWeekday('en-US'), findFirstWeekday('de-DE')]).toEqual([sunday, monday])
  })

  it('are walked through by keys', () => {
    const walk = (key: string) => findKeyDay(key, '2026-11-18', 'month', sunday)
    expect(walk('ArrowLeft')).toBe('2026-11-17')
    expect(walk('ArrowDown')).toBe('2026-11-25')
    expect(walk('Home')).toBe('2026-11-15')
    expect(walk('End')).toBe('2026-11-21')
    expect(walk('PageDown')).toBe('2026-12-18')
    expect(findKeyDay('PageUp', '2026-11-18', 'week', sunday)).toBe('2026-11-11')
    expect(walk('x')).toBeUndefined()
  })

  it('end with the last year of four digits', () => {
    expect(turnPage('9999-12-20', 'month', 1)).toBe('9999-12-20')
    expect(listWeeks('9999-12-31', 'month', monday).flat().at(-1)).toBe('9999-12-31')
  })
})
