export interface Subscription {
  /** One of the domain's words, or one that only the payment service knows. */
  readonly status: string
  readonly trialEnd: Date | null
}

export interface StoredSubscription {
  readonly subscription_status: string | null
  readonly trial_end: Date | null
  readonly subscription_id: string | null
}

// A payment service says itself what comes after a trial, but takes a while to say it.
const paidTrialGraceMs = 60 * 60 * 1000

/** A trial ends by itself: after its last moment it counts as canceled, whatever is stored. Null: never subscribed. */
export function resolveSubscription(stored: StoredSubscription, now: Date): Subscription | null {
  const { subscription_status: status, trial_end: trialEnd, subscription_id: paid } = stored
  if (status === null) return null
  const end = trialEnd === null ? Infinity : trialEnd.getTime() + (paid === null ? 0 : paidTrialGraceMs)
  const hasEnded = status === 'trialing' && end <= now.getTime()
  return { status: hasEnded ? 'canceled' : status, trialEnd }
}
