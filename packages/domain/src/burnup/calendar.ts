import { dayMs, secondMs } from '../core/units.ts'
import type { TimeResolution } from '../project/view-options.ts'

/** No zone has changed its clocks twice within a week and returned to the same offset. */
const blockMs = 7 * 86_400_000
/** No clock is further from UTC than this. */
const maxOffsetMs = 15 * 3_600_000

/** An interval, not always the longest, with a constant offset. */
interface ClockSpan {
  readonly fromMs: number
  readonly untilMs: number
  /** Local time minus UTC. */
  readonly offsetMs: number
}

/** The offsets of a time zone. */
interface ZoneClock {
  spanAt(ms: number): ClockSpan
  offsetAt(ms: number): number
  /** Returns the first moment with the offset of the later of two moments that have one change between them. */
  changeBetween(fromMs: number, untilMs: number): number
  /**
   * Returns when the clocks first show this local time (given as if it were UTC) or a later one: if they jump over it,
   * the moment of the jump.
   */
  toInstant(localMs: number): number
}

/** The zone is a name that Intl knows. */
function createZoneClock(zone: string): ZoneClock {
  const read = createOffsetReader(zone)
  const atStart = new Map<number, number>()
  const changes = new Map<number, number>()

  function offsetOfBlock(block: number): number {
    const known = atStart.get(block)
    if (known !== undefined) return known
    const offset = read(block * blockMs)
    atStart.set(block, offset)
    return offset
  }

  function changeIn(block: number): number {
    const known = changes.get(block)
    if (known !== undefined) return known
    const change = findFirstMoment(block * blockMs, (block + 1) * blockMs, (ms) => read(ms) !== offsetOfBlock(block))
    changes.set(block, change)
    return change
  }

  function findSpan(ms: number): ClockSpan {
    const block = Math.floor(ms / blockMs)
    const [fromMs, untilMs] = [block * blockMs, (block + 1) * blockMs]
    const [before, after] = [offsetOfBlock(block), offsetOfBlock(block + 1)]
    if (before === after) return { fromMs, untilMs, offsetMs: before }
    const change = changeIn(block)
    return ms < change ? { fromMs, untilMs: change, offsetMs: before } : { fromMs: change, untilMs, offsetMs: after }
  }

  // Asking Intl for every moment would take a hundred times as long as counting; consecutive moments share their span.
  let present: ClockSpan = { fromMs: 0, untilMs: 0, offsetMs: 0 }
  function spanAt(ms: number): ClockSpan {
    if (ms < present.fromMs || ms >= present.untilMs) present = findSpan(ms)
    return present
  }
  const offsetAt = (ms: number): number => spanAt(ms).offsetMs

  const changeBetween = (fromMs: number, untilMs: number): number => {
    const after = offsetAt(untilMs)
    return findFirstMoment(fromMs, untilMs, (ms) => offsetAt(ms) === after)
  }

  return {
    spanAt,
    offsetAt,
    changeBetween,
    toInstant(localMs) {
      const before = offsetAt(localMs - maxOffsetMs)
      const after = offsetAt(localMs + maxOffsetMs)
      if (before === after) return localMs - before
      const change = changeBetween(localMs - maxOffsetMs, localMs + maxOffsetMs)
      return localMs < change + before ? localMs - before : Math.max(localMs - after, change)
    },
  }
}

/** Finds the first moment at which the condition holds, between one where it does not and one where it does. */
function findFirstMoment(notYetMs: number, heldMs: number, holds: (ms: number) => boolean): number {
  let [low, high] = [notYetMs, heldMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

function createOffsetReader(zone: string): (ms: number) => number {
  const written = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (ms) => {
    const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = (
      written.format(ms).match(/\d+/gu) ?? []
    ).map(Number)
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / secondMs) * secondMs
  }
}

export interface TimePeriod {
  readonly startMs: number
  /** The start of the next period. */
  readonly endMs: number
}

/** The periods of a time zone. They are contiguous across every clock change. */
export interface Calendar {
  /** Returns the period of a moment. Weeks start on Monday. */
  findPeriod(ms: number, resolution: TimeResolution): TimePeriod
}

const weekMs = 7 * dayMs
// 1 January 1970 was a Thursday: the first Monday is four days later.
const firstMondayMs = 4 * dayMs
const clockPeriodMs = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const

type ClockResolution = keyof typeof clockPeriodMs
type DateResolution = Exclude<TimeResolution, ClockResolution>

const isClockResolution = (resolution: TimeResolution): resolution is ClockResolution => resolution in clockPeriodMs

/** The zone is a name that Intl knows; an unknown one throws. */
export function createCalendar(zone: string): Calendar {
  const clock = createZoneClock(zone)
  return {
    findPeriod: (ms, resolution) =>
      isClockResolution(resolution)
        ? findClockPeriod(clock, ms, clockPeriodMs[resolution])
        : findDatePeriod(clock, ms, resolution),
  }
}

/** The repeated hour is two hours; an hour cut by a change begins or ends with it. */
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

/**
 * Returns the first day of the period at midnight, as if it were UTC. If clocks go back over midnight, the day has
 * begun anyway.
 */
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
