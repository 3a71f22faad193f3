/** One measured figure beside the limit or the peer it is held against, both from the same run. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly limit: string
  readonly holds: boolean
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const inOrder = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = inOrder(values)
  const upper = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[upper]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
