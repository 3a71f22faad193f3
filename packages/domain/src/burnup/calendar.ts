import type { TimeResolution } from './time-resolution.ts'
import { createZoneClock, type ZoneClock } from './zone-clock.ts'

/** The periods of a time zone. They follow each other without a gap, across every change of its clocks. */
export interface Calendar {
  /** The beginning of the period that a moment lies in. Weeks start on Monday. */
  startOf(ms: number, resolution: TimeResolution): number
  /** The beginning of the next one. */
  endOf(ms: number, resolution: TimeResolution): number
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
    startOf: (ms, resolution) =>
      isShort(resolution) ? shortStart(clock, ms, fixedMs[resolution]) : clock.momentOf(dateAt(clock, ms, resolution)),
    endOf: (ms, resolution) =>
      isShort(resolution)
        ? shortEnd(clock, ms, fixedMs[resolution])
        : clock.momentOf(dateAfter(dateAt(clock, ms, resolution), resolution)),
  }
}

/** The hour that comes twice is two hours; one that a change cuts begins with the change. */
function shortStart(clock: ZoneClock, ms: number, lengthMs: number): number {
  const { fromMs, offsetMs } = clock.spanAt(ms)
  const start = floor(ms + offsetMs, lengthMs) - offsetMs
  return start >= fromMs || clock.offsetAt(start) === offsetMs ? start : clock.changeBetween(start, ms)
}

function shortEnd(clock: ZoneClock, ms: number, lengthMs: number): number {
  const { untilMs, offsetMs } = clock.spanAt(ms)
  const end = floor(ms + offsetMs, lengthMs) + lengthMs - offsetMs
  return end <= untilMs || clock.offsetAt(end - 1) === offsetMs ? end : clock.changeBetween(ms, end - 1)
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
