import type { Figure } from './figure.ts'

/** The options of a bench run. */
export interface BenchOptions {
  /** A run of seconds, not minutes: smaller, fewer, and never stored. */
  readonly isQuick: boolean
  readonly args: readonly string[]
  /** Prints one line for the waiting person. */
  log(what: string): void
}

export interface Measured {
  readonly figures: readonly Figure[]
  /** All other measurements as Markdown. */
  readonly details?: string
}

export type Bench = (asked: BenchOptions) => Promise<Measured>
