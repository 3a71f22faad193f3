import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createWriteQueue, writeQueueLimits, type WriteQueue } from './write-queue.ts'

const request = (personId: string, projectId: string | null = 'orchard') => ({ personId, projectId, waitMs: 60_000 })

/** A write that runs until it is released. */
function heldWrite(queue: WriteQueue, personId: string, projectId: string | null = 'orchard') {
  const releaseSignal = new EventEmitter()
  const running = once(releaseSignal, 'started')
  const released = once(releaseSignal, 'released')
  const done = queue.run(request(personId, projectId), () => {
    releaseSignal.emit('started')
    return released
  })
  return { running, release: () => void releaseSignal.emit('released'), done }
}

describe('Write queue', () => {
  it('runs one write at a time per project and writes of other projects concurrently', async () => {
    const queue = createWriteQueue()
    const first = heldWrite(queue, 'ann')
    const second = heldWrite(queue, 'bea')
    const elsewhere = heldWrite(queue, 'bea', 'hedge')
    await Promise.all([first.running, elsewhere.running])
    expect(queue.size).toBe(1)
    first.release()
    await second.running
    second.release()
    elsewhere.release()
    await Promise.all([first.done, second.done, elsewhere.done])
    expect(queue.size).toBe(0)
  })

  it('does not queue a write without a project', async () => {
    const queue = createWriteQueue()
    const [one, two] = [heldWrite(queue, 'ann', null), heldWrite(queue, 'ann', null)]
    await Promise.all([one.running, two.running])
    one.release()
    two.release()
  })

  it('keeps the order of each person and lets people take turns', async () => {
    const queue = createWriteQueue()
    const first = heldWrite(queue, 'ann')
    const order: string[] = []
    const write = (personId: string, name: string) => queue.run(request(personId), async () => void order.push(name))
    const all = [1, 2, 3].map((turn) => write('ann', `ann ${turn}`))
    all.push(write('bea', 'bea 1'), write('cleo', 'cleo 1'), write('bea', 'bea 2'))
    first.release()
    await Promise.all(all)
    expect(order).toEqual(['ann 1', 'bea 1', 'cleo 1', 'ann 2', 'bea 2', 'ann 3'])
  })

  it('answers busy to a write that has waited too long and continues with the next', async () => {
    const queue = createWriteQueue()
    const first = heldWrite(queue, 'ann')
    const impatient = queue.run({ ...request('bea'), waitMs: 5 }, async () => 'never')
    const patient = queue.run(request('cleo'), async () => 'written')
    await expect(impatient).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
    first.release()
    expect(await patient).toBe('written')
    expect(queue.size).toBe(0)
  })

  it('continues after a failed write', async () => {
    const queue = createWriteQueue()
    const failing = queue.run(request('ann'), () => Promise.reject(new Error('it failed')))
    const next = queue.run(request('ann'), async () => 'written')
    await expect(failing).rejects.toThrow('it failed')
    expect(await next).toBe('written')
  })

  it('refuses at once when one person has queued too much, but lets others wait', async () => {
    const queue = createWriteQueue()
    const first = heldWrite(queue, 'ann')
    const own = Array.from({ length: writeQueueLimits.perPerson }, () => queue.run(request('ann'), async () => 'ann'))
    await expect(queue.run(request('ann'), async () => 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const other = queue.run(request('bea'), async () => 'bea')
    first.release()
    expect([await other, ...(await Promise.all(own))]).toHaveLength(writeQueueLimits.perPerson + 1)
  })

  it('passes the remaining time to the work for locks of other servers', async () => {
    let now = 0
    const queue = createWriteQueue(() => now)
    const first = heldWrite(queue, 'ann')
    const second = queue.run({ ...request('bea'), waitMs: 2_000 }, async (leftMs) => {
      now = 1_999
      return leftMs
    })
    const third = queue.run({ ...request('cleo'), waitMs: 2_000 }, async (leftMs) => leftMs)
    now = 1_500
    first.release()
    expect(await second).toBe(500)
    expect(await third).toBe(writeQueueLimits.leastLockMs)
  })
})
