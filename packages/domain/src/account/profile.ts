import { limits } from '../core/limits.ts'

/** Two spellings of one address compare equal after this. */
export const normalizeEmail = (value: string): string => value.trim().normalize('NFKC').toLowerCase()

// The pattern requires one '@', no white space, control or header-breaking character, and a domain with a dot.
const addressPattern = /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}.]+(\.[^\s@<>(),;:\\"[\]\p{Cc}.]+)+$/u

export function isEmail(value: string): boolean {
  if (value.length > limits.emailLength) return false
  const local = value.slice(0, value.indexOf('@'))
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return addressPattern.test(value)
}

/** Returns one or two letters for a person: from the first and last word of the name, or from the email address. */
export function getInitials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter((word) => word !== '')
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

interface NamedPerson {
  readonly firstname?: string | null | undefined
  readonly lastname?: string | null | undefined
  readonly email?: string | null | undefined
}

/** Returns a person's name, or the first part of the address of those who have given none. Empty: neither is known. */
export const formatPersonName = ({ firstname, lastname, email }: NamedPerson): string =>
  [firstname, lastname].filter((part) => part).join(' ') || (email ?? '').replace(/@.*$/u, '')
