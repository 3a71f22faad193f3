import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { RateStore } from '../../ports/rates.ts'

/** The contract of every shared rate store. `stores` are two servers' views of the same store. */
export function rateStoreContract(stores: () => readonly [RateStore, RateStore]): void {
  const windowMs = 60_000

  it('adds up the counts of several servers', async () => {
    const [one, other] = stores()
    const [key, second] = [randomUUID(), randomUUID()]
    const first = await one.add([{ key, by: 3, windowMs }])
    expect(first.map(({ count }) => count)).toEqual([3])
    const both = await other.add([
      { key: second, by: 1, windowMs },
      { key, by: 4, windowMs },
    ])
    expect(both.map(({ count }) => count)).toEqual([1, 7])
    for (const { endsInMs } of both) {
      expect(endsInMs).toBeGreaterThan(windowMs - 10_000)
      expect(endsInMs).toBeLessThanOrEqual(windowMs)
    }
  })

  it('starts a new count when the window has ended', async () => {
    const [one, other] = stores()
    const key = randomUUID()
    const [counted] = await one.add([{ key, by: 5, windowMs: 40 }])
    expect(counted?.count).toBe(5)
    await pause((counted?.endsInMs ?? 0) + 5)
    expect((await other.add([{ key, by: 1, windowMs: 40 }]))[0]?.count).toBe(1)
  })

  it('loses nothing when both add the same keys at once in any order', async () => {
    const [one, other] = stores()
    const keys = Array.from({ length: 50 }, () => randomUUID())
    const increments = keys.map((key) => ({ key, by: 1, windowMs }))
    const rounds = Array.from({ length: 10 }, () => [one.add(increments), other.add(increments.toReversed())]).flat()
    await Promise.all(rounds)
    const totals = await one.add(increments)
    expect(new Set(totals.map(({ count }) => count))).toEqual(new Set([21]))
  })

  it('returns nothing for an empty request', async () => {
    expect(await stores()[0].add([])).toEqual([])
  })
}
