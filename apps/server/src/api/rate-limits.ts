import type { Rate, Rates } from '../ports/rates.ts'
import { requestTexts } from '../texts/requests.ts'
import { ApiError } from './errors.ts'

const toRetrySeconds = (endsInMs: number): number => Math.max(1, Math.ceil(endsInMs / 1000))

export const tooManyRequestsError = (endsInMs: number, message: string = requestTexts.tooManyRequests): ApiError =>
  new ApiError('RATE_LIMITED', message, { retryAfter: toRetrySeconds(endsInMs) })

interface RateUse {
  /** Identifies the requests that are counted together. */
  readonly key: string
  /** How much this request counts; unset: once. */
  readonly by?: number
  /** The message for the caller; a function gets the seconds until the next attempt. */
  readonly message?: string | ((retryAfter: number) => string)
}

/** Counts one more request and throws RATE_LIMITED where there were too many. Without rates nothing is limited. */
export async function requireRate(rates: Rates | null, rate: Rate, { key, by, message }: RateUse): Promise<void> {
  const counted = await rates?.count(rate, key, by)
  if (counted === undefined || counted.count <= rate.max) return
  const text = typeof message === 'function' ? message(toRetrySeconds(counted.endsInMs)) : message
  throw tooManyRequestsError(counted.endsInMs, text)
}
