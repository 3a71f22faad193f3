import { describe, expect, it } from 'vitest'
import { hasProductAccess, subscriptionStatuses, getTrialState } from './access.ts'

describe('product access', () => {
  it.each(subscriptionStatuses)('a subscription that is %s grants it only while trialing or active', (status) => {
    const granted = hasProductAccess({ subscriptionStatus: status, identityStatus: null })
    expect(granted).toBe(status === 'trialing' || status === 'active')
  })

  it('an active identity has it without a subscription, a pending one has not', () => {
    expect(hasProductAccess({ subscriptionStatus: null, identityStatus: 'active' })).toBe(true)
    expect(hasProductAccess({ subscriptionStatus: null, identityStatus: 'pending' })).toBe(false)
    expect(hasProductAccess({ subscriptionStatus: null, identityStatus: null })).toBe(false)
  })

  it('the trial line says ending before the end and ended from it on', () => {
    expect(getTrialState(1_000, 999_999)).toBe('ending')
    expect(getTrialState(1_000, 1_000_000)).toBe('ended')
  })
})
