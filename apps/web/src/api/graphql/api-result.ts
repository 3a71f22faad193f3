import type { ErrorCode } from '@espalier/schema'

/** UNREACHABLE: no answer at all, or none that could be read. */
export type ApiErrorCode = ErrorCode | 'UNREACHABLE'

/** Why the API did not do it. */
export interface ApiFailure {
  readonly ok: false
  readonly code: ApiErrorCode
  readonly message: string
  /** The field of the input that is wrong. */
  readonly field: string | null
  /** In seconds. */
  readonly retryAfter: number | null
  /** The page has shown it to the person already, or has led them away: a caller must not report it again. */
  readonly isReported: boolean
  /** The whole request was refused, and none of its operations in particular. */
  readonly isWholeRequest: boolean
}

/** The result of every request of the page. A failure is a value, never an exception. */
export type ApiResult<Value> = { readonly ok: true; readonly value: Value } | ApiFailure

/** Creates a failure that only its caller knows of. */
export const createApiFailure = (code: ApiErrorCode, message: string): ApiFailure => ({
  ok: false,
  code,
  message,
  field: null,
  retryAfter: null,
  isReported: false,
  isWholeRequest: false,
})

const tooManyRequests = 429
const temporaryStatuses = [408, 425]

/** Names the failure of a whole request by its status; null: there was no answer. */
export function toStatusErrorCode(status: number | null): ApiErrorCode {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === tooManyRequests) return 'RATE_LIMITED'
  const isRefusal = status !== null && status >= 400 && status < 500 && !temporaryStatuses.includes(status)
  return isRefusal ? 'BAD_USER_INPUT' : 'UNREACHABLE'
}

/** In seconds; null if the header names none. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

export const mapApiResult = <Sent, Value>(result: ApiResult<Sent>, read: (sent: Sent) => Value): ApiResult<Value> =>
  result.ok ? { ok: true, value: read(result.value) } : result
