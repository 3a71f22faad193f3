import { type ErrorCode, errorCodes } from '@espalier/contract'
import { OperationError } from '../graphql/api-errors.ts'

/** Why the API did not do it, as far as a screen needs to know. */
export interface ApiFailure {
  /** UNREACHABLE: no answer, or none that could be read. */
  readonly code: ErrorCode | 'UNREACHABLE'
  readonly text: string
  /** The field of the input that is wrong. */
  readonly field: string | null
  /** The whole page has told the person already, or has led them away: saying it again would be once too often. */
  readonly isTold: boolean
}

export type ApiAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ApiFailure }

/** Awaits an operation; whatever keeps it from being done is a value. The codes are those the caller deals with itself. */
export async function answerOf<Value>(
  run: () => Promise<Value>,
  ownCodes: readonly ErrorCode[] = [],
): Promise<ApiAnswer<Value>> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    return { ok: false, failure: failureOf(error, ownCodes) }
  }
}

function failureOf(error: unknown, ownCodes: readonly ErrorCode[]): ApiFailure {
  const text = error instanceof Error ? error.message : String(error)
  if (!(error instanceof OperationError)) return { code: 'UNREACHABLE', text, field: null, isTold: true }
  const [fault] = error.errors
  const code = errorCodes.find((known) => known === fault?.extensions?.['code']) ?? 'INTERNAL'
  const field = fault?.extensions?.['field']
  return {
    code,
    text: fault?.message ?? text,
    field: typeof field === 'string' ? field : null,
    isTold: code !== 'BAD_USER_INPUT' && !ownCodes.includes(code),
  }
}
