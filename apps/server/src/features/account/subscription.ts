import type { SubscriptionStatus } from '@espalier/domain'

export interface Subscription {
  readonly status: SubscriptionStatus
  readonly trialEnd: Date | null
}

export interface StoredSubscription {
  readonly subscription_status: SubscriptionStatus | null
  readonly trial_end: Date | null
}

/** A trial ends by itself: after its last moment it counts as canceled, whatever is stored. Null: never subscribed. */
export function subscriptionAt({ subscription_status: status, trial_end: trialEnd }: StoredSubscription, now: Date) {
  if (status === null) return null
  const hasEnded = status === 'trialing' && trialEnd !== null && trialEnd.getTime() <= now.getTime()
  return { status: hasEnded ? 'canceled' : status, trialEnd } satisfies Subscription
}
