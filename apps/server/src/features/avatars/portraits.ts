import { createHash } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import { type AccountPictureRow, readChosenPicture, readAccountPicture } from '../../database/pictures.ts'
import type { Log } from '../../ports/log.ts'
import { renderInitialsSvg } from './avatar-svg.ts'
import type { FetchedPictures } from './fetched-pictures.ts'

export interface AvatarImage {
  readonly kind: 'chosen' | 'fetched' | 'drawn'
  readonly type: string
  readonly bytes: Buffer
  /** The same for the same picture. */
  readonly tag: string
}

export interface AvatarReaderOptions {
  readonly database: Database
  readonly fetched: FetchedPictures
  readonly log: Log
}

export type ReadAvatar = (userId: string) => Promise<AvatarImage>

/** A picture for everyone: the one they have chosen, their provider's, or their initials. */
export const createAvatarReader =
  ({ database, fetched, log }: AvatarReaderOptions): ReadAvatar =>
  async (userId) => {
    const looks = await readAccountPicture(database.pool, userId)
    if (looks === null) return drawInitials(userId, '')
    const chosen = looks.version === null ? null : await readChosenPicture(database.pool, userId)
    if (chosen !== null && looks.version !== null) return { kind: 'chosen', ...chosen, tag: looks.version }
    const brought = await fetched.read(userId, looks).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'a fetched picture could not be read')
      return null
    })
    if (brought !== null) return { kind: 'fetched', ...brought, tag: computeImageTag(brought.bytes) }
    return drawInitials(userId, formatAvatarName(looks))
  }

const formatAvatarName = ({ firstname, lastname, email }: AccountPictureRow): string =>
  `${firstname ?? ''} ${lastname ?? ''}`.trim() || email

// Someone unknown gets a picture as well: whether an id is taken is nobody's business.
function drawInitials(userId: string, name: string): AvatarImage {
  const bytes = Buffer.from(renderInitialsSvg(userId, name))
  return { kind: 'drawn', type: 'image/svg+xml; charset=utf-8', bytes, tag: computeImageTag(bytes) }
}

export const computeImageTag = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
