import { createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { BusTransport } from '../../reliability/bus-connection.ts'
import { createNetworkedBus } from '../../reliability/bus.ts'
import { createRecordedLog } from '../recorded-log.ts'

interface BusUnderTest {
  readonly name: string
  /** The buses of so many servers that hear each other. */
  open(servers: number): Promise<readonly Bus[]>
  /** How many servers it can join. */
  readonly mostServers: number
}

const projectId = '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10'
const sampleMessages: readonly BusMessage[] = [
  { kind: 'project-changed', projectId, seq: 7 },
  { kind: 'project-purged', projectId },
  { kind: 'presence-changed', projectId },
  { kind: 'sessions-ended', sessionIds: ['one', 'two'] },
]

const collectMessages = (bus: Bus | undefined) => {
  const heard = createAwaitedList<BusMessage>()
  const stop = bus?.listen((message) => heard.push(message)) ?? (() => {})
  return { heard, stop }
}

/** What every bus must keep. */
export function busContract({ name, open, mostServers }: BusUnderTest): void {
  describe(`the bus: ${name}`, () => {
    let buses: readonly Bus[]
    beforeEach(async () => {
      buses = await open(Math.min(2, mostServers))
    })
    afterEach(() => Promise.all(buses.map((bus) => bus.close())))

    it('a server hears itself before publishing returns, every message as it was said', () => {
      const { heard } = collectMessages(buses[0])
      for (const message of sampleMessages) buses[0]?.publish(message)
      expect(heard.items).toEqual(sampleMessages)
    })

    it('the others hear it in the same order, once', async () => {
      const { heard } = collectMessages(buses.at(-1))
      for (const message of sampleMessages) buses[0]?.publish(message)
      expect(await heard.atLeast(sampleMessages.length)).toEqual(sampleMessages)
    })

    it('very many sessions ended at once are all told', async () => {
      const sessionIds = Array.from({ length: 1_000 }, (_, index) => `session-${index}-${projectId}`)
      const told = new Set<string>()
      const complete = new Promise<void>((resolve) => {
        buses.at(-1)?.listen((message) => {
          if (message.kind === 'sessions-ended') for (const id of message.sessionIds) told.add(id)
          if (told.size === sessionIds.length) resolve()
        })
      })
      buses[0]?.publish({ kind: 'sessions-ended', sessionIds })
      await complete
      expect([...told].sort()).toEqual([...sessionIds].sort())
    })

    it('a listener that throws keeps nothing from the others; one that has left hears nothing', () => {
      buses[0]?.listen(() => {
        throw new Error('deaf')
      })
      const stays = collectMessages(buses[0])
      const leaves = collectMessages(buses[0])
      leaves.stop()
      buses[0]?.publish({ kind: 'presence-changed', projectId })
      expect([stays.heard.items.length, leaves.heard.items.length]).toEqual([1, 0])
    })

    it('is silent after it is closed, and publishing then does not throw', async () => {
      const { heard } = collectMessages(buses[0])
      await buses[0]?.close()
      buses[0]?.publish({ kind: 'presence-changed', projectId })
      expect(heard.items).toEqual([])
    })
  })
}

interface BusTransportUnderTest {
  readonly name: string
  wire(): BusTransport
  /** Nobody can reach it, and whoever did is cut off. */
  cut(): Promise<void>
  mend(): Promise<void>
}

const outageProjectId = '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10'

function openBus(wire: BusTransport) {
  const log = createRecordedLog()
  const bus = createNetworkedBus({ wire, log, times: { retryMs: 10, longestRetryMs: 50, beatMs: 100 } })
  const heard = createAwaitedList<BusMessage>()
  const gaps = createAwaitedList<true>()
  bus.listen((message) => heard.push(message))
  bus.onMissed(() => gaps.push(true))
  return { bus, log, heard, gaps }
}

const listLogLevels = ({ lines }: ReturnType<typeof createRecordedLog>) => lines.map(({ level }) => level)

/** What a bus keeps while its wire is away, and when it comes back. */
export function busOutageContract({ name, wire, cut, mend }: BusTransportUnderTest): void {
  describe(`the bus while it is away: ${name}`, () => {
    let one: ReturnType<typeof openBus>
    let other: ReturnType<typeof openBus>
    const openBoth = async () => {
      one = openBus(wire())
      other = openBus(wire())
      await Promise.all([one.bus.firstAttempt, other.bus.firstAttempt])
    }
    beforeEach(openBoth)
    afterEach(async () => {
      await Promise.all([one.bus.close(), other.bus.close()])
    })

    it('says so once, is heard at home, and when it is back it says so once and tells that there was a gap', async () => {
      await cut()
      await Promise.all([one.log.line(busAwayMessage), other.log.line(busAwayMessage)])
      expect(one.bus.isUp).toBe(false)
      one.bus.publish({ kind: 'sessions-ended', sessionIds: ['while away'] })
      for (let seq = 1; seq <= 100; seq += 1)
        one.bus.publish({ kind: 'project-changed', projectId: outageProjectId, seq })
      expect(one.heard.items).toHaveLength(101)
      await mend()
      await Promise.all([one.gaps.atLeast(1), other.gaps.atLeast(1)])
      expect([one.bus.isUp, other.bus.isUp]).toEqual([true, true])
      one.bus.publish({ kind: 'presence-changed', projectId: outageProjectId })
      await waitForMessageKind(other.heard, 'presence-changed')
      expect([listLogLevels(one.log), listLogLevels(other.log)]).toEqual([
        ['warn', 'info'],
        ['warn', 'info'],
      ])
    })

    it('away at the start: nothing waits for it, and it is there when it comes', async () => {
      await cut()
      const late = openBus(wire())
      await late.bus.firstAttempt
      expect(late.bus.isUp).toBe(false)
      await mend()
      await Promise.all([late.gaps.atLeast(1), one.gaps.atLeast(1)])
      one.bus.publish({ kind: 'presence-changed', projectId: outageProjectId })
      await waitForMessageKind(late.heard, 'presence-changed')
      await late.bus.close()
    })

    it('closed while it is away it ends, and nothing comes after', async () => {
      await cut()
      await one.log.line(busAwayMessage)
      await one.bus.close()
      await mend()
      await other.gaps.atLeast(1)
      other.bus.publish({ kind: 'presence-changed', projectId: outageProjectId })
      expect(one.heard.items).toEqual([])
    })
  })
}

const busAwayMessage = 'the bus is away; this server looks at the log by itself'

async function waitForMessageKind(
  heard: ReturnType<typeof createAwaitedList<BusMessage>>,
  kind: BusMessage['kind'],
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const items = await heard.atLeast(count)
    if (items[count - 1]?.kind === kind) return
  }
}
