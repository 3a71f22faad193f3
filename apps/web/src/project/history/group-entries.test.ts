import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../api/history.ts'
import { formatDay, formatTimeAgo, groupHistoryEntries, startOfDay } from './group-entries.ts'

const minute = 60_000
const hour = 60 * minute
const noon = new Date(2026, 2, 10, 12, 0, 0).getTime()

const entry = (seq: number, at: number, name: string | null): HistoryEntry => ({
  seq,
  at,
  by: name === null ? null : { id: name, email: `${name}@example.com`, picture: '', firstname: name, lastname: null },
  kind: 'nodes_changed',
  nodeCount: 1,
  canUndo: true,
  undoes: null,
  tokenName: null,
  changes: [],
})

describe('history entries', () => {
  it('groups entries by day, person and minute', () => {
    const days = groupHistoryEntries([
      entry(8, noon + 50_000, 'ada'),
      entry(7, noon + 10_000, 'ada'),
      entry(6, noon + 5_000, 'bob'),
      entry(5, noon, 'ada'),
      entry(4, noon - minute, 'ada'),
      entry(3, noon - 24 * hour, 'ada'),
      entry(2, noon - 24 * hour, null),
      entry(1, noon - 24 * hour, null),
    ])
    expect(days.map(({ groups }) => groups.map(({ entries }) => entries.map(({ seq }) => seq)))).toEqual([
      [[8, 7], [6], [5], [4]],
      [[3], [2, 1]],
    ])
    expect(days.map(({ start }) => start)).toEqual([startOfDay(noon), startOfDay(noon - 24 * hour)])
  })
})

describe('entry time', () => {
  it.each([
    [-5 * minute, 'just now'],
    [59_000, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [3 * hour + minute, '3 hours ago'],
  ])('formats %i ms ago as %s', (age, text) => expect(formatTimeAgo(noon - age, noon)).toBe(text))

  it('formats another day by its time of day', () => {
    expect(formatTimeAgo(noon - 30 * hour, noon)).toMatch(/6:00/u)
  })

  it('formats days by the calendar', () => {
    expect(formatDay(startOfDay(noon), noon)).toBe('Today')
    expect(formatDay(startOfDay(noon - 13 * hour), noon)).toBe('Yesterday')
    expect(formatDay(startOfDay(noon - 37 * hour), noon)).toBe('Sunday, March 8, 2026')
  })
})
