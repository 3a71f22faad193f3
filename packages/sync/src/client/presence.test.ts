import { limits } from '@espalier/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { timerClock } from '../testing/timer-clock.ts'
import { createPresence, type SentSession } from './presence.ts'

const session = (id: string, more: Partial<SentSession> = {}): SentSession => ({
  id,
  email: null,
  picture: 'https://pictures.example/x.png',
  firstname: null,
  lastname: null,
  colour: '#0b6a7a',
  nodeIds: [],
  ...more,
})

function start({ takes = true } = {}) {
  const sent: (readonly string[])[] = []
  const line = { isUp: true, takes }
  const presence = createPresence({
    clock: timerClock,
    ownIds: () => ['ada', 'guest:tab'],
    canSend: () => line.isUp,
    async send(nodeIds) {
      sent.push(nodeIds)
      return line.takes
    },
  })
  return { presence, sent, line, names: () => presence.others.get().map(({ name }) => name) }
}

const aMoment = () => vi.advanceTimersByTimeAsync(250)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the others', () => {
  it('are everybody but oneself, in all tabs, and one’s own guest session', () => {
    const { presence, names } = start()
    presence.receive([session('ada'), session('bea', { firstname: 'Bea', lastname: 'Bell' }), session('guest:tab')])
    expect(names()).toEqual(['Bea Bell'])
  })

  it('are called by their name, their address, or what they are', () => {
    const { presence, names } = start()
    presence.receive([
      session('bea', { firstname: 'Bea', email: 'bea@example.com' }),
      session('cleo', { email: 'cleo@example.com' }),
      session('dora'),
      session('guest:elsewhere'),
    ])
    expect(names()).toEqual(['Bea', 'cleo@example.com', 'Someone', 'Guest'])
  })

  it('stay the same objects while nothing of them changes', () => {
    const { presence } = start()
    presence.receive([session('bea'), session('cleo')])
    const [bea, cleo] = presence.others.get()
    const all = presence.others.get()
    presence.receive([session('bea'), session('cleo')])
    expect(presence.others.get()).toBe(all)
    presence.receive([session('bea', { nodeIds: ['a'] }), session('cleo')])
    expect(presence.others.get()[0]).not.toBe(bea)
    expect(presence.others.get()[1]).toBe(cleo)
  })

  it('are forgotten when the line stays down, and not when it is back at once', async () => {
    const { presence, names } = start()
    presence.receive([session('dora')])
    presence.disconnected()
    await aMoment()
    presence.receive([session('dora')])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names()).toEqual(['Someone'])
    presence.disconnected()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(names()).toEqual([])
  })
})

describe('one’s own selection', () => {
  it('is sent once somebody is there, the last state only', async () => {
    const { presence, sent } = start()
    presence.shareSelection(['a'])
    await aMoment()
    expect(sent).toEqual([])
    presence.receive([session('bea')])
    presence.shareSelection(['b'])
    presence.shareSelection(['c', 'b'])
    await aMoment()
    expect(sent).toEqual([['c', 'b']])
    presence.receive([session('bea', { nodeIds: ['c'] })])
    await aMoment()
    expect(sent).toHaveLength(1)
  })

  it('waits while the server does not know its nodes', async () => {
    const { presence, sent, line } = start()
    line.isUp = false
    presence.receive([session('bea')])
    presence.shareSelection(['new'])
    await aMoment()
    expect(sent).toEqual([])
    line.isUp = true
    presence.sendIfDue()
    await aMoment()
    expect(sent).toEqual([['new']])
  })

  it('is sent again after the line was lost, and after a refusal at the next occasion', async () => {
    const { presence, sent, line } = start({ takes: false })
    presence.receive([session('bea')])
    presence.shareSelection(['a'])
    await aMoment()
    await aMoment()
    expect(sent).toEqual([['a']])
    line.takes = true
    presence.receive([session('bea')])
    await aMoment()
    presence.disconnected()
    presence.receive([session('bea')])
    await aMoment()
    expect(sent).toEqual([['a'], ['a'], ['a']])
  })

  it('is never longer than the server takes', async () => {
    const { presence, sent } = start()
    presence.receive([session('bea')])
    presence.shareSelection(Array.from({ length: limits.presence.shownNodes + 5 }, (_, at) => String(at)))
    await aMoment()
    expect(sent[0]).toHaveLength(limits.presence.shownNodes)
  })

  it('is taken back on leaving', async () => {
    const { presence, sent } = start()
    presence.receive([session('bea')])
    presence.shareSelection(['a'])
    await aMoment()
    presence.stop()
    presence.shareSelection(['b'])
    await aMoment()
    expect(sent).toEqual([['a'], []])
  })
})
