import type { ErrorCode } from '@espalier/schema'

export interface ApiErrorDetails {
  /** The invalid input field. */
  readonly field?: string
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number
}

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UPSTREAM_FAILED: 502,
  INTERNAL: 500,
}

/** An expected failure whose code and message reach the caller unchanged. All other errors are masked. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ApiErrorDetails
  /** Used by error handlers other than ours: a mounted service answers in its own format. */
  readonly statusCode: number

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
    this.statusCode = statusByCode[code]
  }
}
