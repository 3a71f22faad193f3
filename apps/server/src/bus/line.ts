import type { Log } from '../ports/log.ts'
import type { BusTimes, OpenWire, Wire } from './wire.ts'

export interface LineOptions {
  readonly wire: Wire
  readonly log: Log
  readonly times: BusTimes
  /** What this server says to itself to know that it is heard. */
  readonly beat: string
  heard(text: string): void
  isOpen(): void
  /** It is open again after others may have spoken unheard. */
  hadGap(): void
}

/** A wire that is opened again whenever it breaks. */
export interface Line {
  readonly isUp: boolean
  readonly tried: Promise<void>
  /** False: it is not open, or broke. */
  send(texts: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

type State =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly wire: OpenWire }
  | { readonly kind: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'closed' }

export function createLine(options: LineOptions): Line {
  const { wire, log, times, beat } = options
  let state: State = { kind: 'opening' }
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
        heard: (text) => (text === beat ? (hasBeat = true) : options.heard(text)),
        lost: (reason) => lost(attempt, reason),
      })
      if (attempt !== current || isClosed()) return void opened.close().catch(() => {})
      state = { kind: 'open', wire: opened }
      settle()
    } catch (error) {
      lost(attempt, reasonOf(error))
    }
  }
  const isClosed = (): boolean => state.kind === 'closed'
  const settle = (): void => {
    if (failures > 0) log.info({ bus: wire.name }, 'the bus is back')
    failures = 0
    hasBeat = true
    options.isOpen()
    if (isGap) options.hadGap()
    isGap = false
  }
  const send = async (texts: readonly string[]): Promise<boolean> => {
    const attempt = current
    if (state.kind !== 'open' || attempt === null) return false
    try {
      await state.wire.send(texts)
      return true
    } catch (error) {
      lost(attempt, reasonOf(error))
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
    tried: open(),
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

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
