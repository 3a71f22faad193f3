import { describe, expect, it } from 'vitest'
import { formatPrice, getTrialState, hasProductAccess, subscriptionStatuses } from './subscription.ts'

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

const monthly = { count: 1, unit: 'month' } as const

describe('a price in words', () => {
  it.each([
    [900, 'usd', '$9.00 a month'],
    [1250, 'eur', '€12.50 a month'],
    [900, 'jpy', '¥900 a month'],
    [9000, 'KWD', 'KWD 9.000 a month'],
    [90000, 'isk', 'ISK 900 a month'],
    [0, 'usd', '$0.00 a month'],
  ])('%i of %s is %s', (amount, currency, text) => {
    expect(formatPrice({ amount, currency, every: monthly }, 'en').replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('names the time it is paid for', () => {
    const price = { amount: 900, currency: 'usd' }
    expect(formatPrice({ ...price, every: { count: 1, unit: 'year' } }, 'en')).toBe('$9.00 a year')
    expect(formatPrice({ ...price, every: { count: 3, unit: 'month' } }, 'en')).toBe('$9.00 every 3 months')
  })
})
