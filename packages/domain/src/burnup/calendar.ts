import type { TimeResolution } from './time-resolution.ts'
import { createZoneClock, type ZoneClock } from './zone-clock.ts'

export interface TimePeriod {
  readonly startMs: number
  /** The beginning of the next one. */
  readonly endMs: number
}

/** The periods of a time zone. They follow each other without a gap, across every change of its clocks. */
export interface Calendar {
  /** The period that a moment lies in. Weeks start on Monday. */
  findPeriod(ms: number, resolution: TimeResolution): TimePeriod
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
// 1 January 1970 was a Thursday: the first Monday is four days later.
const firstMondayMs = 4 * dayMs
const clockPeriodMs = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const

type ClockResolution = keyof typeof clockPeriodMs
type DateResolution = Exclude<TimeResolution, ClockResolution>

const isClockResolution = (resolution: TimeResolution): resolution is ClockResolution => resolution in clockPeriodMs

/** The zone is a name as Intl knows it; an unknown one throws. */
export function createCalendar(zone: string): Calendar {
  const clock = createZoneClock(zone)
  return {
    findPeriod: (ms, resolution) =>
      isClockResolution(resolution) ? findClockPeriod(clock, ms, clockPeriodMs[resolution]) : findDatePeriod(clock, ms, resolution),
  }
}

/** The hour that comes twice is two hours; one that a change cuts begins, or ends, with the change. */
function findClockPeriod(clock: ZoneClock, ms: number, lengthMs: number): TimePeriod {
  const { fromMs, untilMs, offsetMs } = clock.spanAt(ms)
  const startMs = floorTo(ms + offsetMs, lengthMs) - offsetMs
  const endMs = startMs + lengthMs
  const isWholeBefore = startMs >= fromMs || clock.offsetAt(startMs) === offsetMs
  const isWholeAfter = endMs <= untilMs || clock.offsetAt(endMs - 1) === offsetMs
  return {
    startMs: isWholeBefore ? startMs : clock.changeBetween(startMs, ms),
    endMs: isWholeAfter ? endMs : clock.changeBetween(ms, endMs - 1),
  }
}

function findDatePeriod(clock: ZoneClock, ms: number, resolution: DateResolution): TimePeriod {
  const date = findPeriodStartDate(clock, ms, resolution)
  return { startMs: clock.toInstant(date), endMs: clock.toInstant(nextPeriodDate(date, resolution)) }
}

/** The first day of the period, at midnight, as if it were UTC. Where clocks go back over midnight, the day has begun all the same. */
function findPeriodStartDate(clock: ZoneClock, ms: number, resolution: DateResolution): number {
  const date = floorToPeriod(ms + clock.offsetAt(ms), resolution)
  const next = nextPeriodDate(date, resolution)
  return clock.toInstant(next) <= ms ? next : date
}

const floorTo = (ms: number, lengthMs: number, originMs = 0): number =>
  Math.floor((ms - originMs) / lengthMs) * lengthMs + originMs

const firstOfMonth = (localMs: number, monthsLater: number): number => {
  const date = new Date(localMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1)
}

function floorToPeriod(localMs: number, resolution: DateResolution): number {
  switch (resolution) {
    case 'day':
      return floorTo(localMs, dayMs)
    case 'week':
      return floorTo(localMs, weekMs, firstMondayMs)
    case 'month':
      return firstOfMonth(localMs, 0)
  }
}

function nextPeriodDate(date: number, resolution: DateResolution): number {
  switch (resolution) {
    case 'day':
      return date + dayMs
    case 'week':
      return date + weekMs
    case 'month':
      return firstOfMonth(date, 1)
  }
}
