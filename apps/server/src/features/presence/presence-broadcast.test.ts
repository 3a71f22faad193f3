import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPresenceThrottle } from './presence-broadcast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('publishes at once, then once per interval, which grows with the number of subscribers', () => {
  const published: string[] = []
  const spacing = createPresenceThrottle({
    send: (projectId) => published.push(projectId),
    countSubscribers: () => 900,
  })
  spacing.changed('a')
  expect(published).toEqual(['a'])
  for (let count = 0; count < 100; count += 1) spacing.changed('a')
  spacing.changed('b')
  expect(published).toEqual(['a', 'b'])
  vi.advanceTimersByTime(999)
  expect(published).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(published).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(5_000)
  expect(published).toEqual(['a', 'b', 'a'])
  expect(vi.getTimerCount()).toBe(0)
})

it('publishes nothing without subscribers and keeps working', () => {
  const published: string[] = []
  let size = 0
  const spacing = createPresenceThrottle({
    send: (projectId) => published.push(projectId),
    countSubscribers: () => size,
  })
  spacing.changed('a')
  size = 1
  spacing.changed('b')
  spacing.changed('b')
  spacing.stop()
  vi.advanceTimersByTime(5_000)
  expect(published).toEqual(['b'])
  expect(vi.getTimerCount()).toBe(0)
})
