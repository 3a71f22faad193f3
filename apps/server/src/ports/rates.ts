/** At most so many of a key within a window, which begins with the first of them. */
export interface Rate {
  /** Tells the counts of one rate from those of another. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Ask the other servers each time. Otherwise they hear of each other about once a second, and only of who asks often. */
  readonly isExact?: boolean
}

export interface RateCount {
  readonly count: number
  readonly endsInMs: number
}

/** Counts what callers do, on however many servers. */
export interface Rates {
  /** Counts one more, or as many as are given. Never fails: without the others a server goes on with what it knows itself. */
  count(rate: Rate, key: string, by?: number): Promise<RateCount>
}

export interface RateIncrement {
  readonly key: string
  readonly by: number
  readonly windowMs: number
}

/** Where servers add up their counts. What it holds may be lost at any time: it protects, it records nothing. */
export interface RateStore {
  /** Adds to each key and answers what all servers together have counted, in the order given. Each key stands once. */
  add(tallies: readonly RateIncrement[]): Promise<readonly RateCount[]>
}
