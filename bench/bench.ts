import type { Figure } from './figure.ts'

/** How a bench is wanted. */
export interface Asked {
  /** A look of seconds, not of minutes: smaller, fewer, and never kept. */
  readonly isQuick: boolean
  readonly args: readonly string[]
  /** One line for whoever waits. */
  tell(what: string): void
}

export interface Measured {
  readonly figures: readonly Figure[]
  /** Everything else that was measured, as Markdown. */
  readonly details?: string
}

export type Bench = (asked: Asked) => Promise<Measured>
