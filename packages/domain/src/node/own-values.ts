import { planLimits } from '../core/limits.ts'
import { cleanText } from '../text/clean-text.ts'
import type { FieldDefinition } from './definitions.ts'
import { parseDay } from './field-values.ts'

/** Parses a value of a project's own field. Undefined: it is not a value of this type. An empty text means no value. */
export function parseOwnValue({ type, options }: FieldDefinition, value: unknown): unknown {
  switch (type) {
    case 'text':
      return parseOwnText(value)
    case 'number':
      // A negative zero would come back from the database as another value.
      return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined
    case 'date':
      return parseDay(value)
    case 'choice':
      return typeof value === 'string' && options.includes(value) ? value : undefined
    case 'person':
      return typeof value === 'string' && value !== '' ? value : undefined
    case 'link':
      return isWebAddress(value) ? value : undefined
    case 'checkbox':
      return typeof value === 'boolean' ? value : undefined
  }
}

function parseOwnText(value: unknown): string | null | undefined {
  if (typeof value !== 'string' || value.length > planLimits.textCharacters) return undefined
  return cleanText(value) || null
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > planLimits.linkCharacters) return false
  if (!/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(value)) return false
  try {
    return new URL(value).hostname !== ''
  } catch {
    return false
  }
}
