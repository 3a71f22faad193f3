import { ApiError } from '../api-error.ts'
import { apiLimits } from '../limits.ts'

/** One operation as the caller sent it, its shape checked and nothing else. */
export interface OperationRequest {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationId: string | null
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const rejectOperation = (message: string): never => {
  throw new ApiError('BAD_USER_INPUT', message)
}

const isRecordValue = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseOperationRequest(sent: unknown): OperationRequest {
  if (!isRecordValue(sent)) return rejectOperation('An operation must be an object')
  const { query, operationName, variables, extensions } = sent
  if (typeof query !== 'string') return rejectOperation('query must be a string')
  if (operationName != null && typeof operationName !== 'string') return rejectOperation('operationName must be a string')
  if (variables != null && !isRecordValue(variables)) return rejectOperation('variables must be an object')
  if (extensions != null && !isRecordValue(extensions)) return rejectOperation('extensions must be an object')
  return {
    query,
    // The empty name is what some clients send for none.
    operationName: operationName == null || operationName === '' ? null : operationName,
    variables: variables ?? {},
    operationId: parseOperationId(extensions?.operationId),
  }
}

function parseOperationId(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string' && uuidPattern.test(value)) return value.toLowerCase()
  return rejectOperation('extensions.operationId must be a UUID')
}

export type RequestBody =
  | { readonly kind: 'single'; readonly operations: readonly [OperationRequest] }
  | { readonly kind: 'batch'; readonly operations: readonly OperationRequest[] }

export function parseRequestBody(body: unknown): RequestBody {
  if (!Array.isArray(body)) return { kind: 'single', operations: [parseOperationRequest(body)] }
  const { operationsPerRequest } = apiLimits.graphql
  if (body.length === 0) return rejectOperation('The list of operations is empty')
  if (body.length > operationsPerRequest) return rejectOperation(`At most ${operationsPerRequest} operations a request`)
  return { kind: 'batch', operations: body.map(parseOperationRequest) }
}

const clientIdPattern = new RegExp(`^[!-~]{1,${apiLimits.clientIdLength}}$`)

export function parseClientId(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string' && clientIdPattern.test(value)) return value
  throw new ApiError('BAD_USER_INPUT', 'x-client-id must be 1 to 100 printable characters', { field: 'x-client-id' })
}
