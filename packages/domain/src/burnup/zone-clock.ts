/** No zone has changed its clocks twice within a week and gone back to what they were. */
const blockMs = 7 * 86_400_000
const secondMs = 1_000
/** No clock is further from UTC than this. */
const maxOffsetMs = 15 * 3_600_000

/** A stretch of time, not always the longest, in which the clocks stand alike. */
export interface ClockSpan {
  readonly fromMs: number
  readonly untilMs: number
  /** Local time less UTC. */
  readonly offsetMs: number
}

/** How the clocks of a time zone stand to UTC. */
export interface ZoneClock {
  spanAt(ms: number): ClockSpan
  offsetAt(ms: number): number
  /** The first moment from which the clocks stand as they do at the later of two moments, with one change between them. */
  changeBetween(fromMs: number, untilMs: number): number
  /**
   * When the clocks first show this local time, which is written as if it were UTC, or a later one: where they jump over it,
   * the moment they jump.
   */
  toInstant(localMs: number): number
}

/** The zone is a name as Intl knows it. */
export function createZoneClock(zone: string): ZoneClock {
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

  // To ask Intl for every moment would take a hundred times as long as to count; moments in order share their span.
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

/** The first moment after one at which it does not hold, and up to one at which it does. */
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
