import { describe, expect, it } from 'vitest'

import { subscriptionAt } from './subscription.ts'

const end = new Date('2026-02-01T00:00:00Z')
const at = (time: string) => new Date(time)

describe('a subscription', () => {
  it('is none before the first', () => {
    expect(subscriptionAt({ subscription_status: null, trial_end: null }, end)).toBeNull()
  })

  it('is a trial until its last moment, and canceled from then on', () => {
    const trial = { subscription_status: 'trialing', trial_end: end } as const
    expect(subscriptionAt(trial, at('2026-01-31T23:59:59.999Z'))?.status).toBe('trialing')
    expect(subscriptionAt(trial, end)?.status).toBe('canceled')
    expect(subscriptionAt(trial, at('2027-01-01T00:00:00Z'))).toEqual({ status: 'canceled', trialEnd: end })
  })

  it('that is paid for does not end with the trial it began with', () => {
    const paid = { subscription_status: 'active', trial_end: end } as const
    expect(subscriptionAt(paid, at('2027-01-01T00:00:00Z'))?.status).toBe('active')
  })
})
