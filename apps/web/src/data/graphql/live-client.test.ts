import { describe, expect, it } from 'vitest'
import { retryDelayMs } from './live-client.ts'

describe('a lost websocket', () => {
  it.each([0, 1, 2, 3, 4])('is opened again 1 to 5 s later, at attempt %i', (retries) => {
    expect(retryDelayMs(retries, 0)).toBeGreaterThanOrEqual(1_000)
    expect(retryDelayMs(retries, 1)).toBeLessThanOrEqual(5_000)
  })

  it('waits longer each time, with chance in between', () => {
    expect([0, 1, 2, 3].map((retries) => retryDelayMs(retries, 1))).toEqual([1_000, 2_000, 4_000, 5_000])
    expect(retryDelayMs(2, 0.5)).toBe(2_500)
  })
})
