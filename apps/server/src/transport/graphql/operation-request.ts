import { ApiError } from '../api-error.ts'
import { transportLimits } from '../limits.ts'

/** One operation as the caller sent it, its shape checked and nothing else. */
export interface OperationRequest {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationId: string | null
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const refuse = (message: string): never => {
  throw new ApiError('BAD_USER_INPUT', message)
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function operationRequestOf(sent: unknown): OperationRequest {
  if (!isMap(sent)) return refuse('An operation must be an object')
  const { query, operationName, variables, extensions } = sent
  if (typeof query !== 'string') return refuse('query must be a string')
  if (operationName != null && typeof operationName !== 'string') return refuse('operationName must be a string')
  if (variables != null && !isMap(variables)) return refuse('variables must be an object')
  if (extensions != null && !isMap(extensions)) return refuse('extensions must be an object')
  return {
    query,
    // The empty name is what some clients send for none.
    operationName: operationName == null || operationName === '' ? null : operationName,
    variables: variables ?? {},
    operationId: operationIdOf(extensions?.operationId),
  }
}

function operationIdOf(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string' && uuid.test(value)) return value.toLowerCase()
  return refuse('extensions.operationId must be a UUID')
}

export type RequestBody =
  | { readonly kind: 'single'; readonly operations: readonly [OperationRequest] }
  | { readonly kind: 'batch'; readonly operations: readonly OperationRequest[] }

export function requestBodyOf(body: unknown): RequestBody {
  if (!Array.isArray(body)) return { kind: 'single', operations: [operationRequestOf(body)] }
  const { operationsPerRequest } = transportLimits.graphql
  if (body.length === 0) return refuse('The list of operations is empty')
  if (body.length > operationsPerRequest) return refuse(`At most ${operationsPerRequest} operations a request`)
  return { kind: 'batch', operations: body.map(operationRequestOf) }
}

const clientId = new RegExp(`^[!-~]{1,${transportLimits.clientIdLength}}$`)

export function clientIdOf(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string' && clientId.test(value)) return value
  throw new ApiError('BAD_USER_INPUT', 'x-client-id must be 1 to 100 printable characters', { field: 'x-client-id' })
}
