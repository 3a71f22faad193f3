import { isUuid } from '@espalier/domain'
import { ApiError } from './errors.ts'
import { apiLimits } from './limits.ts'
import { requestTexts } from '../texts/requests.ts'

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
    return rejectJson(requestTexts.body.notUtf8)
  }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return rejectJson(requestTexts.body.notJson)
  }
}

// Walks level by level without recursion: ten thousand levels would overflow the stack.
export function checkStrictJson(root: unknown): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > apiLimits.json.levels) rejectJson(requestTexts.body.tooDeep)
    level = level.flatMap(checkValue)
  }
}

function checkValue(value: unknown): readonly unknown[] {
  if (typeof value === 'string' && !isStorableText(value)) rejectJson(requestTexts.body.badText)
  if (typeof value === 'number' && !Number.isFinite(value)) rejectJson(requestTexts.body.badNumber)
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isStorableText(key)) rejectJson(requestTexts.body.badKey)
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
  if (!isRecordValue(sent)) return rejectOperation(requestTexts.operation.notObject)
  const { query, operationName, variables, extensions } = sent
  if (typeof query !== 'string') return rejectOperation(requestTexts.operation.badQuery)
  if (operationName != null && typeof operationName !== 'string') return rejectOperation(requestTexts.operation.badName)
  if (variables != null && !isRecordValue(variables)) return rejectOperation(requestTexts.operation.badVariables)
  if (extensions != null && !isRecordValue(extensions)) return rejectOperation(requestTexts.operation.badExtensions)
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
  return rejectOperation(requestTexts.operation.badId)
}

export type RequestBody =
  | { readonly kind: 'single'; readonly operations: readonly [OperationRequest] }
  | { readonly kind: 'batch'; readonly operations: readonly OperationRequest[] }

export function parseRequestBody(body: unknown): RequestBody {
  if (!Array.isArray(body)) return { kind: 'single', operations: [parseOperationRequest(body)] }
  const { operationsPerRequest } = apiLimits.graphql
  if (body.length === 0) return rejectOperation(requestTexts.operation.emptyList)
  if (body.length > operationsPerRequest) return rejectOperation(requestTexts.operation.tooMany(operationsPerRequest))
  return { kind: 'batch', operations: body.map(parseOperationRequest) }
}

const clientIdPattern = new RegExp(`^[!-~]{1,${apiLimits.clientIdLength}}$`)

export function parseClientId(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string' && clientIdPattern.test(value)) return value
  const text = requestTexts.operation.badClientId(apiLimits.clientIdLength)
  throw new ApiError('BAD_USER_INPUT', text, { field: 'x-client-id' })
}
