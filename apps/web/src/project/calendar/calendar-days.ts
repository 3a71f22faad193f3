import { dayMs } from '@espalier/domain'
import {
  addDays,
  addMonths,
  type CalendarDate,
  countDaysInMonth,
  getWeekday,
  splitDate,
  toCalendarDate,
  toDayNumber,
} from '@espalier/domain/planning-dates'

export const calendarModes = ['month', 'week'] as const
export type CalendarMode = (typeof calendarModes)[number]

const daysPerWeek = 7

interface WeekInfo {
  /** From 1 for Monday to 7 for Sunday. */
  readonly firstDay: number
}

/** Returns the day on which weeks begin where a language is spoken: 0 for Monday to 6 for Sunday. */
export function findFirstWeekday(language: string): number {
  // Not every browser has it, and some have it as a property.
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo }
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {}
  return firstDay - 1
}

/** Returns the first day of a date's week. */
const findWeekStart = (date: CalendarDate, firstWeekday: number): CalendarDate =>
  addDays(date, -((getWeekday(date) - firstWeekday + daysPerWeek) % daysPerWeek)) ?? date

/** Returns the shown weeks: those of the month with the days of its neighbors that belong to them, or one week. */
export function listWeeks(
  cursor: CalendarDate,
  mode: CalendarMode,
  firstWeekday: number,
): readonly (readonly CalendarDate[])[] {
  const { year, month } = splitDate(cursor)
  const first = mode === 'week' ? cursor : (toCalendarDate(year, month, 1) ?? cursor)
  const start = findWeekStart(first, firstWeekday)
  const before = toDayNumber(first) - toDayNumber(start)
  const count = mode === 'week' ? 1 : Math.ceil((before + countDaysInMonth(year, month)) / daysPerWeek)
  return Array.from({ length: count }, (_, week) =>
    // There is nothing beyond the years 1 to 9999.
    Array.from({ length: daysPerWeek }, (_day, day) => addDays(start, week * daysPerWeek + day) ?? []).flat(),
  )
}

/** Returns the same day of the month before or after, or of that week. */
export const turnPage = (cursor: CalendarDate, mode: CalendarMode, by: 1 | -1): CalendarDate =>
  (mode === 'month' ? addMonths(cursor, by) : addDays(cursor, by * daysPerWeek)) ?? cursor

/** Returns how many days an arrow key moves something; undefined: it is not an arrow key. */
export function countKeyDays(key: string): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'ArrowUp':
      return -daysPerWeek
    case 'ArrowDown':
      return daysPerWeek
    default:
      return undefined
  }
}

/** Returns the day that a key leads to; undefined: it is not a key of the grid. */
export function findKeyDay(
  key: string,
  cursor: CalendarDate,
  mode: CalendarMode,
  firstWeekday: number,
): CalendarDate | undefined {
  const days = countKeyDays(key)
  if (days !== undefined) return addDays(cursor, days) ?? cursor
  switch (key) {
    case 'Home':
      return findWeekStart(cursor, firstWeekday)
    case 'End':
      return addDays(findWeekStart(cursor, firstWeekday), daysPerWeek - 1) ?? cursor
    case 'PageUp':
      return turnPage(cursor, mode, -1)
    case 'PageDown':
      return turnPage(cursor, mode, 1)
    default:
      return undefined
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format is made once, because making one takes a while and a month has many days. */
function formatDate(date: CalendarDate, name: string, options: Intl.DateTimeFormatOptions): string {
  const known = formats.get(name) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
  formats.set(name, known)
  return known.format(toDayNumber(date) * dayMs)
}

/** Returns Friday, November 20, 2026. */
export const formatLongDay = (date: CalendarDate): string => formatDate(date, 'long', { dateStyle: 'full' })
/** Returns November 2026. */
export const formatMonth = (date: CalendarDate): string => formatDate(date, 'month', { month: 'long', year: 'numeric' })
/** Returns Fri. */
export const formatWeekday = (date: CalendarDate): string => formatDate(date, 'weekday', { weekday: 'short' })
/** Returns Friday. */
export const formatLongWeekday = (date: CalendarDate): string => formatDate(date, 'whole', { weekday: 'long' })
/** Returns Nov 1 for the first day of a month, else only the number. */
export const formatDayNumber = (date: CalendarDate): string =>
  splitDate(date).day === 1 ? formatDate(date, 'first', { month: 'short', day: 'numeric' }) : `${splitDate(date).day}`
