import { ApiError } from '../../transport/api-error.ts'

export interface Limit {
  readonly max: number
  readonly windowMs: number
}

/** Throws RATE_LIMITED where this person has looked up too many in the present window. Each server counts for itself. */
export type LookupLimit = (userId: string) => void

const mostPeople = 10_000

export function createLookupLimit({ max, windowMs }: Limit, now: () => number = Date.now): LookupLimit {
  const counts = new Map<string, { since: number; count: number }>()
  return (userId) => {
    const at = now()
    const known = counts.get(userId)
    if (known === undefined || at - known.since >= windowMs) {
      counts.delete(userId)
      counts.set(userId, { since: at, count: 1 })
      const [oldest] = counts.keys()
      if (counts.size > mostPeople && oldest !== undefined) counts.delete(oldest)
      return
    }
    known.count += 1
    if (known.count <= max) return
    const retryAfter = Math.max(1, Math.ceil((known.since + windowMs - at) / 1000))
    throw new ApiError('RATE_LIMITED', 'Too many people looked up', { retryAfter })
  }
}
