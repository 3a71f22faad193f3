import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSharedInterval } from './socket-timing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls each callback once per round, the first time a whole round after it was added', () => {
  const pulse = createSharedInterval(4_000)
  const calls: string[] = []
  pulse.add(() => calls.push('early'))
  vi.advanceTimersByTime(2_000)
  pulse.add(() => calls.push('late'))
  vi.advanceTimersByTime(1_999)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(1)
  expect(calls).toEqual(['early'])
  vi.advanceTimersByTime(6_000)
  expect(calls).toEqual(['early', 'late', 'early', 'late'])
})

it('calls no removed callback and runs no timer without callbacks', () => {
  const pulse = createSharedInterval(1_000)
  const calls: string[] = []
  const leave = pulse.add(() => calls.push('gone'))
  pulse.add(() => calls.push('stays'))()
  expect(vi.getTimerCount()).toBe(1)
  leave()
  leave()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5_000)
  expect(calls).toEqual([])
})
