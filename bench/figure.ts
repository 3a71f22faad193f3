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
