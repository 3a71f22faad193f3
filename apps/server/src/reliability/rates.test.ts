import { describe, expect, it } from 'vitest'
import type { Rate, RateCount, RateStore } from '../ports/rates.ts'
import { createRecordedLog } from '../testing/recorded-log.ts'
import { createRates } from './rates.ts'

const rate: Rate = { name: 'asks', max: 100, windowMs: 60_000 }
const exact: Rate = { name: 'looks', max: 10, windowMs: 60_000, isExact: true }

/** Windows never end in it; `isAway` makes it fail. */
function memoryStore() {
  const counts = new Map<string, number>()
  const state = { isAway: false, asked: 0 }
  const store: RateStore = {
    async add(tallies): Promise<readonly RateCount[]> {
      state.asked += 1
      if (state.isAway) throw new Error('away')
      return tallies.map(({ key, by, windowMs }) => {
        counts.set(key, (counts.get(key) ?? 0) + by)
        return { count: counts.get(key) ?? 0, endsInMs: windowMs }
      })
    },
  }
  return { store, state, keys: () => [...counts.keys()] }
}

function twoServers() {
  const shared = memoryStore()
  const log = createRecordedLog()
  const clock = { at: 1_000_000 }
  const open = () => createRates({ store: shared.store, log, exchangeMs: 3_600_000, now: () => clock.at })
  return { ...shared, log, clock, one: open(), other: open() }
}

const counts = async (times: number, count: () => Promise<RateCount>): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: times }, count))
  return answers.map((answer) => answer.count)
}

describe('rates over several servers', () => {
  it('a server knows what the others counted once they have exchanged', async () => {
    const { one, other } = twoServers()
    await counts(60, () => one.count(rate, 'ann'))
    await counts(60, () => other.count(rate, 'ann'))
    expect((await other.count(rate, 'ann')).count).toBe(61)
    await one.synchronize()
    await other.synchronize()
    expect((await other.count(rate, 'ann')).count).toBe(122)
    expect((await other.count(rate, 'bea')).count).toBe(1)
  })

  it('of those who ask seldom the others are not told, and nobody can read who they are', async () => {
    const { one, state, keys } = twoServers()
    await counts(4, () => one.count(rate, '203.0.113.9'))
    await one.synchronize()
    expect(state.asked).toBe(0)
    await one.count(rate, '203.0.113.9')
    await one.synchronize()
    expect(keys()).toHaveLength(1)
    expect(keys()[0]).not.toContain('203')
  })

  it('where it must be exact, so many pass and not one more, however they come', async () => {
    const { one, other } = twoServers()
    const all = await Promise.all([
      counts(8, () => one.count(exact, 'ann')),
      counts(8, () => other.count(exact, 'ann')),
    ])
    expect(all.flat().filter((count) => count <= exact.max)).toHaveLength(exact.max)
  })

  it('with the shared place away each counts alone, says so once, and shares again by itself', async () => {
    const { one, other, state, log } = twoServers()
    await counts(10, () => one.count(exact, 'ann'))
    state.isAway = true
    expect((await one.count(exact, 'ann')).count).toBe(11)
    await counts(50, () => one.count(rate, 'ann'))
    await one.synchronize()
    expect(one.isAlone).toBe(true)
    expect(log.lines.map(({ level }) => level)).toEqual(['warn'])
    state.isAway = false
    await one.synchronize()
    expect([one.isAlone, other.isAlone]).toEqual([false, false])
    expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info'])
  })

  it('finds out by itself that the shared place is back, though nobody asks for anything', async () => {
    const { one, state } = twoServers()
    state.isAway = true
    await one.count(exact, 'ann')
    expect(one.isAlone).toBe(true)
    state.isAway = false
    await one.synchronize()
    expect(one.isAlone).toBe(false)
  })

  it('a window that ended begins anew', async () => {
    const { one, clock } = twoServers()
    await counts(30, () => one.count(rate, 'ann'))
    clock.at += rate.windowMs
    expect(await one.count(rate, 'ann')).toEqual({ count: 1, endsInMs: rate.windowMs })
  })

  it('without a shared place it counts for itself and never asks', async () => {
    const alone = createRates({ store: null, log: createRecordedLog() })
    expect(await counts(3, () => alone.count(exact, 'ann'))).toEqual([1, 2, 3])
    await alone.stop()
  })
})
