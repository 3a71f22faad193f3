/** One measured figure beside its limit, and beside its peer if it has one: all from the same run. */
export interface Figure {
  readonly name: string
  readonly measured: string
  /** The peer it is compared with, by name, with its own figure. */
  readonly peer?: string
  readonly limit: string
  readonly holds: boolean
  /** One of the few that the README shows. */
  readonly isHighlight?: boolean
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const inOrder = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = inOrder(values)
  const upper = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[upper]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
