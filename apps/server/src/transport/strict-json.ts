import { ApiError } from './api-error.ts'
import { apiLimits } from './limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const loneSurrogate = /\p{Surrogate}/u

const rejectJson = (message: string): never => {
  throw new ApiError('BAD_USER_INPUT', message)
}

export const isStorableText = (text: string): boolean => !text.includes('\0') && !loneSurrogate.test(text)

/** JSON as a stranger sends it: what the database or a later step would choke on is refused here, with a code. */
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

// Level by level and not by recursion: ten thousand levels would end in a stack overflow.
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
