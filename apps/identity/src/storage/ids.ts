import { randomInt } from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (value: string): boolean => uuidPattern.test(value)

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomAlphanumeric = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The same bytes give the same letters. */
export const toAlphanumeric = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
