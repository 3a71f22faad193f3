import type { Database } from '../../database/database.ts'
import { insertPresence, recordHeartbeat, deleteServer, deletePresence, type PresenceKey } from '../../database/presence.ts'
import type { Log } from '../../ports/log.ts'
import { createLocalSessions, createUnsavedSessions } from './places.ts'
import { createSerialQueue } from './serial.ts'

export interface PresenceWriterOptions {
  readonly database: Pick<Database, 'pool'>
  readonly serverId: string
  readonly log: Log
  /** Told after it is stored. */
  onStored(projectIds: readonly string[]): void
}

/** Keeps the rows of this server as its rooms are: many written at once, and again where it failed. */
export interface PresenceWriter {
  enter(place: PresenceKey): Promise<void>
  leave(place: PresenceKey): void
  /** To be called every few seconds. */
  beat(): Promise<void>
  /** Takes this server's rows away. */
  close(): Promise<void>
}

export function createPresenceWriter({ database: { pool }, serverId, log, onStored: changed }: PresenceWriterOptions): PresenceWriter {
  const places = createLocalSessions()
  const unwritten = createUnsavedSessions()
  let hasBeaten = false
  const beatOnce = async (): Promise<void> => {
    const isNew = await recordHeartbeat(pool, serverId)
    if (isNew && hasBeaten) for (const place of places.all()) unwritten.add(place)
    hasBeaten = true
  }
  const write = async (batch: readonly PresenceKey[]): Promise<void> => {
    if (!hasBeaten) await beatOnce()
    const present = batch.filter((place) => places.has(place))
    const gone = batch.filter((place) => !places.has(place))
    if (gone.length > 0) await deletePresence(pool, serverId, gone)
    if (present.length > 0) await insertPresence(pool, serverId, present)
    changed([...new Set(batch.map(({ projectId }) => projectId))])
  }
  // One batch after the other: a row that is removed and added again at once must not be removed last.
  const writing = createSerialQueue({
    hasWork: () => !unwritten.isEmpty,
    async turn() {
      const batch = unwritten.takeAll()
      try {
        await write(batch)
      } catch (error) {
        for (const place of batch) unwritten.add(place)
        throw error
      }
    },
    failed: (error) => log.warn({ err: error }, 'presence could not be written yet'),
  })
  return {
    async enter(place) {
      if (places.enter(place)) unwritten.add(place)
      await writing.run()
    },
    leave(place) {
      if (!places.leave(place)) return
      unwritten.add(place)
      void writing.run()
    },
    async beat() {
      await beatOnce()
      writing.resume()
      await writing.run()
    },
    async close() {
      await writing.run()
      if (hasBeaten) await deleteServer(pool, serverId)
    },
  }
}
