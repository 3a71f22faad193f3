import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { BusMessage } from '../ports/bus.ts'
import { awaitedList } from '../testing/awaited-list.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import type { Wire } from './wire.ts'
import { wiredBus } from './wired-bus.ts'

export interface WireUnderTest {
  readonly name: string
  wire(): Wire
  /** Nobody can reach it, and whoever did is cut off. */
  cut(): Promise<void>
  mend(): Promise<void>
}

const projectId = '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10'

function openBus(wire: Wire) {
  const log = recordedLog()
  const bus = wiredBus({ wire, log, times: { retryMs: 10, longestRetryMs: 50, beatMs: 100 } })
  const heard = awaitedList<BusMessage>()
  const gaps = awaitedList<true>()
  bus.listen((message) => heard.push(message))
  bus.onMissed(() => gaps.push(true))
  return { bus, log, heard, gaps }
}

const levels = ({ lines }: ReturnType<typeof recordedLog>) => lines.map(({ level }) => level)

/** What a bus keeps while its wire is away, and when it comes back. */
export function outageContract({ name, wire, cut, mend }: WireUnderTest): void {
  describe(`the bus while it is away: ${name}`, () => {
    let one: ReturnType<typeof openBus>
    let other: ReturnType<typeof openBus>
    const openBoth = async () => {
      one = openBus(wire())
      other = openBus(wire())
      await Promise.all([one.bus.tried, other.bus.tried])
    }
    beforeEach(openBoth)
    afterEach(async () => {
      await Promise.all([one.bus.close(), other.bus.close()])
    })

    it('says so once, is heard at home, and when it is back it says so once and tells that there was a gap', async () => {
      await cut()
      await Promise.all([one.log.line(away), other.log.line(away)])
      expect(one.bus.isUp).toBe(false)
      one.bus.publish({ kind: 'sessions-ended', sessionIds: ['while away'] })
      for (let seq = 1; seq <= 100; seq += 1) one.bus.publish({ kind: 'project-changed', projectId, seq })
      expect(one.heard.items).toHaveLength(101)
      await mend()
      await Promise.all([one.gaps.atLeast(1), other.gaps.atLeast(1)])
      expect([one.bus.isUp, other.bus.isUp]).toEqual([true, true])
      one.bus.publish({ kind: 'presence-changed', projectId })
      await heardAtLast(other.heard, 'presence-changed')
      expect([levels(one.log), levels(other.log)]).toEqual([
        ['warn', 'info'],
        ['warn', 'info'],
      ])
    })

    it('away at the start: nothing waits for it, and it is there when it comes', async () => {
      await cut()
      const late = openBus(wire())
      await late.bus.tried
      expect(late.bus.isUp).toBe(false)
      await mend()
      await Promise.all([late.gaps.atLeast(1), one.gaps.atLeast(1)])
      one.bus.publish({ kind: 'presence-changed', projectId })
      await heardAtLast(late.heard, 'presence-changed')
      await late.bus.close()
    })

    it('closed while it is away it ends, and nothing comes after', async () => {
      await cut()
      await one.log.line(away)
      await one.bus.close()
      await mend()
      await other.gaps.atLeast(1)
      other.bus.publish({ kind: 'presence-changed', projectId })
      expect(one.heard.items).toEqual([])
    })
  })
}

const away = 'the bus is away; this server looks at the log by itself'

async function heardAtLast(heard: ReturnType<typeof awaitedList<BusMessage>>, kind: BusMessage['kind']): Promise<void> {
  for (let count = 1; ; count += 1) {
    const items = await heard.atLeast(count)
    if (items[count - 1]?.kind === kind) return
  }
}
