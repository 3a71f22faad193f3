import { errorCodes } from '@espalier/schema'
import { apiClient } from './api-client.ts'
import { type SentError, StatusError } from './api-errors.ts'
import type { DocumentNode } from './gql.ts'
import type { OwnCode } from './own-codes.ts'
import type { ApiResult } from './send-batch.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Asked {
  readonly query: DocumentNode
  readonly variables: Fields
  readonly context?: Readonly<Record<string, unknown>>
  readonly operationId?: string
}

export interface Fault {
  readonly code: OwnCode
  readonly text: string
  /** In seconds. */
  readonly retryAfter: number | null
  /** The whole request was refused, and none of its operations in particular. */
  readonly isWhole: boolean
}

/** What came of an operation. Whatever keeps it from being done is a value. */
export type Said = { readonly ok: true; readonly fields: Fields } | ({ readonly ok: false } & Fault)

export async function ask({ query, ...asked }: Asked): Promise<Said> {
  try {
    return readResult(await apiClient().request(query, asked))
  } catch (error) {
    return { ok: false, ...faultOf(error) }
  }
}

/** Asks for all of it with one request, at once. All have the settings of the first. */
export async function askTogether(asked: readonly Asked[]): Promise<readonly Said[]> {
  try {
    return (await apiClient().sendTogether(asked)).map(readResult)
  } catch (error) {
    return asked.map(() => ({ ok: false, ...faultOf(error) }))
  }
}

export function readResult({ errors, data }: ApiResult): Said {
  const [first] = errors ?? []
  if (first !== undefined) return { ok: false, ...faultIn(first) }
  return data == null ? { ok: false, ...unreadable } : { ok: true, fields: data }
}

const unreadable: Fault = {
  code: 'UNREACHABLE',
  text: 'The API answered with nothing',
  retryAfter: null,
  isWhole: false,
}

function faultIn({ message, extensions }: SentError): Fault {
  const { code, retryAfter } = extensions ?? {}
  return {
    code: errorCodes.find((known) => known === code) ?? 'INTERNAL',
    text: message,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
    isWhole: false,
  }
}

const tooManyRequests = 429
const passing = [408, 425]

/** A request that was refused as a whole, or that nobody answered. */
function faultOf(error: unknown): Fault {
  const text = error instanceof Error ? error.message : String(error)
  const fault = { text, retryAfter: null, isWhole: true } as const
  if (!(error instanceof StatusError)) return { code: 'UNREACHABLE', ...fault }
  if (error.status === 401) return { code: 'UNAUTHENTICATED', ...fault }
  if (error.status === tooManyRequests) {
    const seconds = Number(error.headers.get('retry-after'))
    return { ...fault, code: 'RATE_LIMITED', retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : null }
  }
  const isOurs = error.status >= 400 && error.status < 500 && !passing.includes(error.status)
  return { code: isOurs ? 'BAD_USER_INPUT' : 'UNREACHABLE', ...fault }
}
