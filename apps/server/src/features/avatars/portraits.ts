import { createHash } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import { type LooksRow, readChosen, readLooks } from '../../database/pictures.ts'
import type { Log } from '../../ports/log.ts'
import { avatarSvg } from './avatar-svg.ts'
import type { FetchedPictures } from './fetched-pictures.ts'

export interface Portrait {
  readonly kind: 'chosen' | 'fetched' | 'drawn'
  readonly type: string
  readonly bytes: Buffer
  /** The same for the same picture. */
  readonly tag: string
}

export interface PortraitOptions {
  readonly database: Database
  readonly fetched: FetchedPictures
  readonly log: Log
}

export type PortraitOf = (userId: string) => Promise<Portrait>

/** A picture for everyone: the one they have chosen, their provider's, or their initials. */
export const createPortraits =
  ({ database, fetched, log }: PortraitOptions): PortraitOf =>
  async (userId) => {
    const looks = await readLooks(database.pool, userId)
    if (looks === null) return drawn(userId, '')
    const chosen = looks.version === null ? null : await readChosen(database.pool, userId)
    if (chosen !== null && looks.version !== null) return { kind: 'chosen', ...chosen, tag: looks.version }
    const brought = await fetched.of(userId, looks).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'a fetched picture could not be read')
      return null
    })
    if (brought !== null) return { kind: 'fetched', ...brought, tag: tagOf(brought.bytes) }
    return drawn(userId, nameIn(looks))
  }

const nameIn = ({ firstname, lastname, email }: LooksRow): string =>
  `${firstname ?? ''} ${lastname ?? ''}`.trim() || email

// Someone unknown gets a picture as well: whether an id is taken is nobody's business.
function drawn(userId: string, name: string): Portrait {
  const bytes = Buffer.from(avatarSvg(userId, name))
  return { kind: 'drawn', type: 'image/svg+xml; charset=utf-8', bytes, tag: tagOf(bytes) }
}

export const tagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
