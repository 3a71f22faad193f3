import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps others' secrets at rest: readable only with SECRET_KEY, and only where they were put. */
export interface Sealing {
  /** `bound` names the place, such as an account and a field: moved elsewhere, the secret cannot be opened. */
  seal(secret: string, bound: string): string
  /** Null: no key of ours opens it there. */
  open(sealed: string, bound: string): string | null
  /** False: sealed with a key that is on its way out. */
  usesCurrentKey(sealed: string): boolean
}

interface SealingKey {
  readonly id: string
  readonly bytes: Buffer
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

function deriveSealingKey(secret: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'espalier secrets at rest', 32))
  // Which key it was, without a word about the key.
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** The first secret seals, all of them open: that is how a key is changed. */
export function createSealing(secrets: readonly string[]): Sealing {
  const keys = secrets.map(deriveSealingKey)
  const [first] = keys
  if (first === undefined) throw new Error('there is no key to seal with')
  return {
    seal(secret, bound) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, first.bytes, iv).setAAD(Buffer.from(bound))
      const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      const parts = [iv, text, sealing.getAuthTag()].map((part) => part.toString('base64url'))
      return ['v1', first.id, ...parts].join('.')
    },
    usesCurrentKey: (sealed) => sealed.split('.')[1] === first.id,
    open(sealed, bound) {
      const [version, id, ...parts] = sealed.split('.')
      const key = keys.find((one) => one.id === id)
      const [iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== 'v1' || key === undefined || text === undefined) return null
      if (iv?.length !== ivBytes || tag?.length !== tagBytes) return null
      try {
        const opening = createDecipheriv(cipher, key.bytes, iv).setAAD(Buffer.from(bound)).setAuthTag(tag)
        return Buffer.concat([opening.update(text), opening.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
