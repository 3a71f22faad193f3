import { limits } from '@espalier/domain'
import { messages, type Message } from '../../forms/messages.ts'
import { mostUsedPasswords } from './most-used-passwords.ts'
import { passwordMaxBytes } from './hasher.ts'

const comparedLength = 256
const minDistance = 5
const maxSharedPart = 0.5

/** What is wrong with a new password, or null. */
export function checkPassword(password: string, identifiers: readonly string[]): Message | null {
  const bytes = Buffer.byteLength(password)
  if (bytes < limits.passwordBytes.min) return messages.passwordShort(limits.passwordBytes.min, bytes)
  if (bytes > passwordMaxBytes) return messages.passwordLong(passwordMaxBytes, bytes)
  if (identifiers.some((identifier) => isSimilarToIdentifier(password, identifier))) return messages.passwordSimilar()
  if (mostUsedPasswords.has(password.toLowerCase())) return messages.passwordBreached(1)
  return null
}

export function isSimilarToIdentifier(password: string, identifier: string): boolean {
  const left = identifier.toLowerCase().slice(0, comparedLength)
  const right = password.toLowerCase().slice(0, comparedLength)
  if (left === '' || right === '') return false
  return levenshteinDistance(left, right) < minDistance || longestCommonSubstring(left, right) / right.length > maxSharedPart
}

/** Levenshtein's distance, a row at a time. */
export function levenshteinDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

/** The length of the longest part that both have in one piece. */
export function longestCommonSubstring(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, () => 0)
  let longest = 0
  for (let i = 1; i <= left.length; i += 1) {
    const next = [0]
    for (let j = 1; j <= right.length; j += 1) {
      const length = left[i - 1] === right[j - 1] ? (row[j - 1] ?? 0) + 1 : 0
      next.push(length)
      longest = Math.max(longest, length)
    }
    row = next
  }
  return longest
}
