import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createWriteQueue, writeQueueLimits, type WriteQueue } from './write-queue.ts'

const request = (personId: string, projectId: string | null = 'orchard') => ({ personId, projectId, waitMs: 60_000 })

/** A write that runs until it is let go. */
function heldWrite(queue: WriteQueue, personId: string, projectId: string | null = 'orchard') {
  const gate = new EventEmitter()
  const running = once(gate, 'started')
  const released = once(gate, 'released')
  const done = queue.run(request(personId, projectId), () => {
    gate.emit('started')
    return released
  })
  return { running, release: () => void gate.emit('released'), done }
}

describe('the queue of writes', () => {
  it('lets one write at a time into a project, and writes of other projects at once', async () => {
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

  it('does not queue a write that belongs to no project', async () => {
    const queue = createWriteQueue()
    const [one, two] = [heldWrite(queue, 'ann', null), heldWrite(queue, 'ann', null)]
    await Promise.all([one.running, two.running])
    one.release()
    two.release()
  })

  it('keeps the order of each person, and lets people take turns', async () => {
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

  it('answers busy to a write that has waited too long, and goes on with the next', async () => {
    const queue = createWriteQueue()
    const first = heldWrite(queue, 'ann')
    const impatient = queue.run({ ...request('bea'), waitMs: 5 }, async () => 'never')
    const patient = queue.run(request('cleo'), async () => 'written')
    await expect(impatient).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
    first.release()
    expect(await patient).toBe('written')
    expect(queue.size).toBe(0)
  })

  it('goes on after a write that failed', async () => {
    const queue = createWriteQueue()
    const failing = queue.run(request('ann'), () => Promise.reject(new Error('it failed')))
    const next = queue.run(request('ann'), async () => 'written')
    await expect(failing).rejects.toThrow('it failed')
    expect(await next).toBe('written')
  })

  it('refuses at once what one person has too much of, and still lets others wait', async () => {
    const queue = createWriteQueue()
    const first = heldWrite(queue, 'ann')
    const own = Array.from({ length: writeQueueLimits.perPerson }, () => queue.run(request('ann'), async () => 'ann'))
    await expect(queue.run(request('ann'), async () => 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const other = queue.run(request('bea'), async () => 'bea')
    first.release()
    expect([await other, ...(await Promise.all(own))]).toHaveLength(writeQueueLimits.perPerson + 1)
  })

  it('leaves what remains of the time for locks of other servers', async () => {
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
