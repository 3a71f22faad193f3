import { errorCodes } from '@espalier/schema'
import { getNumber, getObject, getString } from '../platform/json.ts'
import {
  type ApiFailure,
  type ApiResult,
  createApiFailure,
  readRetryAfter,
  toStatusErrorCode,
} from './graphql/api-result.ts'
import { clientId, pageHeaders } from './graphql/page-headers.ts'
import { apiBase } from './session/page-config.ts'
import { currentPersonId } from './session/session.ts'

export interface RestRequest<Value> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
  readonly signal?: AbortSignal
  /** The request outlives the page. */
  readonly keepalive?: boolean
  /** Reads the body of an answer; null if it has another shape. */
  read(body: unknown): Value | null
  /** The message of a failure that brings none of its own. */
  readonly failedText: string
}

/** Sends one request to an address of the API beside GraphQL. A failure is a value, as it is for GraphQL. */
export async function sendRestRequest<Value>(
  path: string,
  { read, failedText, headers, ...request }: RestRequest<Value>,
): Promise<ApiResult<Value>> {
  try {
    const answer = await fetch(`${apiBase()}${path}`, {
      credentials: 'include',
      ...request,
      headers: { Accept: 'application/json', ...pageHeaders({ clientId, personId: currentPersonId() }), ...headers },
    })
    // An error page of a proxy is not JSON.
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) return readRestFailure(answer, body, failedText)
    const value = read(body)
    return value === null ? createApiFailure('UNREACHABLE', failedText) : { ok: true, value }
  } catch {
    return createApiFailure('UNREACHABLE', failedText)
  }
}

/** Reads a failure that the server explains in JSON. */
export function readRestFailure({ status, headers }: Response, body: unknown, failedText: string): ApiFailure {
  const error = getObject(body, 'error')
  const code = errorCodes.find((known) => known === error['code']) ?? toStatusErrorCode(status)
  return {
    ...createApiFailure(code, getString(error, 'message') ?? failedText),
    field: getString(error, 'field'),
    retryAfter: getNumber(error, 'retryAfter') ?? readRetryAfter(headers),
    isWholeRequest: true,
  }
}
