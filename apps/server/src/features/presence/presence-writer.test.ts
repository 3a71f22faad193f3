import { expect, it } from 'vitest'
import { createSerialQueue } from './presence-writer.ts'

function createTestWriter() {
  const waiting: string[] = []
  const done: string[] = []
  const failures: unknown[] = []
  let isBroken = false
  let atOnce = 0
  const serial = createSerialQueue({
    hasWork: () => waiting.length > 0,
    async turn() {
      atOnce += 1
      expect(atOnce).toBe(1)
      await Promise.resolve()
      atOnce -= 1
      if (isBroken) throw new Error('broken')
      done.push(waiting.splice(0).join('+'))
    },
    failed: (error) => failures.push(error),
  })
  const ask = (name: string): Promise<void> => {
    waiting.push(name)
    return serial.run()
  }
  return { serial, ask, done, failures, breakIt: (broken: boolean) => (isBroken = broken) }
}

it('runs one turn at a time and serves callers during a turn with the next one', async () => {
  const { ask, done } = createTestWriter()
  const first = ask('a')
  const others = [ask('b'), ask('c')]
  await first
  await Promise.all(others)
  expect(done.join('+')).toBe('a+b+c')
  for (let turn = 0; turn < 50; turn += 1) {
    const asked = ask(`${turn}`)
    await Promise.resolve()
    void ask(`${turn}'`)
    await asked
  }
  await ask('last')
  expect(done.join('+').split('+').length).toBe(3 + 100 + 1)
})

it('waits after a failure until it is resumed', async () => {
  const { serial, ask, done, failures, breakIt } = createTestWriter()
  breakIt(true)
  await ask('a')
  await ask('b')
  expect([done, failures.length]).toEqual([[], 1])
  breakIt(false)
  serial.resume()
  await serial.run()
  expect(done).toEqual(['a+b'])
})
