import { dayMs } from '@espalier/domain'
import { timelineTexts } from '../../texts/timeline.ts'

/** From the closest view to the widest one. */
export const zoomLevels = ['day', 'week', 'month', 'quarter', 'year'] as const
export type ZoomLevel = (typeof zoomLevels)[number]

/** The width of a day in pixels. */
export const dayWidths: Readonly<Record<ZoomLevel, number>> = { day: 44, week: 14, month: 4, quarter: 1.5, year: 0.4 }

/** Weekends are shaded where a day is wide enough to be told from the next one. */
export const showsWeekends = (level: ZoomLevel): boolean => level === 'day' || level === 'week'

/** Returns the next level in a direction, or the same one at the end. */
export const stepZoom = (level: ZoomLevel, by: 1 | -1): ZoomLevel => zoomLevels[zoomLevels.indexOf(level) + by] ?? level

/** Days since 1970-01-01, from the first up to the end, which is not part of it. */
export interface DayRange {
  readonly first: number
  readonly end: number
}

const daysPerWeek = 7
/** Nobody scrolls further, and a browser cannot draw an element of any width. */
const furthestDays = 36_500
/** There is room to scroll and to drag beyond the first and the last date. */
const marginPx = 1_600

/** Monday is 0. 1 January 1970 was a Thursday. */
const getWeekday = (day: number): number => (((day + 3) % daysPerWeek) + daysPerWeek) % daysPerWeek

/** Returns the days that can be scrolled through: all dates and today, with a margin. It begins on a Monday. */
export function findDayRange(dates: DayRange | null, today: number, dayPx: number): DayRange {
  const margin = Math.ceil(marginPx / dayPx)
  const first = Math.max(Math.min(dates?.first ?? today, today) - margin, today - furthestDays)
  const end = Math.min(Math.max(dates?.end ?? today, today) + margin, today + furthestDays)
  return { first: first - getWeekday(first), end }
}

type TickUnit = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'decade'

/** The two rows of labels of each level, the larger units first. */
const tickUnits: Readonly<Record<ZoomLevel, readonly [TickUnit, TickUnit]>> = {
  day: ['month', 'day'],
  week: ['month', 'week'],
  month: ['year', 'month'],
  quarter: ['year', 'quarter'],
  year: ['decade', 'year'],
}

const monthsOfUnit = { month: 1, quarter: 3, year: 12, decade: 120 } as const

export interface Tick extends DayRange {
  readonly label: string
}

/** Lists the labels that touch a range of days, in the upper or the lower row. */
export function listTicks(level: ZoomLevel, row: 'upper' | 'lower', { first, end }: DayRange): readonly Tick[] {
  const unit = tickUnits[level][row === 'upper' ? 0 : 1]
  const format = formatsOfUnit[unit](level)
  const ticks: Tick[] = []
  for (let day = findUnitStart(unit, first); day < end;) {
    const next = findNextStart(unit, day)
    ticks.push({ first: day, end: next, label: format(day) })
    day = next
  }
  return ticks
}

function findUnitStart(unit: TickUnit, day: number): number {
  if (unit === 'day') return day
  if (unit === 'week') return day - getWeekday(day)
  const date = new Date(day * dayMs)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return toDay(months - (months % monthsOfUnit[unit]))
}

function findNextStart(unit: TickUnit, start: number): number {
  if (unit === 'day') return start + 1
  if (unit === 'week') return start + daysPerWeek
  const date = new Date(start * dayMs)
  return toDay(date.getUTCFullYear() * 12 + date.getUTCMonth() + monthsOfUnit[unit])
}

const toDay = (months: number): number => Date.UTC(Math.floor(months / 12), months % 12) / dayMs

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are slow to make, and the labels are written again with every scroll. */
function write(day: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(day * dayMs)
}

const getYear = (day: number): number => new Date(day * dayMs).getUTCFullYear()

const formatsOfUnit: Readonly<Record<TickUnit, (level: ZoomLevel) => (day: number) => string>> = {
  day: () => (day) => write(day, { weekday: 'narrow', day: 'numeric' }),
  week: () => (day) => write(day, { month: 'short', day: 'numeric' }),
  month: (level) => (day) => write(day, level === 'month' ? { month: 'short' } : { month: 'long', year: 'numeric' }),
  quarter: () => (day) => timelineTexts.quarter(Math.floor(new Date(day * dayMs).getUTCMonth() / 3) + 1),
  year: () => (day) => write(day, { year: 'numeric' }),
  decade: () => (day) => timelineTexts.decade(getYear(day), getYear(day) + 9),
}

/** Returns a day in words for a person: Tue, Nov 17, 2026. */
export const formatDay = (day: number): string =>
  write(day, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
