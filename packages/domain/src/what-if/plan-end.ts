import type { CalendarDate } from '../planning/calendar-date.ts'
import { toDayNumber } from '../planning/calendar-date.ts'
import type { DatedNode } from '../schedule/date-violations.ts'

type EndingNode = Pick<DatedNode, 'status' | 'isCounted' | 'startDate' | 'dueDate'>

/** The answers to 'when is it done': each is null where the plan says nothing about it. */
export interface PlanEnd {
  /** By when half of the simulated futures end, and by when 85 of 100 do. */
  readonly middle: CalendarDate | null
  readonly late: CalendarDate | null
  /** The last date of open work. */
  readonly lastDate: CalendarDate | null
  /** The sum of the estimates on the critical path. */
  readonly length: number | null
}

/** How much later each end of a draft is; below 0: earlier. Null: it cannot be compared. */
export type EndShift = { readonly [Measure in keyof PlanEnd]: number | null }

/** Returns the last date of the nodes that are open and count. */
export function findLastDate(nodes: Iterable<EndingNode>): CalendarDate | null {
  let last: CalendarDate | null = null
  for (const { status, isCounted, startDate, dueDate } of nodes) {
    const date = dueDate ?? startDate
    if (date !== null && isCounted && status !== 'done' && (last === null || date > last)) last = date
  }
  return last
}

/** Compares the plan as it is with the plan of a draft. Dates are counted in days, lengths in the unit of estimates. */
export const compareEnds = (now: PlanEnd, drafted: PlanEnd): EndShift => ({
  middle: countDays(now.middle, drafted.middle),
  late: countDays(now.late, drafted.late),
  lastDate: countDays(now.lastDate, drafted.lastDate),
  length: now.length === null || drafted.length === null ? null : subtract(drafted.length, now.length),
})

const countDays = (from: CalendarDate | null, to: CalendarDate | null): number | null =>
  from === null || to === null ? null : toDayNumber(to) - toDayNumber(from)

/** Estimates have at most five decimals, which a difference of binary numbers would blur. */
const subtract = (left: number, right: number): number => Number((left - right).toFixed(5))
