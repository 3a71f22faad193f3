import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the secrets for signing and encryption: the operator's, or a generated one that is stored in DATA_DIR. */
export async function loadSecretKeys(given: readonly string[], dataDir: string): Promise<readonly string[]> {
  if (given.length > 0) return given
  const file = join(dataDir, 'secret-key')
  const storedKey = await readStoredKey(file)
  if (storedKey !== null) return [storedKey]
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    // Two servers may start at once: only one link succeeds, and both then read the same key.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const made = await readStoredKey(file)
  if (made === null) throw new Error(`${file} cannot be read`)
  return [made]
}

async function readStoredKey(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() === '' ? null : text.trim()
}

/** Encrypts third-party secrets for storage: readable only with SECRET_KEY and only in their place. */
export interface Sealing {
  /** `bound` names the place, such as an account and a field: a secret that is moved elsewhere cannot be opened. */
  seal(secret: string, bound: string): string
  /** Null if none of our keys opens it there. */
  open(sealed: string, bound: string): string | null
  /** False if it is sealed with an outdated key. */
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
  // The id identifies the key without revealing it.
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** The first secret seals and all of them open, which allows a key rotation. */
export function createSealing(secrets: readonly string[]): Sealing {
  const keys = secrets.map(deriveSealingKey)
  const [first] = keys
  if (first === undefined) throw new Error('sealing needs at least one secret')
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

interface Signing {
  /** Returns a token that contains the readable text and that only we can create. */
  sign(text: string): string
  /** Returns the text; null if the token is not ours or was created for another purpose. */
  read(token: string): string | null
}

/** The first secret signs and all of them verify: a new one can be put before the old. */
export function createSigning(secrets: readonly string[], purpose: string): Signing {
  const computeMark = (secret: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()
  const [first] = secrets
  if (first === undefined) throw new Error('signing needs at least one secret')
  return {
    sign: (text) => `${Buffer.from(text).toString('base64url')}.${computeMark(first, text).toString('base64url')}`,
    read(token) {
      const [body = '', given = '', ...more] = token.split('.')
      const signature = Buffer.from(given, 'base64url')
      const text = Buffer.from(body, 'base64url').toString('utf8')
      const isOurs = (secret: string): boolean =>
        signature.length === 32 && timingSafeEqual(signature, computeMark(secret, text))
      return more.length === 0 && secrets.some(isOurs) ? text : null
    },
  }
}
