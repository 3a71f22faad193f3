import { describe, expect, it } from 'vitest'
import { getTrialState, hasProductAccess, subscriptionStatuses } from './subscription.ts'

describe('product access', () => {
  it.each(subscriptionStatuses)(
    'grants product access with a subscription that is %s only while trialing or active',
    (status) => {
      const granted = hasProductAccess({ subscriptionStatus: status, identityStatus: null })
      expect(granted).toBe(status === 'trialing' || status === 'active')
    },
  )

  it('grants product access to an active identity without a subscription, but not to a pending one', () => {
    expect(hasProductAccess({ subscriptionStatus: null, identityStatus: 'active' })).toBe(true)
    expect(hasProductAccess({ subscriptionStatus: null, identityStatus: 'pending' })).toBe(false)
    expect(hasProductAccess({ subscriptionStatus: null, identityStatus: null })).toBe(false)
  })

  it('says that the trial is ending before its end and ended afterwards', () => {
    expect(getTrialState(1_000, 999_999)).toBe('ending')
    expect(getTrialState(1_000, 1_000_000)).toBe('ended')
  })
})
