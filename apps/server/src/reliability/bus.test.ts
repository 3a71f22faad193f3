import { createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { describe, expect, it } from 'vitest'
import type { BusMessage } from '../ports/bus.ts'
import { busContract } from '../testing/contracts/bus.contract.ts'
import { createRecordedLog } from '../testing/recorded-log.ts'
import { type BusTransport, type BusTransportEvents, maxBusTextBytes } from './bus-connection.ts'
import { createInProcessBus, createNetworkedBus, decodeBusMessage, encodeBusMessage } from './bus.ts'

busContract({ name: 'in one process', mostServers: 1, open: async () => [createInProcessBus(createRecordedLog())] })

/** An in-memory transport whose connections can be cut or made to drop everything silently. */
function memoryWire() {
  const ends = new Set<BusTransportEvents>()
  const state = { isSilent: false, opened: 0 }
  const sent = createAwaitedList<readonly string[]>()
  const transport: BusTransport = {
    name: 'memory',
    async open(own) {
      state.opened += 1
      ends.add(own)
      return {
        async send(texts) {
          sent.push(texts)
          if (state.isSilent) return
          for (const text of texts) for (const end of ends) end.onMessage(text)
        },
        close: async () => void ends.delete(own),
      }
    },
  }
  return { wire: transport, state, sent, receive: (text: string) => ends.forEach((end) => end.onMessage(text)) }
}

const project = (projectId: string, seq: number): BusMessage => ({ kind: 'project-changed', projectId, seq })

describe('Networked bus', () => {
  it('detects a silently dead connection and opens another', async () => {
    const { wire, state } = memoryWire()
    const log = createRecordedLog()
    const bus = createNetworkedBus({ wire, log, times: { beatMs: 10, retryMs: 1 } })
    await bus.firstAttempt
    state.isSilent = true
    expect((await log.line('the bus is away; this server looks at the log by itself')).fields).toMatchObject({
      reason: 'silent',
    })
    state.isSilent = false
    await log.line('the bus is back')
    expect(state.opened).toBeGreaterThan(1)
    await bus.close()
  })

  it('sends repeated messages of an outage once', async () => {
    const { wire, sent } = memoryWire()
    const bus = createNetworkedBus({ wire, log: createRecordedLog() })
    for (let seq = 1; seq <= 50; seq += 1) bus.publish(project('a', seq))
    bus.publish(project('b', 1))
    await bus.firstAttempt
    const [texts = []] = await sent.atLeast(1)
    expect(texts.map((text) => decodeBusMessage(text.slice(text.indexOf(' '))))).toEqual([
      project('a', 50),
      project('b', 1),
    ])
    await bus.close()
  })

  it('sends the last messages when it is closed', async () => {
    const { wire, sent } = memoryWire()
    const bus = createNetworkedBus({ wire, log: createRecordedLog() })
    await bus.firstAttempt
    bus.publish({ kind: 'sessions-ended', sessionIds: ['last'] })
    await bus.close()
    expect(sent.items.flat().some((text) => text.includes('last'))).toBe(true)
  })

  it('ignores foreign texts on the transport', async () => {
    const { wire, receive } = memoryWire()
    const log = createRecordedLog()
    const bus = createNetworkedBus({ wire, log })
    await bus.firstAttempt
    const messages: BusMessage[] = []
    bus.listen((message) => messages.push(message))
    for (const text of ['', 'x', 'x {', 'x {"kind":"project-changed"}', 'x {"kind":"future","a":1}', 'x null'])
      receive(text)
    expect([messages, log.lines]).toEqual([[], []])
    receive('x {"kind":"presence-changed","projectId":"p"}')
    expect(messages).toHaveLength(1)
    await bus.close()
  })

  it('splits a message that is too long for the transport', () => {
    const sessionIds = Array.from({ length: 999 }, (_, index) => `session ${index} 😀`)
    const texts = encodeBusMessage({ kind: 'sessions-ended', sessionIds })
    expect(texts.every((text) => Buffer.byteLength(text) <= maxBusTextBytes)).toBe(true)
    const receivedIds = texts
      .map(decodeBusMessage)
      .flatMap((message) => (message?.kind === 'sessions-ended' ? message.sessionIds : []))
    expect(receivedIds).toEqual(sessionIds)
  })
})
