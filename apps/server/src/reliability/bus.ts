import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Bus, BusMessage } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import { type BusTimings, type BusTransport, createBusConnection, maxBusTextBytes } from './bus-connection.ts'

const projectIdShape = z.string()
const busMessageShape: z.ZodType<BusMessage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project-changed'), projectId: projectIdShape, seq: z.number() }),
  z.object({ kind: z.literal('project-purged'), projectId: projectIdShape }),
  z.object({ kind: z.literal('presence-changed'), projectId: projectIdShape }),
  z.object({ kind: z.literal('sessions-ended'), sessionIds: z.array(z.string()) }),
])

/** A message as short texts: one that is too long for the wire becomes several. */
export function encodeBusMessage(said: BusMessage): string[] {
  const text = JSON.stringify(said)
  if (said.kind !== 'sessions-ended' || Buffer.byteLength(text) <= maxBusTextBytes) return [text]
  const { sessionIds } = said
  if (sessionIds.length < 2) return []
  const half = Math.ceil(sessionIds.length / 2)
  return [sessionIds.slice(0, half), sessionIds.slice(half)].flatMap((some) =>
    encodeBusMessage({ ...said, sessionIds: some }),
  )
}

/** Null for what a server of another version, or a stranger on the same wire, may say. */
export function decodeBusMessage(text: string): BusMessage | null {
  try {
    return busMessageShape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Of hints with the same key the last says all. Null: each counts. */
const getCoalescingKey = (said: BusMessage): string | null =>
  said.kind === 'sessions-ended' ? null : `${said.kind} ${said.projectId}`

/** What is still to be sent. With the wire away it waits here; hints about the same thing wait as one. */
interface SendQueue {
  enqueue(key: string | null, text: string): void
  /** Settles when everything is sent or cannot be; never rejects. */
  flush(): Promise<void>
}

const batchSize = 500
// Everyone looks for themselves every few seconds: hints older than the last so many are worth nothing.
const maxWaitingTexts = 5_000

/** False from `send`: not now. */
function createSendQueue(send: (texts: readonly string[]) => Promise<boolean>): SendQueue {
  const waiting = new Map<string, string>()
  let count = 0
  let sending: Promise<void> | null = null

  // The wire may open while an attempt is just failing: who asked meanwhile is not to wait for the next message.
  let isAskedAgain = false

  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      isAskedAgain = false
      const some = [...waiting].slice(0, batchSize)
      for (const [key] of some) waiting.delete(key)
      if (await send(some.map(([, text]) => text))) continue
      const newer = [...waiting]
      waiting.clear()
      for (const [key, text] of [...some, ...newer].slice(-maxWaitingTexts)) waiting.set(key, text)
      if (!isAskedAgain) return
    }
  }
  const flush = (): Promise<void> => {
    isAskedAgain = true
    return (sending ??= sendAll().finally(() => (sending = null)))
  }
  return {
    enqueue(key, text) {
      const name = key ?? `${(count += 1)}`
      waiting.delete(name)
      waiting.set(name, text)
      const [oldest] = waiting.keys()
      if (waiting.size > maxWaitingTexts && oldest !== undefined) waiting.delete(oldest)
      void flush()
    },
    flush,
  }
}

/** For one server alone: it hears itself. */
export function createInProcessBus(log: Pick<Log, 'error'>): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    publish(message) {
      for (const listener of listeners) {
        try {
          listener(message)
        } catch (error) {
          log.error({ err: error, kind: message.kind }, 'a listener of the bus failed')
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onMissed: () => () => {},
    close: async () => listeners.clear(),
  }
}

interface NetworkedBusOptions {
  readonly wire: BusTransport
  readonly log: Log
  readonly times?: Partial<BusTimings>
}

interface NetworkedBus extends Bus {
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
