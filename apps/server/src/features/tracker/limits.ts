import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'

const minuteMs = 60_000

/** The page tests a second after the last key; each test costs the other side four calls. */
export const trackerTestRate: Rate = { name: 'tracker-test', max: 40, windowMs: minuteMs }
export const trackerImportRate: Rate = { name: 'tracker-import', max: 30, windowMs: 10 * minuteMs }

/** Null: no limits. */
export async function requireTrackerRate(rates: Rates | null, rate: Rate, accountId: string): Promise<void> {
  if (rates === null) return
  const { count, endsInMs } = await rates.count(rate, accountId)
  if (count <= rate.max) return
  const retryAfter = Math.max(1, Math.ceil(endsInMs / 1_000))
  throw new ApiError('RATE_LIMITED', `Your issue tracker was asked too often. Try again in ${retryAfter} seconds`, {
    retryAfter,
  })
}
