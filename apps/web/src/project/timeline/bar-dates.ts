import type { EstimateUnit } from '@espalier/domain'
import { addDays, type CalendarDate, toDayNumber } from '@espalier/domain/planning-dates'
import type { NodeRecord } from '@espalier/sync'

export type PlannedDates = Pick<NodeRecord, 'startDate' | 'dueDate'>

/** The days of a bar, since 1970-01-01; the last one is part of it. */
export interface DaySpan {
  readonly first: number
  readonly last: number
}

/** Returns a date beyond the calendar as null. */
export const toDate = (day: number): CalendarDate | null => addDays('1970-01-01', day)

/** Returns the days of a node's bar. With one date it is one day long; null: it is not scheduled. */
export function findSpan({ startDate, dueDate }: PlannedDates): DaySpan | null {
  const [start, due] = [startDate ?? dueDate, dueDate ?? startDate]
  if (start === null || due === null) return null
  const first = toDayNumber(start)
  return { first, last: Math.max(first, toDayNumber(due)) }
}

/** A milestone takes no time: its estimate is 0, and it has one day. */
export const isMilestone = ({ startDate, dueDate, estimate }: PlannedDates & Pick<NodeRecord, 'estimate'>): boolean =>
  estimate === 0 && dueDate !== null && (startDate === null || startDate === dueDate)

/** The part of a bar that is moved: the whole bar, or one of its ends. */
export type BarGrip = 'move' | 'start' | 'due'

/**
 * Returns the dates after a grip was moved by some days. A moved node has the dates that it had; a resized one gets the
 * date that it lacks. An end stops at the other one, so that nothing is due before it starts. Null: the calendar ends.
 */
export function shiftDates(dates: PlannedDates, grip: BarGrip, byDays: number): PlannedDates | null {
  const span = findSpan(dates)
  if (span === null) return null
  if (byDays === 0) return dates
  const { first, last } = span
  if (grip === 'move') {
    const [startDate, dueDate] = [toDate(first + byDays), toDate(last + byDays)]
    if (startDate === null || dueDate === null) return null
    return {
      startDate: dates.startDate === null ? null : startDate,
      dueDate: dates.dueDate === null ? null : dueDate,
    }
  }
  const startDate = toDate(grip === 'start' ? Math.min(first + byDays, last) : first)
  const dueDate = toDate(grip === 'due' ? Math.max(last + byDays, first) : last)
  return startDate === null || dueDate === null ? null : { startDate, dueDate }
}

const hoursPerDay = 8
/** A mistyped estimate must not make a bar of a thousand years. */
const longestDays = 3_650

/**
 * Returns the dates of a node that begins on a day and takes as many days as its estimate says: a point is a day, and 8
 * hours are one. Without an estimate it takes the day itself. An estimate of 0 is a milestone.
 */
export function planDates(day: number, estimate: number | null, unit: EstimateUnit): PlannedDates {
  const start = toDate(day)
  if (estimate === 0) return { startDate: null, dueDate: start }
  const days = Math.ceil((estimate ?? 1) / (unit === 'hours' ? hoursPerDay : 1))
  return { startDate: start, dueDate: toDate(day + Math.min(Math.max(days, 1), longestDays) - 1) ?? start }
}

/** The place of a bar in pixels from the first day. */
export interface BarBox {
  readonly left: number
  readonly width: number
}

const leastWidthPx = 6
const milestonePx = 18

/** A milestone is as wide at every zoom, and lies over the middle of its day. */
export function placeBar({ first, last }: DaySpan, isDiamond: boolean, firstDay: number, dayPx: number): BarBox {
  const left = (first - firstDay) * dayPx
  const width = (last - first + 1) * dayPx
  return isDiamond
    ? { left: left + (width - milestonePx) / 2, width: milestonePx }
    : { left, width: Math.max(width, leastWidthPx) }
}
