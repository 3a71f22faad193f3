import { createHash } from 'node:crypto'
import { getInitials, minuteMs } from '@espalier/domain'
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
  /** The same for the same picture. */
  readonly tag: string
}

interface AvatarReaderOptions {
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

export const computeImageTag = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 16)

/** Initials on a colour of their own: always the same for one person, dark enough for white letters. */
function renderInitialsSvg(userId: string, name: string): string {
  const hue = createHash('sha256').update(userId).digest().readUInt16BE(0) % 360
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="hsl(${hue} 45% 32%)" />
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
  /** The first that may have a picture of the person is asked. */
  readonly sources: readonly PictureSource[]
  readonly log: Log
  readonly now?: () => number
}

interface FetchedPictures {
  /** Null: there is none, or it cannot be had now. */
  read(userId: string, person: PicturedPerson): Promise<StoredPicture | null>
}

const refreshAfterMs = 24 * 60 * minuteMs
const retryAfterFailureMs = 10 * minuteMs
/** Whoever opens a page with many faces must not keep the server busy with asking others. */
const maxConcurrentFetches = 8

/** Pictures from elsewhere, each asked for about once a day. A source that is away costs nobody more than a moment. */
export function createFetchedPictures({
  database,
  sources,
  log,
  now = Date.now,
}: FetchedPicturesOptions): FetchedPictures {
  const circuitOf = createCircuitBreakers({ failures: 5, openMs: minuteMs, now })
  const running = new Map<string, Promise<StoredPicture | null>>()

  const ask = async (userId: string, source: PictureSource, place: string, before: StoredPicture | null) => {
    const circuit = circuitOf(source.name)
    const keep = async (picture: StoredPicture | null, forMs: number) => {
      await storeFetchedPicture(database.pool, {
        userId,
        source: hashSourceAddress(place),
        picture,
        staleAt: new Date(now() + forMs),
      })
      return picture
    }
    if (circuit.blockedForMs() !== null) return before
    try {
      const file = await source.fetch(place)
      circuit.recordSuccess()
      const read = file === null ? null : parsePicture(file)
      return await keep(read?.ok === true ? { type: read.value.type, bytes: read.value.bytes } : null, refreshAfterMs)
    } catch (error) {
      circuit.recordFailure()
      log.warn({ source: source.name, error: String(error) }, 'a picture could not be fetched')
      return keep(before, retryAfterFailureMs)
    }
  }

  return {
    async read(userId, person) {
      const [found] = sources.flatMap((source) => {
        const place = source.findPictureUrl(person)
        return place === null ? [] : [{ source, place }]
      })
      if (found === undefined) return null
      const known = await readFetchedPicture(database.pool, userId, hashSourceAddress(found.place))
      if (known !== null && known.staleAt.getTime() > now()) return known.picture
      const before = known?.picture ?? null
      const same = running.get(userId)
      if (same !== undefined) return before ?? same
      if (running.size >= maxConcurrentFetches) return before
      const asking = ask(userId, found.source, found.place, before).finally(() => running.delete(userId))
      running.set(userId, asking)
      // What is a day old is shown at once; what is new comes with the next look.
      if (before === null) return asking
      asking.catch((error: unknown) => log.warn({ error: String(error) }, 'a picture could not be kept'))
      return before
    },
  }
}

const hashSourceAddress = (place: string): string => createHash('sha256').update(place).digest('base64url')
