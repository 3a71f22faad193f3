import { expect, it } from 'vitest'
import { createEventLoopPacer } from './event-loop-pacer.ts'

/** A loop whose time passes only while somebody waits or works. */
function createPretendedLoop() {
  const times = { elapsed: 0, active: 0 }
  const waits: number[] = []
  return {
    waits,
    readTimes: () => ({ ...times }),
    async wait(ms: number) {
      waits.push(ms)
      times.elapsed += ms
    },
    work(ms: number) {
      times.elapsed += ms
      times.active += ms
    },
    rest(ms: number) {
      times.elapsed += ms
    },
  }
}

it('gives a turn at once where the event loop has had time left since the last turn', async () => {
  const loop = createPretendedLoop()
  const pacer = createEventLoopPacer({ activeShare: 0.5, mostWaitMs: 100, ...loop })
  await pacer.waitForTurn()
  loop.work(4)
  loop.rest(4)
  await pacer.waitForTurn()
  expect(loop.waits).toEqual([])
})

it('waits until the work since the last turn is only the allowed share of the time', async () => {
  const loop = createPretendedLoop()
  const pacer = createEventLoopPacer({ activeShare: 0.4, mostWaitMs: 100, ...loop })
  await pacer.waitForTurn()
  loop.work(8)
  await pacer.waitForTurn()
  const { elapsed, active } = loop.readTimes()
  expect(active / elapsed).toBeCloseTo(0.4)
})

it('gives a turn after the longest wait, however busy others keep the event loop', async () => {
  const loop = createPretendedLoop()
  const busy = async (ms: number): Promise<void> => {
    loop.waits.push(ms)
    loop.work(ms)
  }
  const pacer = createEventLoopPacer({ activeShare: 0.4, mostWaitMs: 15, ...loop, wait: busy })
  await pacer.waitForTurn()
  loop.work(1_000)
  await pacer.waitForTurn()
  expect(loop.waits).toEqual([15])
})

it('gives turns in the order of asking, one after the other', async () => {
  const loop = createPretendedLoop()
  const pacer = createEventLoopPacer({ activeShare: 0.5, mostWaitMs: 100, ...loop })
  const order: number[] = []
  await Promise.all(
    [1, 2, 3].map(async (name) => {
      await pacer.waitForTurn()
      order.push(name)
      loop.work(5)
    }),
  )
  expect([order, loop.waits.length]).toEqual([[1, 2, 3], 2])
})

it('reads the times of the real event loop', async () => {
  const pacer = createEventLoopPacer({ activeShare: 0.01, mostWaitMs: 30 })
  await pacer.waitForTurn()
  const startedAt = performance.now()
  while (performance.now() - startedAt < 10);
  await pacer.waitForTurn()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(30)
})
