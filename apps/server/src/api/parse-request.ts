import { isUuid } from '@espalier/domain'
import { ApiError } from './errors.ts'
import { apiLimits } from './limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const loneSurrogate = /\p{Surrogate}/u

const rejectJson = (message: string): never => {
  throw new ApiError('BAD_USER_INPUT', message)
}

export const isStorableText = (text: string): boolean => !text.includes('\0') && !loneSurrogate.test(text)

/** Parses untrusted JSON and refuses, with a code, what the database or a later step could not handle. */
export function parseStrictJson(body: Buffer | string): unknown {
  const value = parseJsonText(typeof body === 'string' ? body : decodeUtf8(body))
  checkStrictJson(value)
  return value
}

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    return rejectJson('The body is not valid UTF-8')
  }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return rejectJson('The body is not valid JSON')
  }
}

// Walks level by level without recursion: ten thousand levels would overflow the stack.
export function checkStrictJson(root: unknown): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > apiLimits.json.levels) rejectJson('The JSON is nested too deeply')
    level = level.flatMap(checkValue)
  }
}

function checkValue(value: unknown): readonly unknown[] {
  if (typeof value === 'string' && !isStorableText(value)) rejectJson('The JSON holds text that is not valid Unicode')
  if (typeof value === 'number' && !Number.isFinite(value)) rejectJson('The JSON holds a number that is too large')
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isStorableText(key)) rejectJson('The JSON holds a key that is not allowed')
  }
  return Object.values(value)
}

/** One operation as the caller sent it; only its shape is checked. */
export interface OperationRequest {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationId: string | null
}

const rejectOperation = (message: string): never => {
  throw new ApiError('BAD_USER_INPUT', message)
}

const isRecordValue = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseOperationRequest(sent: unknown): OperationRequest {
  if (!isRecordValue(sent)) return rejectOperation('An operation must be an object')
  const { query, operationName, variables, extensions } = sent
  if (typeof query !== 'string') return rejectOperation('query must be a string')
  if (operationName != null && typeof operationName !== 'string')
    return rejectOperation('operationName must be a string')
  if (variables != null && !isRecordValue(variables)) return rejectOperation('variables must be an object')
  if (extensions != null && !isRecordValue(extensions)) return rejectOperation('extensions must be an object')
  return {
    query,
    // Some clients send an empty name instead of none.
    operationName: operationName == null || operationName === '' ? null : operationName,
    variables: variables ?? {},
    operationId: parseOperationId(extensions?.operationId),
  }
}

function parseOperationId(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
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
