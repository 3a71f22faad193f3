/** A limit per key within a window, which starts at the first count. */
export interface Rate {
  /** Separates the counts of one rate from those of another. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /**
   * Whether the shared store is asked each time. Otherwise servers exchange counts about once a second, and only of
   * frequent keys.
   */
  readonly isExact?: boolean
}

export interface RateCount {
  readonly count: number
  readonly endsInMs: number
}

/** Counts the actions of callers across all servers. */
export interface Rates {
  /** Counts one or the given number. Never fails: without the shared store a server continues with its own counts. */
  count(rate: Rate, key: string, by?: number): Promise<RateCount>
}

export interface RateIncrement {
  readonly key: string
  readonly by: number
  readonly windowMs: number
}

/** The store in which servers add up their counts. It may lose data at any time, because it only protects. */
export interface RateStore {
  /** Adds to each key and returns the totals of all servers in the given order. Each key occurs once. */
  add(tallies: readonly RateIncrement[]): Promise<readonly RateCount[]>
}
