import type { Log } from '../ports/log.ts'

export interface BusTransportEvents {
  onMessage(text: string): void
  /** Said once; the wire is then of no use any more. */
  onLost(reason: string): void
}

interface OpenBusTransport {
  send(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A way by which short texts reach every server that is on it, this one included. */
export interface BusTransport {
  readonly name: string
  /** Refused where it cannot be reached in time. What is sent by others after it has resolved is heard. */
  open(ends: BusTransportEvents): Promise<OpenBusTransport>
}

export interface BusTimings {
  /** A wire on which the own beat is not heard from one to the next is dead, whatever it says. */
  readonly beatMs: number
  readonly retryMs: number
  readonly longestRetryMs: number
}

/** PostgreSQL takes no more than 7,999 bytes in a notification. */
export const maxBusTextBytes = 7_000

interface BusConnectionOptions {
  readonly wire: BusTransport
  readonly log: Log
  readonly times: BusTimings
  /** What this server says to itself to know that it is heard. */
  readonly heartbeat: string
  onMessage(text: string): void
  onOpen(): void
  /** It is open again after others may have spoken unheard. */
  onGap(): void
}

/** A wire that is opened again whenever it breaks. */
interface BusConnection {
  readonly isUp: boolean
  readonly firstAttempt: Promise<void>
  /** False: it is not open, or broke. */
  send(texts: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

type ConnectionState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly wire: OpenBusTransport }
  | { readonly kind: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'closed' }

export function createBusConnection(options: BusConnectionOptions): BusConnection {
  const { wire, log, times, heartbeat: beat } = options
  let state: ConnectionState = { kind: 'opening' }
  let failures = 0
  let isGap = false
  let hasBeat = true
  /** The present attempt or the wire it opened: what an earlier one still says counts for nothing. */
  let current: object | null = null

  const lost = (attempt: object, reason: string): void => {
    if (attempt !== current || state.kind === 'closed') return
    if (failures === 0) log.warn({ bus: wire.name, reason }, 'the bus is away; this server looks at the log by itself')
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
      const opened = await wire.open({
        onMessage: (text) => (text === beat ? (hasBeat = true) : options.onMessage(text)),
        onLost: (reason) => lost(attempt, reason),
      })
      if (attempt !== current || isClosed()) return void opened.close().catch(() => {})
      state = { kind: 'open', wire: opened }
      settle()
    } catch (error) {
      lost(attempt, describeBusError(error))
    }
  }
  const isClosed = (): boolean => state.kind === 'closed'
  const settle = (): void => {
    if (failures > 0) log.info({ bus: wire.name }, 'the bus is back')
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
      lost(attempt, describeBusError(error))
      return false
    }
  }
  const beats = setInterval(() => {
    if (state.kind !== 'open' || current === null) return
    if (!hasBeat) return lost(current, 'silent')
    hasBeat = false
    void send([beat])
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
