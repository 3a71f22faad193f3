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

describe('other people in a project', () => {
  it("excludes the person's own tabs and their own guest session from the collaborators", () => {
    const { presence, names } = start()
    presence.receive([session('ada'), session('bea', { firstname: 'Bea', lastname: 'Bell' }), session('guest:tab')])
    expect(names()).toEqual(['Bea Bell'])
  })

  it('shows collaborators by name, by the first part of their address, or by kind', () => {
    const { presence, names } = start()
    presence.receive([
      session('bea', { firstname: 'Bea', email: 'bea@example.com' }),
      session('cleo', { email: 'cleo@example.com' }),
      session('dora'),
      session('guest:elsewhere'),
    ])
    expect(names()).toEqual(['Bea', 'cleo', 'Someone', 'Guest'])
  })

  it('keeps the same objects for unchanged collaborators', () => {
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

  it('forgets collaborators when the connection stays down, but not after a short interruption', async () => {
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

describe('sharing the own selection', () => {
  it('sends only the latest selection once somebody else is there', async () => {
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

  it('holds the selection back while the server does not know its nodes', async () => {
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

  it('sends the selection again after a reconnect, and after a rejection at the next occasion', async () => {
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

  it('never sends a selection longer than the server accepts', async () => {
    const { presence, sent } = start()
    presence.receive([session('bea')])
    presence.shareSelection(Array.from({ length: limits.presence.shownNodes + 5 }, (_, at) => String(at)))
    await aMoment()
    expect(sent[0]).toHaveLength(limits.presence.shownNodes)
  })

  it('clears the shared selection when the project is closed', async () => {
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
