import { errorCodes, type TypedDocument } from '@espalier/schema'
import {
  type ApiErrorCode,
  type ApiFailure,
  type ApiResult,
  createApiFailure,
  readRetryAfter,
  toStatusErrorCode,
} from './api-result.ts'
import { apiClient } from './api-client.ts'
import { type SentError, StatusError } from './api-errors.ts'
import { isQuiet, ownCodesIn } from './own-codes.ts'
import type { DocumentRequest } from './create-api-client.ts'
import type { ApiAnswer, SentData } from './send-batch.ts'
import { apiErrorTexts } from '../../texts/api-errors.ts'

type Context = Readonly<Record<string, unknown>>

export interface OperationOptions {
  readonly context?: Context
  /** Defaults to a new id. */
  readonly operationId?: string
}

/** Sends one operation. Operations of the same moment travel as one request. */
export async function sendOperation<Data, Variables extends Context>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  { context = {}, operationId }: OperationOptions = {},
): Promise<ApiResult<Data>> {
  try {
    const request = { variables, context, ...(operationId !== undefined && { operationId }) }
    return readAnswer(await apiClient().request(document, request), context)
  } catch (error) {
    return readRequestError(error, context)
  }
}

/** Sends operations as one request, immediately and only once. All of them use the context of the first. */
export async function sendTogether(operations: readonly DocumentRequest[]): Promise<readonly ApiResult<SentData>[]> {
  const context = operations[0]?.context ?? {}
  try {
    return (await apiClient().sendTogether(operations)).map((answer) => readAnswer(answer, context))
  } catch (error) {
    return operations.map(() => readRequestError(error, context))
  }
}

/** Reads the result from an answer to one operation or from one event of a subscription. */
export function readAnswer<Data>({ errors, data }: ApiAnswer<Data>, context: Context = {}): ApiResult<Data> {
  const [first] = errors ?? []
  if (first !== undefined) return readSentError(first, context)
  if (data != null) return { ok: true, value: data }
  return createApiFailure('UNREACHABLE', apiErrorTexts.emptyAnswer)
}

function readSentError({ message, extensions }: SentError, context: Context): ApiFailure {
  const { retryAfter, field } = extensions ?? {}
  const code = errorCodes.find((known) => known === extensions?.['code']) ?? 'INTERNAL'
  return {
    ...createApiFailure(code, message),
    field: typeof field === 'string' ? field : null,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
    isReported: code !== 'BAD_USER_INPUT' && isReportedByPage(code, context),
  }
}

const isReportedByPage = (code: ApiErrorCode, context: Context): boolean =>
  !isQuiet(context) && !ownCodesIn(context).includes(code)

/** Describes a request that was rejected as a whole or never answered. */
function readRequestError(error: unknown, context: Context): ApiFailure {
  const status = error instanceof StatusError ? error.status : null
  const code = toStatusErrorCode(status)
  return {
    ...createApiFailure(code, error instanceof Error ? error.message : String(error)),
    retryAfter: error instanceof StatusError && code === 'RATE_LIMITED' ? readRetryAfter(error.headers) : null,
    isReported: isReportedByPage(status === 401 ? 'UNAUTHENTICATED' : 'UNREACHABLE', context),
    isWholeRequest: true,
  }
}
