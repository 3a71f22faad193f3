import type { TimeResolution } from './time-resolution.ts'
import { createZoneClock, type ZoneClock } from './zone-clock.ts'

export interface Period {
  readonly startMs: number
  /** The beginning of the next one. */
  readonly endMs: number
}

/** The periods of a time zone. They follow each other without a gap, across every change of its clocks. */
export interface Calendar {
  /** The period that a moment lies in. Weeks start on Monday. */
  periodOf(ms: number, resolution: TimeResolution): Period
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
// 1 January 1970 was a Thursday: the first Monday is four days later.
const firstMondayMs = 4 * dayMs
const fixedMs = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const

type ShortResolution = keyof typeof fixedMs
type DateResolution = Exclude<TimeResolution, ShortResolution>

const isShort = (resolution: TimeResolution): resolution is ShortResolution => resolution in fixedMs

/** The zone is a name as Intl knows it; an unknown one throws. */
export function createCalendar(zone: string): Calendar {
  const clock = createZoneClock(zone)
  return {
    periodOf: (ms, resolution) =>
      isShort(resolution) ? shortPeriod(clock, ms, fixedMs[resolution]) : datedPeriod(clock, ms, resolution),
  }
}

/** The hour that comes twice is two hours; one that a change cuts begins, or ends, with the change. */
function shortPeriod(clock: ZoneClock, ms: number, lengthMs: number): Period {
  const { fromMs, untilMs, offsetMs } = clock.spanAt(ms)
  const startMs = floor(ms + offsetMs, lengthMs) - offsetMs
  const endMs = startMs + lengthMs
  const isWholeBefore = startMs >= fromMs || clock.offsetAt(startMs) === offsetMs
  const isWholeAfter = endMs <= untilMs || clock.offsetAt(endMs - 1) === offsetMs
  return {
    startMs: isWholeBefore ? startMs : clock.changeBetween(startMs, ms),
    endMs: isWholeAfter ? endMs : clock.changeBetween(ms, endMs - 1),
  }
}

function datedPeriod(clock: ZoneClock, ms: number, resolution: DateResolution): Period {
  const date = dateAt(clock, ms, resolution)
  return { startMs: clock.momentOf(date), endMs: clock.momentOf(dateAfter(date, resolution)) }
}

/** The first day of the period, at midnight, as if it were UTC. Where clocks go back over midnight, the day has begun all the same. */
function dateAt(clock: ZoneClock, ms: number, resolution: DateResolution): number {
  const date = dateOf(ms + clock.offsetAt(ms), resolution)
  const next = dateAfter(date, resolution)
  return clock.momentOf(next) <= ms ? next : date
}

const floor = (ms: number, lengthMs: number, originMs = 0): number =>
  Math.floor((ms - originMs) / lengthMs) * lengthMs + originMs

const firstOfMonth = (localMs: number, monthsLater: number): number => {
  const date = new Date(localMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1)
}

function dateOf(localMs: number, resolution: DateResolution): number {
  switch (resolution) {
    case 'day':
      return floor(localMs, dayMs)
    case 'week':
      return floor(localMs, weekMs, firstMondayMs)
    case 'month':
      return firstOfMonth(localMs, 0)
  }
}

function dateAfter(date: number, resolution: DateResolution): number {
  switch (resolution) {
    case 'day':
      return date + dayMs
    case 'week':
      return date + weekMs
    case 'month':
      return firstOfMonth(date, 1)
  }
}
