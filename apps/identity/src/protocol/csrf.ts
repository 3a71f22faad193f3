import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookies } from './cookies.ts'
import { sha256 } from './crypto.ts'
import { httpErrors } from './errors.ts'
import { errorTexts } from '../texts/errors.ts'

const tokenBytes = 32
const yearSeconds = 31_536_000

export const csrfCookieName = (base: string): string => `csrf_token_${sha256(base)}`

const xorBytes = (left: Buffer, right: Buffer): Buffer => Buffer.from(left.map((byte, at) => byte ^ (right[at] ?? 0)))

function decodeCsrfToken(value: string | undefined, lengths: readonly number[]): Buffer | null {
  if (value === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return null
  const bytes = Buffer.from(value, 'base64')
  return lengths.includes(bytes.length) ? bytes : null
}

/** Returns the form value. It differs at each rendering, so that a compressed page never repeats the secret. */
export function maskCsrfToken(token: Buffer): string {
  const pad = randomBytes(tokenBytes)
  return Buffer.concat([pad, xorBytes(token, pad)]).toString('base64')
}

export function unmaskCsrfToken(value: string | undefined): Buffer | null {
  const bytes = decodeCsrfToken(value, [tokenBytes, tokenBytes * 2])
  if (bytes === null || bytes.length === tokenBytes) return bytes
  return xorBytes(bytes.subarray(0, tokenBytes), bytes.subarray(tokenBytes))
}

/** Guards the forms of one request. The cookie holds the token, the form a masked copy, and the flow its hash. */
export interface Csrf {
  /** Sets the cookie if the browser has no valid one. */
  ensureCookie(): void
  rotate(): void
  /** Returns the form value; without the cookie it is a value that will not be accepted. */
  createFormToken(): string
  /** Returns the hash that a flow stores of its token. */
  hash(): string
  matches(hash: string): boolean
  /** Throws the 403 if the submitted value is not this browser's. */
  ensure(submitted: string | undefined): void
}

export function createCsrf(base: string, cookies: Cookies): Csrf {
  const name = csrfCookieName(base)
  const current = () => decodeCsrfToken(cookies.get(name), [tokenBytes])
  const rotate = () => cookies.set(name, randomBytes(tokenBytes).toString('base64'), yearSeconds)
  const hash = () => sha256((current() ?? Buffer.alloc(0)).toString('base64'))
  return {
    ensureCookie() {
      if (current() === null) rotate()
    },
    rotate,
    createFormToken: () => maskCsrfToken(current() ?? randomBytes(tokenBytes)),
    hash,
    matches: (expected) => current() !== null && hash() === expected,
    ensure(submitted) {
      const token = current()
      if (token === null) throw httpErrors.csrf(errorTexts.csrfReasons.noCookie)
      const sent = unmaskCsrfToken(submitted)
      if (sent === null) throw httpErrors.csrf(errorTexts.csrfReasons.noToken)
      if (!timingSafeEqual(token, sent)) throw httpErrors.csrf("The form's csrf_token is not the cookie's.")
    },
  }
}
