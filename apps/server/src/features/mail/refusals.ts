import { createHash } from 'node:crypto'

import { normaliseEmail } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { createSigning } from '../../signed-text.ts'

export interface RefusalsOptions {
  readonly database: Database
  readonly secrets: readonly string[]
  /** The API's address. */
  apiUrl(): string
}

/** Who wants no more mail from us but what concerns their own account. */
export interface Refusals {
  /** What a letter carries, so that its reader can end them all. */
  urlFor(address: string): string
  has(address: string): Promise<boolean>
  /** The address that the token stands for; null where it is not ours. */
  read(token: string): string | null
  add(address: string): Promise<void>
}

const hashOf = (address: string): string => createHash('sha256').update(normaliseEmail(address)).digest('hex')

export function createRefusals({ database, secrets, apiUrl }: RefusalsOptions): Refusals {
  const signing = createSigning(secrets, 'unsubscribe')
  return {
    urlFor(address) {
      const url = new URL('/unsubscribe', apiUrl())
      url.searchParams.set('t', signing.sign(normaliseEmail(address)))
      return url.href
    },
    read: signing.read,
    async has(address) {
      const known = await database.pool.query('select from mail_refusals where address_hash = $1', [hashOf(address)])
      return known.rowCount === 1
    },
    async add(address) {
      const put = 'insert into mail_refusals (address_hash) values ($1) on conflict do nothing'
      await database.pool.query(put, [hashOf(address)])
    },
  }
}
