/** Every code that an error of the API may have in extensions.code. */
export const errorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'CONFLICT',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'INTERNAL',
] as const
export type ErrorCode = (typeof errorCodes)[number]
