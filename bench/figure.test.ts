import { expect, it } from 'vitest'
import { inOrder, median, quantile } from './figure.ts'

it('puts the median of an even number of values between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 100])).toBe(3.5)
  expect(median([7])).toBe(7)
  expect(median([])).toBeNaN()
})

it('returns one of the values as a quantile, the last at most', () => {
  const values = inOrder(Array.from({ length: 100 }, (_, at) => 100 - at))
  expect(quantile(values, 0.95)).toBe(96)
  expect(quantile(values, 1)).toBe(100)
  expect(quantile([], 0.5)).toBeNaN()
})
