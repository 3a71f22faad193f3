import type { Steps } from '@espalier/domain'
import { expect, it } from 'vitest'
import { runInSlices } from './work-slices.ts'

it('pauses when a slice is over, and not before', async () => {
  let time = 0
  let pauses = 0
  function* work() {
    for (let step = 0; step < 10; step += 1) {
      time += 6
      yield
    }
    return 'done'
  }
  const pause = async () => void (pauses += 1)
  expect(await runInSlices(work(), { sliceMs: 20, now: () => time, pause })).toBe('done')
  // Four steps of 6 ms make a slice.
  expect(pauses).toBe(2)
})

it('lets the event loop run between two slices', async () => {
  const order: string[] = []
  function* work() {
    for (const name of ['first', 'second']) {
      order.push(name)
      yield
    }
  }
  setImmediate(() => order.push('another request'))
  await runInSlices(work(), { sliceMs: 0 })
  expect(order).toEqual(['first', 'another request', 'second'])
})

function* failInSecondStep(): Steps<void> {
  yield
  throw new Error('broken')
}

it('passes the error of a computation on', async () => {
  await expect(runInSlices(failInSecondStep())).rejects.toThrow('broken')
})
