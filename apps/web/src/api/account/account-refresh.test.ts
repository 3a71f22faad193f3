import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAccountRefresh } from './account-refresh.ts'
import { type Account, type AccountSubscription, createAccountStore } from './account-store.ts'

const now = Date.parse('2026-03-01T09:00:00Z')
const trial: AccountSubscription = { status: 'trialing', trial_end: now / 1000 + 20 }

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

async function startRefresh(first: AccountSubscription | null) {
  const served: { subscription: AccountSubscription | null; isAway: boolean } = { subscription: first, isAway: false }
  const fetchAccount = vi.fn(async (_isQuiet: boolean): Promise<Account> => {
    if (served.isAway) throw new Error('away')
    return { id: 'a1', subscription: served.subscription }
  })
  const store = createAccountStore(fetchAccount)
  await store.load()
  const keeping = startAccountRefresh(store)
  const shown = () => {
    const state = store.get()
    return state.kind === 'loaded' ? (state.account.subscription?.status ?? null) : state.kind
  }
  return { fetchAccount, keeping, served, shown, store }
}

describe('account refresh', () => {
  it('refetches the account quietly every minute and notifies only when it changed', async () => {
    const { fetchAccount, served, shown, store } = await startRefresh(null)
    const listener = vi.fn()
    store.subscribe(listener)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetchAccount.mock.calls).toEqual([[false], [true]])
    expect(listener).not.toHaveBeenCalled()
    served.subscription = { status: 'active', trial_end: null }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown()).toBe('active')
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('refetches the account when its trial ends', async () => {
    const { served, shown } = await startRefresh(trial)
    served.subscription = { ...trial, status: 'canceled' }
    await vi.advanceTimersByTimeAsync(20_900)
    expect(shown()).toBe('trialing')
    await vi.advanceTimersByTimeAsync(200)
    expect(shown()).toBe('canceled')
  })

  it('keeps the shown account while the API is unreachable and updates it afterwards', async () => {
    const { served, shown } = await startRefresh(trial)
    served.isAway = true
    served.subscription = { status: 'active', trial_end: null }
    await vi.advanceTimersByTimeAsync(120_000)
    expect(shown()).toBe('trialing')
    served.isAway = false
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toBe('active')
  })

  it('does not refetch the account of a hidden page, and refetches it as soon as the page is visible', async () => {
    const { fetchAccount } = await startRefresh(null)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(180_000)
    expect(fetchAccount).toHaveBeenCalledTimes(1)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchAccount).toHaveBeenCalledTimes(2)
  })

  it('polls the account often after a subscription until it grants access', async () => {
    const { keeping, served, shown } = await startRefresh(null)
    const done = vi.fn()
    const waiting = keeping.waitForAccess().finally(done)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(done).not.toHaveBeenCalled()
    served.subscription = trial
    await vi.advanceTimersByTimeAsync(1_500)
    expect(done).toHaveBeenCalled()
    await waiting
    expect(shown()).toBe('trialing')
  })

  it('stops waiting for access after a minute', async () => {
    const { keeping } = await startRefresh(null)
    const done = vi.fn()
    const waiting = keeping.waitForAccess().finally(done)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(done).toHaveBeenCalled()
    await waiting
  })
})

describe('account store', () => {
  it('sends one request when several parts of the page ask at once, and another for the next person', async () => {
    const fetchAccount = vi.fn(async (): Promise<Account> => ({ id: 'a1', subscription: null }))
    const store = createAccountStore(fetchAccount)
    await Promise.all([store.load(), store.load(), store.load()])
    expect([fetchAccount.mock.calls.length, store.get().kind]).toEqual([1, 'loaded'])
    const before = store.load()
    store.clear()
    await Promise.all([before, store.load()])
    expect([fetchAccount.mock.calls.length, store.get().kind]).toEqual([3, 'loaded'])
  })
})
