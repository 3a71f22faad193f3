import { describe, expect, it, vi } from 'vitest'
import { createRates } from '../../reliability/rates.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createWindowCounter } from './socket-timing.ts'

describe('Limits when the wall clock jumps back by an hour', () => {
  it('a window of counted events still ends when its time has passed', () => {
    const monotonic = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const wall = vi.spyOn(Date, 'now').mockReturnValue(7_200_000)
    const count = createWindowCounter(60_000)
    expect([count('a'), count('a')]).toEqual([1, 2])
    wall.mockReturnValue(3_600_000)
    monotonic.mockReturnValue(62_000)
    expect(count('a')).toBe(1)
    vi.restoreAllMocks()
  })

  it('a rate of one server restarts after its window', async () => {
    const monotonic = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const wall = vi.spyOn(Date, 'now').mockReturnValue(7_200_000)
    const rates = createRates({ store: null, log: createRecordedLog() })
    const rate = { name: 'asks', max: 1, windowMs: 60_000 }
    expect((await rates.count(rate, 'a', 5)).count).toBe(5)
    wall.mockReturnValue(3_600_000)
    monotonic.mockReturnValue(62_000)
    expect((await rates.count(rate, 'a')).count).toBe(1)
    vi.restoreAllMocks()
  })
})
