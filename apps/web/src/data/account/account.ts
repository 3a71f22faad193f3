/** Null: never subscribed. */
export interface Subscribed {
  readonly status: string
  /** Seconds since 1970. */
  readonly trial_end: number | null
}

export interface Account {
  readonly id: string
  readonly subscription: Subscribed | null
}
