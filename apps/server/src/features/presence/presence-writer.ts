import type { Database } from '../../database/database.ts'
import { deletePresence, deleteServer, insertPresence, type PresenceKey, recordHeartbeat } from './store.ts'
import type { Log } from '../../ports/log.ts'

interface PresenceWriterOptions {
  readonly database: Pick<Database, 'pool'>
  readonly serverId: string
  readonly log: Log
  /** Told after it is stored. */
  onStored(projectIds: readonly string[]): void
}

/** Keeps the rows of this server as its rooms are: many written at once, and again where it failed. */
interface PresenceWriter {
  enter(place: PresenceKey): Promise<void>
  leave(place: PresenceKey): void
  /** To be called every few seconds. */
  beat(): Promise<void>
  /** Takes this server's rows away. */
  close(): Promise<void>
}

export function createPresenceWriter({
  database: { pool },
  serverId,
  log,
  onStored: changed,
}: PresenceWriterOptions): PresenceWriter {
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

/** Who is in which project on this server: each once, with as many tabs as there are. */
interface LocalSessions {
  /** True where this is the first tab. */
  enter(place: PresenceKey): boolean
  /** True where this was the last tab. */
  leave(place: PresenceKey): boolean
  has(place: PresenceKey): boolean
  all(): Iterable<PresenceKey>
}

const toSessionKey = ({ projectId, sessionId }: PresenceKey): string => `${projectId} ${sessionId}`

function createLocalSessions(): LocalSessions {
  const known = new Map<string, { readonly place: PresenceKey; tabs: number }>()
  return {
    enter(place) {
      const entry = known.get(toSessionKey(place)) ?? { place, tabs: 0 }
      known.set(toSessionKey(place), entry)
      entry.tabs += 1
      return entry.tabs === 1
    },
    leave(place) {
      const entry = known.get(toSessionKey(place))
      if (entry === undefined) return false
      entry.tabs -= 1
      if (entry.tabs > 0) return false
      known.delete(toSessionKey(place))
      return true
    },
    has: (place) => known.has(toSessionKey(place)),
    *all() {
      for (const { place } of known.values()) yield place
    },
  }
}

/** Places whose row may not be as it should be. Each stands in it once. */
interface UnsavedSessions {
  add(place: PresenceKey): void
  /** Empties it. */
  takeAll(): PresenceKey[]
  readonly isEmpty: boolean
}

function createUnsavedSessions(): UnsavedSessions {
  let waiting = new Map<string, PresenceKey>()
  return {
    add: (place) => void waiting.set(toSessionKey(place), place),
    takeAll() {
      const places = [...waiting.values()]
      waiting = new Map()
      return places
    },
    get isEmpty() {
      return waiting.size === 0
    },
  }
}

/** Work that runs one turn at a time; what is asked for while a turn runs is done by the next. */
interface SerialQueue {
  /** Resolves when everything that was there to do has been tried. */
  run(): Promise<void>
  /** After a failure nothing is tried until this. */
  resume(): void
}

interface SerialQueueOptions {
  hasWork(): boolean
  turn(): Promise<void>
  failed(error: unknown): void
}

export function createSerialQueue({ hasWork, turn, failed }: SerialQueueOptions): SerialQueue {
  let running: Promise<void> | null = null
  let hasFailed = false
  const runAll = async (): Promise<void> => {
    try {
      while (hasWork()) await turn()
    } catch (error) {
      hasFailed = true
      failed(error)
    }
  }
  return {
    async run() {
      while (running !== null) await running
      if (hasFailed || !hasWork()) return
      running = runAll()
      await running
      running = null
    },
    resume: () => void (hasFailed = false),
  }
}
