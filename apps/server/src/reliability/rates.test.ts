import { describe, expect, it } from 'vitest'
import type { Rate, RateCount, RateStore } from '../ports/rates.ts'
import { createRecordedLog } from '../testing/recorded-log.ts'
import { createRates } from './rates.ts'

const rate: Rate = { name: 'asks', max: 100, windowMs: 60_000 }
const exact: Rate = { name: 'looks', max: 10, windowMs: 60_000, isExact: true }

/** Its windows never end; `isAway` makes it fail. */
function memoryStore() {
  const counts = new Map<string, number>()
  const state = { isAway: false, asked: 0 }
  const store: RateStore = {
    async add(increments): Promise<readonly RateCount[]> {
      state.asked += 1
      if (state.isAway) throw new Error('away')
      return increments.map(({ key, by, windowMs }) => {
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

describe('Rates over several servers', () => {
  it('learns the counts of the others with each exchange', async () => {
    const { one, other } = twoServers()
    await counts(60, () => one.count(rate, 'ann'))
    await counts(60, () => other.count(rate, 'ann'))
    expect((await other.count(rate, 'ann')).count).toBe(61)
    await one.synchronize()
    await other.synchronize()
    expect((await other.count(rate, 'ann')).count).toBe(122)
    expect((await other.count(rate, 'bea')).count).toBe(1)
  })

  it('does not share rare keys and stores keys unreadably', async () => {
    const { one, state, keys } = twoServers()
    await counts(4, () => one.count(rate, '203.0.113.9'))
    await one.synchronize()
    expect(state.asked).toBe(0)
    await one.count(rate, '203.0.113.9')
    await one.synchronize()
    expect(keys()).toHaveLength(1)
    expect(keys()[0]).not.toContain('203')
  })

  it('lets exactly the limit pass when the rate is exact, however the calls are spread', async () => {
    const { one, other } = twoServers()
    const all = await Promise.all([
      counts(8, () => one.count(exact, 'ann')),
      counts(8, () => other.count(exact, 'ann')),
    ])
    expect(all.flat().filter((count) => count <= exact.max)).toHaveLength(exact.max)
  })

  it('counts alone while the shared store is unavailable, logs it once and shares again by itself', async () => {
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

  it('notices without any call that the shared store is back', async () => {
    const { one, state } = twoServers()
    state.isAway = true
    await one.count(exact, 'ann')
    expect(one.isAlone).toBe(true)
    state.isAway = false
    await one.synchronize()
    expect(one.isAlone).toBe(false)
  })

  it('restarts a window after its end', async () => {
    const { one, clock } = twoServers()
    await counts(30, () => one.count(rate, 'ann'))
    clock.at += rate.windowMs
    expect(await one.count(rate, 'ann')).toEqual({ count: 1, endsInMs: rate.windowMs })
  })

  it('counts alone without a shared store', async () => {
    const alone = createRates({ store: null, log: createRecordedLog() })
    expect(await counts(3, () => alone.count(exact, 'ann'))).toEqual([1, 2, 3])
    await alone.stop()
  })
})
