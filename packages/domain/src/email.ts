import { limits } from './limits.ts'

/** Two spellings of one address compare equal after this. */
export const normalizeEmail = (value: string): string => value.trim().normalize('NFKC').toLowerCase()

// One '@', no white space, control or header-breaking character, and a domain with a dot.
const addressPattern = /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}.]+(\.[^\s@<>(),;:\\"[\]\p{Cc}.]+)+$/u

export function isEmail(value: string): boolean {
  if (value.length > limits.emailLength) return false
  const local = value.slice(0, value.indexOf('@'))
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return addressPattern.test(value)
}
