import { describe, expect, it } from 'vitest'

import { resolveSubscription } from './accounts.ts'

const end = new Date('2026-02-01T00:00:00Z')
const at = (time: string) => new Date(time)

describe('Subscription', () => {
  it('returns null before the first subscription', () => {
    expect(resolveSubscription({ subscription_status: null, trial_end: null, subscription_id: null }, end)).toBeNull()
  })

  it('reports a trial until its end and canceled from then on', () => {
    const trial = { subscription_status: 'trialing', trial_end: end, subscription_id: null }
    expect(resolveSubscription(trial, at('2026-01-31T23:59:59.999Z'))?.status).toBe('trialing')
    expect(resolveSubscription(trial, end)?.status).toBe('canceled')
    expect(resolveSubscription(trial, at('2027-01-01T00:00:00Z'))).toEqual({ status: 'canceled', trialEnd: end })
  })

  it('does not end a paid subscription with the trial it began with', () => {
    const paid = { subscription_status: 'active', trial_end: end, subscription_id: 'sub_1' }
    expect(resolveSubscription(paid, at('2027-01-01T00:00:00Z'))?.status).toBe('active')
  })

  it('gives the payment service an hour after a trial to report the next status', () => {
    const trial = { subscription_status: 'trialing', trial_end: end, subscription_id: 'sub_1' }
    expect(resolveSubscription(trial, at('2026-02-01T00:59:59Z'))?.status).toBe('trialing')
    expect(resolveSubscription(trial, at('2026-02-01T01:00:00Z'))?.status).toBe('canceled')
  })

  it('keeps an unknown status', () => {
    const odd = { subscription_status: 'dormant', trial_end: null, subscription_id: 'sub_1' }
    expect(resolveSubscription(odd, end)).toEqual({ status: 'dormant', trialEnd: null })
  })
})
