import { noLocks, noNews } from '@espalier/sync/device-records'
import { createMemoryDevice } from '@espalier/sync/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTabLocks, openTabNews } from './tabs.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Opens two tabs of a browser that has no locks of its own, as on a page without https. */
function openTwoTabs() {
  const device = createMemoryDevice()
  const open = { first: true, second: true }
  const first = openTabLocks(device.openTab(() => open.first).news)
  const second = openTabLocks(device.openTab(() => open.second).news)
  return { first, second, closeFirst: () => (open.first = false) }
}

const tryHold = async (locks: ReturnType<typeof openTabLocks>, work: () => Promise<void>) => {
  const held = locks.tryHold('name', work)
  await vi.advanceTimersByTimeAsync(1_000)
  return held
}

describe('locks of a browser without its own', () => {
  it('are respected by other tabs until they are released', async () => {
    const { first, second } = openTwoTabs()
    const work = vi.fn(async () => undefined)
    const release = first.hold('name')
    expect([await tryHold(second, work), work.mock.calls.length]).toEqual([false, 0])
    release()
    expect([await tryHold(second, work), work.mock.calls.length]).toEqual([true, 1])
  })

  it('are free when the tab that held them is gone, and then another tab learns of it', async () => {
    const { first, second, closeFirst } = openTwoTabs()
    first.hold('name')
    const work = vi.fn(async () => undefined)
    second.whenFree('name', work)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(work).not.toHaveBeenCalled()
    closeFirst()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('are not waited for any more after that was cancelled', async () => {
    const { first, second, closeFirst } = openTwoTabs()
    first.hold('name')
    const work = vi.fn(async () => undefined)
    second.whenFree('name', work)()
    closeFirst()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(work).not.toHaveBeenCalled()
  })

  it('are always free when tabs cannot ask each other', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    expect(openTabNews('test')).toBe(noNews)
    expect(openTabLocks(noNews)).toBe(noLocks)
  })
})
