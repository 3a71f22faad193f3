/** Null: never subscribed. */
export interface AccountSubscription {
  readonly status: string
  /** Seconds since 1970. */
  readonly trial_end: number | null
}

export interface Account {
  readonly id: string
  readonly subscription: AccountSubscription | null
}
