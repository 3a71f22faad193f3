import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts'

const options = { atOnce: 2, mostWaiting: 2, waitMs: 60_000 }

function heldWork(limiter: ConcurrencyLimiter, name: string, order: string[] = []) {
  const events = new EventEmitter()
  const [started, released] = [once(events, 'started'), once(events, 'released')]
  const done = limiter.run(async () => {
    order.push(name)
    events.emit('started')
    await released
  })
  return { started, done, release: () => void events.emit('released') }
}

describe('Concurrency limiter', () => {
  it('runs a limited number at once and the others in order of arrival', async () => {
    const order: string[] = []
    const gate = createConcurrencyLimiter(options)
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => heldWork(gate, name, order))
    await Promise.all([one?.started, two?.started])
    expect([order, gate.waiting]).toEqual([['one', 'two'], 2])
    two?.release()
    await three?.started
    one?.release()
    await four?.started
    expect([order, gate.waiting]).toEqual([['one', 'two', 'three', 'four'], 0])
    three?.release()
    four?.release()
  })

  it('refuses at once when the queue is full and later after a timeout', async () => {
    const gate = createConcurrencyLimiter({ ...options, mostWaiting: 1, waitMs: 5 })
    const held = [heldWork(gate, 'one'), heldWork(gate, 'two')]
    const late = gate.run(async () => 'late')
    await expect(gate.run(async () => 'refused')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(late).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 2 } })
    for (const one of held) one.release()
    await Promise.all(held.map(({ done }) => done))
    expect(await gate.run(async () => 'free again')).toBe('free again')
  })

  it('passes its slot on after failed work', async () => {
    const gate = createConcurrencyLimiter({ ...options, atOnce: 1 })
    const failing = gate.run(() => Promise.reject(new Error('it failed')))
    const next = gate.run(async () => 'next')
    await expect(failing).rejects.toThrow('it failed')
    expect(await next).toBe('next')
  })
})
