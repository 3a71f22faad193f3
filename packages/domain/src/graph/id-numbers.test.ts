import { expect, it } from 'vitest'
import { IdNumbers } from './id-numbers.ts'

it('numbers ids in the order in which they are added, and finds each again after it has grown', () => {
  const numbers = new IdNumbers()
  const ids = Array.from(
    { length: 20_000 },
    (_, at) => `${at.toString(16).padStart(8, '0')}-4c1e-4b2a-9d7f-0123456789ab`,
  )
  expect(ids.map((id) => numbers.findOrAdd(id))).toEqual(ids.map((_, at) => at))
  expect(ids.map((id) => numbers.find(id))).toEqual(ids.map((_, at) => at))
  expect(numbers.findOrAdd(ids[7] ?? '')).toBe(7)
})

it('does not find an id that was never added', () => {
  const numbers = new IdNumbers()
  numbers.findOrAdd('a')
  expect(numbers.find('b')).toBe(-1)
  expect(numbers.find('')).toBe(-1)
})
