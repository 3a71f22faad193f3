import { createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { BusTransport } from '../../reliability/bus-connection.ts'
import { createNetworkedBus } from '../../reliability/bus.ts'
import { createRecordedLog } from '../recorded-log.ts'

interface BusUnderTest {
  readonly name: string
  /** Opens the buses of this many connected servers. */
  open(servers: number): Promise<readonly Bus[]>
  /** The maximum number of servers that it can connect. */
  readonly mostServers: number
}

const projectId = '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10'
const sampleMessages: readonly BusMessage[] = [
  { kind: 'project-changed', projectId, seq: 7 },
  { kind: 'project-purged', projectId },
  { kind: 'presence-changed', projectId },
  { kind: 'access-changed', projectId, seq: 8, userIds: ['ada', 'bea'] },
  { kind: 'sessions-ended', sessionIds: ['one', 'two'] },
]

const collectMessages = (bus: Bus | undefined) => {
  const received = createAwaitedList<BusMessage>()
  const stop = bus?.listen((message) => received.push(message)) ?? (() => {})
  return { messages: received, stop }
}

/** The contract of every bus. */
export function busContract({ name, open, mostServers }: BusUnderTest): void {
  describe(`Bus: ${name}`, () => {
    let buses: readonly Bus[]
    beforeEach(async () => {
      buses = await open(Math.min(2, mostServers))
    })
    afterEach(() => Promise.all(buses.map((bus) => bus.close())))

    it('delivers every message unchanged to its own server before publishing returns', () => {
      const { messages: received } = collectMessages(buses[0])
      for (const message of sampleMessages) buses[0]?.publish(message)
      expect(received.items).toEqual(sampleMessages)
    })

    it('delivers messages to the others once and in the same order', async () => {
      const { messages: received } = collectMessages(buses.at(-1))
      for (const message of sampleMessages) buses[0]?.publish(message)
      expect(await received.atLeast(sampleMessages.length)).toEqual(sampleMessages)
    })

    it('delivers very many ended sessions at once', async () => {
      const sessionIds = Array.from({ length: 1_000 }, (_, index) => `session-${index}-${projectId}`)
      const receivedIds = new Set<string>()
      const complete = new Promise<void>((resolve) => {
        buses.at(-1)?.listen((message) => {
          if (message.kind === 'sessions-ended') for (const id of message.sessionIds) receivedIds.add(id)
          if (receivedIds.size === sessionIds.length) resolve()
        })
      })
      buses[0]?.publish({ kind: 'sessions-ended', sessionIds })
      await complete
      expect([...receivedIds].sort()).toEqual([...sessionIds].sort())
    })

    it('delivers to other listeners when one throws, and nothing to one that has left', () => {
      buses[0]?.listen(() => {
        throw new Error('deaf')
      })
      const stays = collectMessages(buses[0])
      const leaves = collectMessages(buses[0])
      leaves.stop()
      buses[0]?.publish({ kind: 'presence-changed', projectId })
      expect([stays.messages.items.length, leaves.messages.items.length]).toEqual([1, 0])
    })

    it('delivers nothing after it is closed, and publishing then does not throw', async () => {
      const { messages: received } = collectMessages(buses[0])
      await buses[0]?.close()
      buses[0]?.publish({ kind: 'presence-changed', projectId })
      expect(received.items).toEqual([])
    })
  })
}

interface BusTransportUnderTest {
  readonly name: string
  wire(): BusTransport
  /** Makes the transport unreachable and cuts open connections. */
  cut(): Promise<void>
  restore(): Promise<void>
}

const outageProjectId = '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10'

function openBus(transport: BusTransport) {
  const log = createRecordedLog()
  const bus = createNetworkedBus({ wire: transport, log, times: { retryMs: 10, longestRetryMs: 50, beatMs: 100 } })
  const received = createAwaitedList<BusMessage>()
  const gaps = createAwaitedList<true>()
  bus.listen((message) => received.push(message))
  bus.onMissed(() => gaps.push(true))
  return { bus, log, messages: received, gaps }
}

const listLogLevels = ({ lines }: ReturnType<typeof createRecordedLog>) => lines.map(({ level }) => level)

/** The contract of a bus during and after an outage of its transport. */
export function busOutageContract({ name, wire: transport, cut, restore }: BusTransportUnderTest): void {
  describe(`Bus during an outage: ${name}`, () => {
    let one: ReturnType<typeof openBus>
    let other: ReturnType<typeof openBus>
    const openBoth = async () => {
      one = openBus(transport())
      other = openBus(transport())
      await Promise.all([one.bus.firstAttempt, other.bus.firstAttempt])
    }
    beforeEach(openBoth)
    afterEach(async () => {
      await Promise.all([one.bus.close(), other.bus.close()])
    })

    it('logs the outage once, delivers locally, and logs the return once and reports the gap', async () => {
      await cut()
      await Promise.all([one.log.line(busAwayMessage), other.log.line(busAwayMessage)])
      expect(one.bus.isUp).toBe(false)
      one.bus.publish({ kind: 'sessions-ended', sessionIds: ['while away'] })
      for (let seq = 1; seq <= 100; seq += 1)
        one.bus.publish({ kind: 'project-changed', projectId: outageProjectId, seq })
      expect(one.messages.items).toHaveLength(101)
      await restore()
      await Promise.all([one.gaps.atLeast(1), other.gaps.atLeast(1)])
      expect([one.bus.isUp, other.bus.isUp]).toEqual([true, true])
      one.bus.publish({ kind: 'presence-changed', projectId: outageProjectId })
      await waitForMessageKind(other.messages, 'presence-changed')
      expect([listLogLevels(one.log), listLogLevels(other.log)]).toEqual([
        ['warn', 'info'],
        ['warn', 'info'],
      ])
    })

    it('does not wait for a transport that is unavailable at the start and connects when it comes', async () => {
      await cut()
      const late = openBus(transport())
      await late.bus.firstAttempt
      expect(late.bus.isUp).toBe(false)
      await restore()
      await Promise.all([late.gaps.atLeast(1), one.gaps.atLeast(1)])
      one.bus.publish({ kind: 'presence-changed', projectId: outageProjectId })
      await waitForMessageKind(late.messages, 'presence-changed')
      await late.bus.close()
    })

    it('closes during an outage and delivers nothing afterwards', async () => {
      await cut()
      await one.log.line(busAwayMessage)
      await one.bus.close()
      await restore()
      await other.gaps.atLeast(1)
      other.bus.publish({ kind: 'presence-changed', projectId: outageProjectId })
      expect(one.messages.items).toEqual([])
    })
  })
}

const busAwayMessage = 'the bus is away; this server looks at the log by itself'

async function waitForMessageKind(
  received: ReturnType<typeof createAwaitedList<BusMessage>>,
  kind: BusMessage['kind'],
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const items = await received.atLeast(count)
    if (items[count - 1]?.kind === kind) return
  }
}
