import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Bus, BusMessage } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import { type BusTimings, type BusTransport, createBusConnection, maxBusTextBytes } from './bus-connection.ts'
import { waitAtMost } from './timeout.ts'

const projectIdShape = z.string()
const busMessageShape: z.ZodType<BusMessage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project-changed'), projectId: projectIdShape, seq: z.number() }),
  z.object({ kind: z.literal('project-purged'), projectId: projectIdShape }),
  z.object({ kind: z.literal('presence-changed'), projectId: projectIdShape }),
  z.object({
    kind: z.literal('access-changed'),
    projectId: projectIdShape,
    seq: z.number(),
    userIds: z.array(z.string()),
  }),
  z.object({ kind: z.literal('comments-changed'), projectId: projectIdShape }),
  z.object({ kind: z.literal('proposals-changed'), projectId: projectIdShape }),
  z.object({ kind: z.literal('notifications-added'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('sessions-ended'), sessionIds: z.array(z.string()) }),
])

/** Encodes a message as short texts: one that is too long for the transport becomes several. */
export function encodeBusMessage(message: BusMessage): string[] {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= maxBusTextBytes) return [text]
  if (message.kind === 'sessions-ended') {
    return splitInHalf(message.sessionIds).flatMap((sessionIds) => encodeBusMessage({ ...message, sessionIds }))
  }
  if (message.kind === 'access-changed') {
    return splitInHalf(message.userIds).flatMap((userIds) => encodeBusMessage({ ...message, userIds }))
  }
  if (message.kind === 'notifications-added') {
    return splitInHalf(message.ids).flatMap((ids) => encodeBusMessage({ ...message, ids }))
  }
  return [text]
}

/** A single id that is too long cannot be sent at all. */
function splitInHalf(ids: readonly string[]): readonly (readonly string[])[] {
  if (ids.length < 2) return []
  const half = Math.ceil(ids.length / 2)
  return [ids.slice(0, half), ids.slice(half)]
}

/** Returns null for texts of a server of another version or of a foreign sender. */
export function decodeBusMessage(text: string): BusMessage | null {
  try {
    return busMessageShape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Only the last message with the same key matters. Null means that each counts. */
const getCoalescingKey = (message: BusMessage): string | null =>
  message.kind === 'access-changed' || !('projectId' in message) ? null : `${message.kind} ${message.projectId}`

/** Queues messages to be sent. They wait here during an outage; messages about the same thing are merged. */
interface SendQueue {
  enqueue(key: string | null, text: string): void
  /** Resolves when everything is sent or cannot be sent; never rejects. */
  flush(): Promise<void>
}

const batchSize = 500
// Every server checks for itself every few seconds, so that older messages beyond this number are worthless.
const maxWaitingTexts = 5_000

/** `send` resolves to false if it cannot send now. */
function createSendQueue(send: (texts: readonly string[]) => Promise<boolean>): SendQueue {
  const waiting = new Map<string, string>()
  let count = 0
  let sending: Promise<void> | null = null

  // The connection may open while an attempt is just failing: messages must not wait for the next one to be sent.
  let isRequestedAgain = false

  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      isRequestedAgain = false
      const some = [...waiting].slice(0, batchSize)
      for (const [key] of some) waiting.delete(key)
      if (await send(some.map(([, text]) => text))) continue
      const newer = [...waiting]
      waiting.clear()
      for (const [key, text] of [...some, ...newer].slice(-maxWaitingTexts)) waiting.set(key, text)
      if (!isRequestedAgain) return
    }
  }
  const flush = (): Promise<void> => {
    isRequestedAgain = true
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

/** For a single server, which only receives its own messages. */
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
  /** Whether messages of other servers arrive now. */
  readonly isUp: boolean
  /** Resolves when the first connection attempt is over, whatever its result. */
  readonly firstAttempt: Promise<void>
}

const defaultBusTimings: BusTimings = { beatMs: 5_000, retryMs: 100, longestRetryMs: 5_000 }
const heartbeatText = 'beat'
const closeFlushMs = 1_000

/** A bus on a transport that may break at any time: it logs that once, reconnects, and reports the gap. */
export function createNetworkedBus({ wire: transport, log, times }: NetworkedBusOptions): NetworkedBus {
  const self = randomBytes(6).toString('hex')
  const listeners = new Set<(message: BusMessage) => void>()
  const missed = new Set<() => void>()
  let isClosed = false
  const connection = createBusConnection({
    wire: transport,
    log,
    times: { ...defaultBusTimings, ...times },
    heartbeat: `${self} ${heartbeatText}`,
    onMessage(text) {
      const separator = text.indexOf(' ')
      const busMessage = text.slice(0, separator) === self ? null : decodeBusMessage(text.slice(separator + 1))
      if (busMessage !== null) notifyListeners(listeners, busMessage, log)
    },
    onOpen: () => void outbox.flush(),
    onGap: () => notifyListeners(missed, undefined, log),
  })
  const outbox = createSendQueue((texts) => connection.send(texts))
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
      return connection.isUp
    },
    firstAttempt: connection.firstAttempt,
    async close() {
      if (isClosed) return
      isClosed = true
      listeners.clear()
      missed.clear()
      // A stalled connection must not delay the shutdown.
      await waitAtMost(closeFlushMs, outbox.flush(), () => undefined)
      await connection.close()
    },
  }
}

function notifyListeners<Said>(listeners: ReadonlySet<(message: Said) => void>, message: Said, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(message)
    } catch (error) {
      log.error({ err: error }, 'a listener of the bus failed')
    }
  }
}
