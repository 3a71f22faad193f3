import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPresenceThrottle } from './presence-broadcast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('publishes at once, then once per interval, which grows with the number of subscribers', () => {
  const told: string[] = []
  const spacing = createPresenceThrottle({ send: (projectId) => told.push(projectId), countSubscribers: () => 900 })
  spacing.changed('a')
  expect(told).toEqual(['a'])
  for (let count = 0; count < 100; count += 1) spacing.changed('a')
  spacing.changed('b')
  expect(told).toEqual(['a', 'b'])
  vi.advanceTimersByTime(999)
  expect(told).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual(['a', 'b', 'a'])
  expect(vi.getTimerCount()).toBe(0)
})

it('publishes nothing without subscribers and keeps working', () => {
  const told: string[] = []
  let size = 0
  const spacing = createPresenceThrottle({ send: (projectId) => told.push(projectId), countSubscribers: () => size })
  spacing.changed('a')
  size = 1
  spacing.changed('b')
  spacing.changed('b')
  spacing.stop()
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual(['b'])
  expect(vi.getTimerCount()).toBe(0)
})
