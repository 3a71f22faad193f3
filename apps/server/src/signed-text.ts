import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Signing {
  /** A token that tells the text to whoever holds it, and that only we can make. */
  sign(text: string): string
  /** The text; null where the token is not ours, or was made for another purpose. */
  read(token: string): string | null
}

/** The first secret signs, all read: a new one can be put before the old. */
export function createSigning(secrets: readonly string[], purpose: string): Signing {
  const markOf = (secret: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()
  const [first] = secrets
  if (first === undefined) throw new Error('there is no secret to sign with')
  return {
    sign: (text) => `${Buffer.from(text).toString('base64url')}.${markOf(first, text).toString('base64url')}`,
    read(token) {
      const [body = '', given = '', ...more] = token.split('.')
      const mark = Buffer.from(given, 'base64url')
      const text = Buffer.from(body, 'base64url').toString('utf8')
      const isOurs = (secret: string): boolean => mark.length === 32 && timingSafeEqual(mark, markOf(secret, text))
      return more.length === 0 && secrets.some(isOurs) ? text : null
    },
  }
}
