import { createHash } from 'node:crypto'
import type { Log } from '../ports/log.ts'
import type { Rate, RateCount, Rates, RateStore } from '../ports/rates.ts'

export interface RatesOptions {
  /** Null: this server counts for itself. */
  readonly store: RateStore | null
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly exchangeMs?: number
  readonly now?: () => number
}

export interface SharedRates extends Rates {
  /** Tells the others what was counted here since the last time, and hears what they have counted. */
  synchronize(): Promise<void>
  /** The others' counts are not known at present. */
  readonly isAlone: boolean
  stop(): Promise<void>
}

/** One key's window, as this server knows it. */
interface RateEntry {
  readonly key: string
  readonly windowMs: number
  readonly worthTelling: number
  endsAt: number
  /** What all servers had counted when they were last asked. */
  known: number
  /** What came here since. */
  own: number
}

const maxRateEntries = 20_000
// Of someone who stays below this part of the limit on a server, the others need not know.
const quietFraction = 20

/** A clock that nobody sets: one that jumps back by an hour would make a limit of a minute last an hour. */
const monotonicNow = (): number => performance.now()

export function createRates({ store, log, exchangeMs = 1_000, now = monotonicNow }: RatesOptions): SharedRates {
  const entries = new Map<string, RateEntry>()
  let isAlone = store === null
  let exchanging: Promise<void> = Promise.resolve()

  const entryOf = (rate: Rate, key: string): RateEntry => {
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
  const tell = async (wanted: readonly RateEntry[]): Promise<readonly RateCount[]> => {
    if (store === null || wanted.length === 0) return []
    const sent = wanted.map((entry) => ({ entry, by: entry.own }))
    // Taken off before the answer is there: what comes meanwhile is told the next time.
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
    const loud = [...entries.values()].filter(({ own, known, worthTelling }) => own > 0 && own + known >= worthTelling)
    // In a quiet hour nobody would find out that the shared place is back.
    await tell(loud.length === 0 && isAlone ? [createProbeEntry()] : loud)
  }
  const begin = (): Promise<void> => (exchanging = exchanging.then(exchange))
  const timer = store === null ? undefined : setInterval(() => void begin(), exchangeMs).unref()

  return {
    async count(rate, key, by = 1) {
      const entry = entryOf(rate, key)
      entry.own += by
      const here = { count: entry.known + entry.own, endsInMs: Math.max(0, entry.endsAt - now()) }
      // Of many that come at once each has a number of its own: to each the last one's would refuse them all.
      return rate.isExact === true ? ((await tell([entry]))[0] ?? here) : here
    },
    synchronize: begin,
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
  // Answers may overtake each other.
  entry.known = Math.max(entry.known, total.count)
  entry.endsAt = at + total.endsInMs
}

/** Addresses and people are not to be read out of the shared counts. */
const hashRateKey = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 27)
