import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { Bus, BusMessage } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import { keyOf, messageOf, textsOf } from './bus-texts.ts'
import { createOutbox } from './outbox.ts'
import { createLine } from './line.ts'
import type { BusTimes, Wire } from './wire.ts'

export interface WiredBusOptions {
  readonly wire: Wire
  readonly log: Log
  readonly times?: Partial<BusTimes>
}

export interface WiredBus extends Bus {
  /** The other servers are heard at present. */
  readonly isUp: boolean
  /** The first attempt to reach them is over, with whatever result. */
  readonly tried: Promise<void>
}

const defaultTimes: BusTimes = { beatMs: 5_000, retryMs: 100, longestRetryMs: 5_000 }
const beat = 'beat'
const lastWordsMs = 1_000

/** A bus on a wire that may break at any time: it says so once, comes back by itself, and tells that there was a gap. */
export function wiredBus({ wire, log, times }: WiredBusOptions): WiredBus {
  const self = randomBytes(6).toString('hex')
  const listeners = new Set<(message: BusMessage) => void>()
  const missed = new Set<() => void>()
  let isClosed = false
  const line = createLine({
    wire,
    log,
    times: { ...defaultTimes, ...times },
    beat: `${self} ${beat}`,
    heard(text) {
      const cut = text.indexOf(' ')
      const said = text.slice(0, cut) === self ? null : messageOf(text.slice(cut + 1))
      if (said !== null) tell(listeners, said, log)
    },
    isOpen: () => void outbox.flush(),
    hadGap: () => tell(missed, undefined, log),
  })
  const outbox = createOutbox((texts) => line.send(texts))
  return {
    publish(message) {
      if (isClosed) return
      tell(listeners, message, log)
      const key = keyOf(message)
      for (const text of textsOf(message)) outbox.put(key, `${self} ${text}`)
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
    tried: line.tried,
    async close() {
      if (isClosed) return
      isClosed = true
      listeners.clear()
      missed.clear()
      // A wire that takes nothing any more must not hold up the stop.
      await Promise.race([outbox.flush(), pause(lastWordsMs, undefined, { ref: false })])
      await line.close()
    },
  }
}

function tell<Said>(listeners: ReadonlySet<(said: Said) => void>, said: Said, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(said)
    } catch (error) {
      log.error({ err: error }, 'a listener of the bus failed')
    }
  }
}
