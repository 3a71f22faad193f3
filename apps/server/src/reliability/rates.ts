import { createHash } from 'node:crypto'
import type { Log } from '../ports/log.ts'
import type { Rate, RateCount, Rates, RateStore } from '../ports/rates.ts'

export interface RatesOptions {
  /** Null if this server counts alone. */
  readonly store: RateStore | null
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly exchangeMs?: number
  readonly now?: () => number
}

export interface SharedRates extends Rates {
  /** Sends the counts since the last exchange to the others and receives theirs. */
  synchronize(): Promise<void>
  /** Whether the counts of the others are unknown now. */
  readonly isAlone: boolean
  stop(): Promise<void>
}

/** One key's window as this server knows it. */
interface RateEntry {
  readonly key: string
  readonly windowMs: number
  readonly worthTelling: number
  endsAt: number
  /** The total of all servers at the last exchange. */
  known: number
  /** The count on this server since then. */
  own: number
}

const maxRateEntries = 20_000
// A key below 1/20 of the limit on this server is not shared with the others.
const quietFraction = 20

/** A monotonic clock: a system clock that jumps back by an hour would make a limit of a minute last an hour. */
const monotonicNow = (): number => performance.now()

export function createRates({ store, log, exchangeMs = 1_000, now = monotonicNow }: RatesOptions): SharedRates {
  const entries = new Map<string, RateEntry>()
  let isAlone = store === null
  let exchanging: Promise<void> = Promise.resolve()

  const getEntry = (rate: Rate, key: string): RateEntry => {
    const name = `${rate.name} ${key}`
    const known = entries.get(name)
    if (known !== undefined && known.endsAt > now()) return known
    const { windowMs, max } = rate
    const fresh = { windowMs, key: hashRateKey(name), worthTelling: max / quietFraction, endsAt: now() + windowMs }
    const entry: RateEntry = { ...fresh, known: 0, own: 0 }
    entries.delete(name)
    entries.set(name, entry)
    const [oldest] = entries.keys()
    if (entries.size > maxRateEntries && oldest !== undefined) entries.delete(oldest)
    return entry
  }
  const shareCounts = async (wanted: readonly RateEntry[]): Promise<readonly RateCount[]> => {
    if (store === null || wanted.length === 0) return []
    const sent = wanted.map((entry) => ({ entry, by: entry.own }))
    // Subtracted before the response arrives, so that counts in the meantime are sent the next time.
    for (const { entry, by } of sent) {
      entry.own -= by
      entry.known += by
    }
    try {
      const totals = await store.add(sent.map(({ entry: { key, windowMs }, by }) => ({ key, by, windowMs })))
      sent.forEach(({ entry }, index) => applyTotal(entry, totals[index], now()))
      if (isAlone) log.info({}, 'rate limits are shared with the other servers again')
      isAlone = false
      return totals
    } catch (error) {
      if (!isAlone) log.warn({ error: String(error) }, 'rate limits are counted by this server alone')
      isAlone = true
      return []
    }
  }
  const exchange = async (): Promise<void> => {
    const at = now()
    for (const [name, entry] of entries) if (entry.endsAt <= at) entries.delete(name)
    const sharedEntries = [...entries.values()].filter(
      ({ own, known, worthTelling }) => own > 0 && own + known >= worthTelling,
    )
    // Without traffic nothing else would notice that the shared store is back.
    await shareCounts(sharedEntries.length === 0 && isAlone ? [createProbeEntry()] : sharedEntries)
  }
  const startExchange = (): Promise<void> => (exchanging = exchanging.then(exchange))
  const timer = store === null ? undefined : setInterval(() => void startExchange(), exchangeMs).unref()

  return {
    async count(rate, key, by = 1) {
      const entry = getEntry(rate, key)
      entry.own += by
      const here = { count: entry.known + entry.own, endsInMs: Math.max(0, entry.endsAt - now()) }
      // Concurrent calls each get their own number: the last number for all of them would refuse them all.
      return rate.isExact === true ? ((await shareCounts([entry]))[0] ?? here) : here
    },
    synchronize: startExchange,
    get isAlone() {
      return isAlone
    },
    async stop() {
      clearInterval(timer)
      await exchanging
    },
  }
}

const createProbeEntry = (): RateEntry => ({
  key: 'probe',
  windowMs: 1_000,
  worthTelling: 0,
  endsAt: 0,
  known: 0,
  own: 0,
})

function applyTotal(entry: RateEntry, total: RateCount | undefined, at: number): void {
  if (total === undefined) return
  // Responses may arrive out of order.
  entry.known = Math.max(entry.known, total.count)
  entry.endsAt = at + total.endsInMs
}

/** Addresses and people must not be readable in the shared counts. */
const hashRateKey = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 27)
