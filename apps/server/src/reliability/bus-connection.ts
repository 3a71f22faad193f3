import type { Log } from '../ports/log.ts'

export interface BusTransportEvents {
  onMessage(text: string): void
  /** Called once; the connection is unusable afterwards. */
  onLost(reason: string): void
}

interface OpenBusTransport {
  send(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A transport of short texts to every connected server, including this one. */
export interface BusTransport {
  readonly name: string
  /** Rejects if it cannot connect in time. Once it resolves, no text sent by others is missed. */
  open(ends: BusTransportEvents): Promise<OpenBusTransport>
}

export interface BusTimings {
  /** A transport on which our own heartbeat does not arrive before the next one is dead, whatever it reports. */
  readonly beatMs: number
  readonly retryMs: number
  readonly longestRetryMs: number
}

/** PostgreSQL accepts at most 7,999 bytes in a notification. */
export const maxBusTextBytes = 7_000

interface BusConnectionOptions {
  readonly wire: BusTransport
  readonly log: Log
  readonly times: BusTimings
  /** The text that this server sends to itself to verify the connection. */
  readonly heartbeat: string
  onMessage(text: string): void
  onOpen(): void
  /** Called when it is open again and messages of others may have been missed. */
  onGap(): void
}

/** A transport that reconnects whenever it breaks. */
interface BusConnection {
  readonly isUp: boolean
  readonly firstAttempt: Promise<void>
  /** Resolves to false if the connection is not open or broke. */
  send(texts: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

type ConnectionState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly wire: OpenBusTransport }
  | { readonly kind: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'closed' }

export function createBusConnection(options: BusConnectionOptions): BusConnection {
  const { wire: transport, log, times, heartbeat: heartbeatText } = options
  let state: ConnectionState = { kind: 'opening' }
  let failures = 0
  let isGap = false
  let hasBeat = true
  /** The current attempt or the connection it opened: events of an earlier one are ignored. */
  let current: object | null = null

  const handleLost = (attempt: object, reason: string): void => {
    if (attempt !== current || state.kind === 'closed') return
    if (failures === 0)
      log.warn({ bus: transport.name, reason }, 'the bus is away; this server looks at the log by itself')
    current = null
    failures += 1
    isGap = true
    if (state.kind === 'open') void state.wire.close().catch(() => {})
    const waitMs = Math.min(times.retryMs * 2 ** (failures - 1), times.longestRetryMs)
    state = { kind: 'waiting', timer: setTimeout(() => void open(), waitMs * (0.75 + Math.random() / 2)) }
  }

  const open = async (): Promise<void> => {
    const attempt = (current = {})
    state = { kind: 'opening' }
    try {
      const opened = await transport.open({
        onMessage: (text) => (text === heartbeatText ? (hasBeat = true) : options.onMessage(text)),
        onLost: (reason) => handleLost(attempt, reason),
      })
      if (attempt !== current || isClosed()) return void opened.close().catch(() => {})
      state = { kind: 'open', wire: opened }
      settle()
    } catch (error) {
      handleLost(attempt, describeBusError(error))
    }
  }
  const isClosed = (): boolean => state.kind === 'closed'
  const settle = (): void => {
    if (failures > 0) log.info({ bus: transport.name }, 'the bus is back')
    failures = 0
    hasBeat = true
    options.onOpen()
    if (isGap) options.onGap()
    isGap = false
  }
  const send = async (texts: readonly string[]): Promise<boolean> => {
    const attempt = current
    if (state.kind !== 'open' || attempt === null) return false
    try {
      await state.wire.send(texts)
      return true
    } catch (error) {
      handleLost(attempt, describeBusError(error))
      return false
    }
  }
  const beats = setInterval(() => {
    if (state.kind !== 'open' || current === null) return
    if (!hasBeat) return handleLost(current, 'silent')
    hasBeat = false
    void send([heartbeatText])
  }, times.beatMs).unref()

  return {
    firstAttempt: open(),
    send,
    get isUp() {
      return state.kind === 'open'
    },
    async close() {
      clearInterval(beats)
      const before = state
      state = { kind: 'closed' }
      if (before.kind === 'waiting') clearTimeout(before.timer)
      if (before.kind === 'open') await before.wire.close().catch(() => {})
    },
  }
}

const describeBusError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
