import { expect, it } from 'vitest'
import { medians } from './medians.ts'

const run = (ms: number, frames: number, elements: number) => ({ open: { ms, frames }, elements })

it('takes the median of every number at any depth', () => {
  expect(medians([run(30, 1, 12), run(10, 2, 14), run(20, 9, 13)])).toEqual(run(20, 2, 13))
  expect(medians([run(30, 1, 12), run(10, Number.NaN, 14)])).toEqual(run(20, 1, 13))
  expect(medians([run(5, 6, 7)])).toEqual(run(5, 6, 7))
})
