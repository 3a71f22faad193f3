import { createHash } from 'node:crypto'
import { getInitials, minuteMs, pickPersonColor } from '@espalier/domain'
import { html } from '../../api/html-page.ts'
import type { Database } from '../../database/database.ts'
import {
  type AccountPictureRow,
  readAccountPicture,
  readChosenPicture,
  readFetchedPicture,
  type StoredPicture,
  storeFetchedPicture,
} from './store.ts'
import type { Log } from '../../ports/log.ts'
import type { PicturedPerson, PictureSource } from '../../ports/pictures.ts'
import { createCircuitBreakers } from '../../reliability/circuit-breaker.ts'
import { parsePicture } from './parse-picture.ts'

export interface AvatarImage {
  readonly kind: 'chosen' | 'fetched' | 'drawn'
  readonly type: string
  readonly bytes: Buffer
  /** Equal for the same picture. */
  readonly tag: string
}

interface AvatarReaderOptions {
  readonly database: Database
  readonly fetched: FetchedPictures
  readonly log: Log
}

export type ReadAvatar = (userId: string) => Promise<AvatarImage>

/** Returns a picture for everyone: the one they have chosen, their provider's, or their initials. */
export const createAvatarReader =
  ({ database, fetched, log }: AvatarReaderOptions): ReadAvatar =>
  async (userId) => {
    const accountPicture = await readAccountPicture(database.pool, userId)
    if (accountPicture === null) return drawInitials(userId, '')
    const chosen = accountPicture.version === null ? null : await readChosenPicture(database.pool, userId)
    if (chosen !== null && accountPicture.version !== null)
      return { kind: 'chosen', ...chosen, tag: accountPicture.version }
    const brought = await fetched.read(userId, accountPicture).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'a fetched picture could not be read')
      return null
    })
    if (brought !== null) return { kind: 'fetched', ...brought, tag: computeImageTag(brought.bytes) }
    return drawInitials(userId, formatAvatarName(accountPicture))
  }

const formatAvatarName = ({ firstname, lastname, email }: AccountPictureRow): string =>
  `${firstname ?? ''} ${lastname ?? ''}`.trim() || email

// An unknown person gets a picture as well, so that nobody learns whether an id is taken.
function drawInitials(userId: string, name: string): AvatarImage {
  const bytes = Buffer.from(renderInitialsSvg(userId, name))
  return { kind: 'drawn', type: 'image/svg+xml; charset=utf-8', bytes, tag: computeImageTag(bytes) }
}

export const computeImageTag = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 16)

/** Draws initials on the person's color, which is dark enough for white letters. */
function renderInitialsSvg(userId: string, name: string): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="${pickPersonColor(userId)}" />
    <text
      x="48"
      y="50"
      fill="#fff"
      font-family="system-ui, sans-serif"
      font-size="38"
      font-weight="600"
      text-anchor="middle"
      dominant-baseline="central"
    >
      ${getInitials(name)}
    </text>
  </svg>`.text
}

interface FetchedPicturesOptions {
  readonly database: Database
  /** The first source that may have a picture of the person is used. */
  readonly sources: readonly PictureSource[]
  readonly log: Log
  readonly now?: () => number
}

interface FetchedPictures {
  /** Null if there is no picture or it is unavailable now. */
  read(userId: string, person: PicturedPerson): Promise<StoredPicture | null>
}

const refreshAfterMs = 24 * 60 * minuteMs
const retryAfterFailureMs = 10 * minuteMs
/** A page with many faces must not keep the server busy with external requests. */
const maxConcurrentFetches = 8

/** Fetches each external picture about once a day. An unavailable source delays a request only briefly. */
export function createFetchedPictures({
  database,
  sources,
  log,
  now = Date.now,
}: FetchedPicturesOptions): FetchedPictures {
  const getCircuit = createCircuitBreakers({ failures: 5, openMs: minuteMs, now })
  const running = new Map<string, Promise<StoredPicture | null>>()

  const fetchPicture = async (
    userId: string,
    source: PictureSource,
    pictureUrl: string,
    before: StoredPicture | null,
  ) => {
    const circuit = getCircuit(source.name)
    const storePicture = async (picture: StoredPicture | null, forMs: number) => {
      await storeFetchedPicture(database.pool, {
        userId,
        source: hashSourceAddress(pictureUrl),
        picture,
        staleAt: new Date(now() + forMs),
      })
      return picture
    }
    if (circuit.blockedForMs() !== null) return before
    try {
      const file = await source.fetch(pictureUrl)
      circuit.recordSuccess()
      const read = file === null ? null : parsePicture(file)
      return await storePicture(
        read?.ok === true ? { type: read.value.type, bytes: read.value.bytes } : null,
        refreshAfterMs,
      )
    } catch (error) {
      circuit.recordFailure()
      log.warn({ source: source.name, error: String(error) }, 'a picture could not be fetched')
      return storePicture(before, retryAfterFailureMs)
    }
  }

  return {
    async read(userId, person) {
      const [found] = sources.flatMap((source) => {
        const pictureUrl = source.findPictureUrl(person)
        return pictureUrl === null ? [] : [{ source, place: pictureUrl }]
      })
      if (found === undefined) return null
      const known = await readFetchedPicture(database.pool, userId, hashSourceAddress(found.place))
      if (known !== null && known.staleAt.getTime() > now()) return known.picture
      const before = known?.picture ?? null
      const same = running.get(userId)
      if (same !== undefined) return before ?? same
      if (running.size >= maxConcurrentFetches) return before
      const fetching = fetchPicture(userId, found.source, found.place, before).finally(() => running.delete(userId))
      running.set(userId, fetching)
      // A picture older than a day is shown at once; the new one is shown at the next request.
      if (before === null) return fetching
      fetching.catch((error: unknown) => log.warn({ error: String(error) }, 'a picture could not be stored'))
      return before
    },
  }
}

const hashSourceAddress = (pictureUrl: string): string => createHash('sha256').update(pictureUrl).digest('base64url')
