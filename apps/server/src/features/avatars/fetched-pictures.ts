import { createHash } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import { readFetchedPicture, storeFetchedPicture, type StoredPicture } from '../../database/pictures.ts'
import type { Log } from '../../ports/log.ts'
import type { PictureSource, PicturedPerson } from '../../ports/pictures.ts'
import { createCircuitBreakers } from '../../resilience/circuit.ts'
import { parsePicture } from './picture/read-picture.ts'

export interface FetchedPicturesOptions {
  readonly database: Database
  /** The first that may have a picture of the person is asked. */
  readonly sources: readonly PictureSource[]
  readonly log: Log
  readonly now?: () => number
}

export interface FetchedPictures {
  /** Null: there is none, or it cannot be had now. */
  read(userId: string, person: PicturedPerson): Promise<StoredPicture | null>
}

const minuteMs = 60_000
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
      await storeFetchedPicture(database.pool, { userId, source: hashSourceAddress(place), picture, staleAt: new Date(now() + forMs) })
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
