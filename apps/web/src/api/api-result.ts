import { type ErrorCode, errorCodes } from '@espalier/schema'
import { OperationError } from './graphql/api-errors.ts'

/** Why the API did not do it, as far as a screen needs to know. */
export interface ApiFailure {
  /** UNREACHABLE: no answer, or none that could be read. */
  readonly code: ErrorCode | 'UNREACHABLE'
  readonly text: string
  /** The field of the input that is wrong. */
  readonly field: string | null
  /** The whole page has told the person already, or has led them away: saying it again would be once too often. */
  readonly isReported: boolean
}

export type ApiResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ApiFailure }

/** Awaits an operation; whatever keeps it from being done is a value. The codes are those the caller deals with itself. */
export async function toApiResult<Value>(
  run: () => Promise<Value>,
  ownCodes: readonly ErrorCode[] = [],
): Promise<ApiResult<Value>> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    return { ok: false, failure: toApiFailure(error, ownCodes) }
  }
}

function toApiFailure(error: unknown, ownCodes: readonly ErrorCode[]): ApiFailure {
  const text = error instanceof Error ? error.message : String(error)
  if (!(error instanceof OperationError)) return { code: 'UNREACHABLE', text, field: null, isReported: true }
  const [fault] = error.errors
  const code = errorCodes.find((known) => known === fault?.extensions?.['code']) ?? 'INTERNAL'
  const field = fault?.extensions?.['field']
  return {
    code,
    text: fault?.message ?? text,
    field: typeof field === 'string' ? field : null,
    isReported: code !== 'BAD_USER_INPUT' && !ownCodes.includes(code),
  }
}
