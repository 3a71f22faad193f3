/** Subscription states as the billing service names them. */
export const subscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const

interface AccessFacts {
  /** Null: never subscribed. */
  readonly subscriptionStatus: string | null
  /** The identity's metadata: 'active' grants access by itself. */
  readonly identityStatus: string | null
}

export const hasProductAccess = ({ subscriptionStatus, identityStatus }: AccessFacts): boolean =>
  subscriptionStatus === 'trialing' || subscriptionStatus === 'active' || identityStatus === 'active'

/** The word of the trial line in the menu. */
export const getTrialState = (trialEndSeconds: number, nowMs: number): 'ending' | 'ended' =>
  nowMs < trialEndSeconds * 1000 ? 'ending' : 'ended'
