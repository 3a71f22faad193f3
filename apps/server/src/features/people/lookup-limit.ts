import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'

/** Throws RATE_LIMITED where this person has looked up too many in the present window. */
export type PersonLookupLimit = (userId: string) => Promise<void>

/** Null: no limits. */
export function createPersonLookupLimit(rates: Rates | null, rate: Rate): PersonLookupLimit {
  return async (userId) => {
    if (rates === null) return
    const { count, endsInMs } = await rates.count(rate, userId)
    if (count <= rate.max) return
    const retryAfter = Math.max(1, Math.ceil(endsInMs / 1000))
    throw new ApiError('RATE_LIMITED', 'Too many people looked up', { retryAfter })
  }
}
