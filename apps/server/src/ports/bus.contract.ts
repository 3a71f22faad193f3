import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createAwaitedList } from '../testing/awaited-list.ts'
import type { Bus, BusMessage } from './bus.ts'

export interface BusUnderTest {
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
