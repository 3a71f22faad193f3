/** The work that was done and added on each day, oldest first. A day is 24 hours, counted back from now. */
export interface WorkSeries {
  readonly done: Float64Array
  readonly added: Float64Array
  /** The size of a usual node: the sum of the squares of all sizes by the sum of all sizes. */
  readonly unit: number
  /** Additions of the first days are the plan and not in the series. */
  readonly daysOfPlan: number
}

/** Adds up some days of a series. */
export function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at += 1) total += values[at] as number
  return total
}
