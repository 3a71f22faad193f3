import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { Bus, BusMessage } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import { getCoalescingKey, decodeBusMessage, encodeBusMessage } from './bus-texts.ts'
import { createSendQueue } from './outbox.ts'
import { createBusConnection } from './line.ts'
import type { BusTimings, BusTransport } from './wire.ts'

export interface NetworkedBusOptions {
  readonly wire: BusTransport
  readonly log: Log
  readonly times?: Partial<BusTimings>
}

export interface NetworkedBus extends Bus {
  /** The other servers are heard at present. */
  readonly isUp: boolean
  /** The first attempt to reach them is over, with whatever result. */
  readonly firstAttempt: Promise<void>
}

const defaultBusTimings: BusTimings = { beatMs: 5_000, retryMs: 100, longestRetryMs: 5_000 }
const heartbeatText = 'beat'
const closeFlushMs = 1_000

/** A bus on a wire that may break at any time: it says so once, comes back by itself, and tells that there was a gap. */
export function createNetworkedBus({ wire, log, times }: NetworkedBusOptions): NetworkedBus {
  const self = randomBytes(6).toString('hex')
  const listeners = new Set<(message: BusMessage) => void>()
  const missed = new Set<() => void>()
  let isClosed = false
  const line = createBusConnection({
    wire,
    log,
    times: { ...defaultBusTimings, ...times },
    heartbeat: `${self} ${heartbeatText}`,
    onMessage(text) {
      const cut = text.indexOf(' ')
      const said = text.slice(0, cut) === self ? null : decodeBusMessage(text.slice(cut + 1))
      if (said !== null) notifyListeners(listeners, said, log)
    },
    onOpen: () => void outbox.flush(),
    onGap: () => notifyListeners(missed, undefined, log),
  })
  const outbox = createSendQueue((texts) => line.send(texts))
  return {
    publish(message) {
      if (isClosed) return
      notifyListeners(listeners, message, log)
      const key = getCoalescingKey(message)
      for (const text of encodeBusMessage(message)) outbox.enqueue(key, `${self} ${text}`)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onMissed(listener) {
      missed.add(listener)
      return () => void missed.delete(listener)
    },
    get isUp() {
      return line.isUp
    },
    firstAttempt: line.firstAttempt,
    async close() {
      if (isClosed) return
      isClosed = true
      listeners.clear()
      missed.clear()
      // A wire that takes nothing any more must not hold up the stop.
      await Promise.race([outbox.flush(), pause(closeFlushMs, undefined, { ref: false })])
      await line.close()
    },
  }
}

function notifyListeners<Said>(listeners: ReadonlySet<(said: Said) => void>, said: Said, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(said)
    } catch (error) {
      log.error({ err: error }, 'a listener of the bus failed')
    }
  }
}
