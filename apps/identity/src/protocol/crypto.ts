import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomAlphanumeric = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Maps equal bytes to equal characters. */
export const toAlphanumeric = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters[byte % letters.length]).join('')

/** Encrypts texts for storage and for cookies. A text opens only for the purpose it was sealed for. */
export interface Sealer {
  seal(purpose: string, text: string): string
  /** Null if none of the secrets sealed it for this purpose. */
  open(purpose: string, sealed: string): string | null
  /** Returns an HMAC with the first secret. */
  sign(purpose: string, text: string): Buffer
  /** Returns the HMACs of every accepted secret. */
  signatures(purpose: string, text: string): Buffer[]
}

const ivBytes = 12
const tagBytes = 16

const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

const signText = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', deriveKey(secret, `sign ${purpose}`))
    .update(text)
    .digest()

export function createSealer(secrets: readonly string[]): Sealer {
  const [first] = secrets
  if (first === undefined || first === '') throw new Error('identity needs at least one secret')
  return {
    seal(purpose, text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(first, `seal ${purpose}`), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < ivBytes + tagBytes) return null
      for (const secret of secrets) {
        const text = decryptWith(deriveKey(secret, `seal ${purpose}`), bytes)
        if (text !== null) return text
      }
      return null
    },
    sign: (purpose, text) => signText(first, purpose, text),
    signatures: (purpose, text) => secrets.map((secret) => signText(secret, purpose, text)),
  }
}

function decryptWith(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
