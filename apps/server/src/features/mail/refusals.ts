import { createHash } from 'node:crypto'

import { normalizeEmail } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { createSigning } from '../../signed-text.ts'

export interface UnsubscribesOptions {
  readonly database: Database
  readonly secrets: readonly string[]
  /** The API's address. */
  apiUrl(): string
}

/** Who wants no more mail from us but what concerns their own account. */
export interface Unsubscribes {
  /** What a letter carries, so that its reader can end them all. */
  urlFor(address: string): string
  has(address: string): Promise<boolean>
  /** The address that the token stands for; null where it is not ours. */
  read(token: string): string | null
  add(address: string): Promise<void>
}

const hashAddress = (address: string): string => createHash('sha256').update(normalizeEmail(address)).digest('hex')

export function createUnsubscribes({ database, secrets, apiUrl }: UnsubscribesOptions): Unsubscribes {
  const signing = createSigning(secrets, 'unsubscribe')
  return {
    urlFor(address) {
      const url = new URL('/unsubscribe', apiUrl())
      url.searchParams.set('t', signing.sign(normalizeEmail(address)))
      return url.href
    },
    read: signing.read,
    async has(address) {
      const known = await database.pool.query('select from mail_refusals where address_hash = $1', [hashAddress(address)])
      return known.rowCount === 1
    },
    async add(address) {
      const put = 'insert into mail_refusals (address_hash) values ($1) on conflict do nothing'
      await database.pool.query(put, [hashAddress(address)])
    },
  }
}
