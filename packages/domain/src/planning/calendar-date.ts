import { dayMs } from '../core/units.ts'
import { parseDay } from '../node/field-values.ts'

/** A calendar day without a time zone, written YYYY-MM-DD. Dates compare like texts. */
export type CalendarDate = string

const lastYear = 9_999
const monthsPerYear = 12
const daysPerWeek = 7

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

/** Returns null if there is no such day: 2027-02-29, or a year beyond the four digits. */
export function toCalendarDate(year: number, month: number, day: number): CalendarDate | null {
  if (!Number.isInteger(year) || year < 1 || year > lastYear) return null
  if (month < 1 || month > monthsPerYear || day < 1 || day > countDaysInMonth(year, month)) return null
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Splits a valid date. */
export const splitDate = (date: CalendarDate): DateParts => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
})

/** Reads YYYY-MM-DD; null if it is written otherwise or there is no such day. */
export const parseCalendarDate = (text: string): CalendarDate | null => parseDay(text) ?? null

export function countDaysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Returns the days since 1970-01-01. */
export const toDayNumber = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`) / dayMs

/** Returns null beyond the years 1 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate | null {
  const moment = new Date((toDayNumber(date) + days) * dayMs)
  return toCalendarDate(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate())
}

/** A day that the month does not have becomes its last one: a month after 31 January is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate | null {
  const { year, month, day } = splitDate(date)
  const count = year * monthsPerYear + (month - 1) + months
  const [newYear, newMonth] = [Math.floor(count / monthsPerYear), (count % monthsPerYear) + 1]
  return toCalendarDate(newYear, newMonth, Math.min(day, countDaysInMonth(newYear, newMonth)))
}

/** Returns 0 for Monday to 6 for Sunday. */
export const getWeekday = (date: CalendarDate): number =>
  // 1 January 1970 was a Thursday.
  (((toDayNumber(date) + 3) % daysPerWeek) + daysPerWeek) % daysPerWeek

/** Returns the day that a moment belongs to in a time zone; the zone is a name that Intl knows, and others throw. */
export function findDateInZone(ms: number, timeZone: string): CalendarDate {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(ms)
  const read = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  return `${pad(read('year'), 4)}-${pad(read('month'), 2)}-${pad(read('day'), 2)}`
}
