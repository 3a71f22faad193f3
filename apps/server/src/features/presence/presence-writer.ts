import type { Database } from '../../database/database.ts'
import { deletePresence, deleteServer, insertPresence, type PresenceKey, recordHeartbeat } from './store.ts'
import type { Log } from '../../ports/log.ts'

interface PresenceWriterOptions {
  readonly database: Pick<Database, 'pool'>
  readonly serverId: string
  readonly log: Log
  /** Called after the rows are stored. */
  onStored(projectIds: readonly string[]): void
}

/** Keeps the rows of this server in sync with its rooms: many in one write, with retries after a failure. */
interface PresenceWriter {
  enter(place: PresenceKey): Promise<void>
  leave(place: PresenceKey): void
  /** Must be called every few seconds. */
  beat(): Promise<void>
  /** Deletes this server's rows. */
  close(): Promise<void>
}

export function createPresenceWriter({
  database: { pool },
  serverId,
  log,
  onStored: changed,
}: PresenceWriterOptions): PresenceWriter {
  const localSessions = createLocalSessions()
  const unsaved = createUnsavedSessions()
  let hasHeartbeat = false
  const recordBeat = async (): Promise<void> => {
    const isNew = await recordHeartbeat(pool, serverId)
    if (isNew && hasHeartbeat) for (const session of localSessions.all()) unsaved.add(session)
    hasHeartbeat = true
  }
  const write = async (batch: readonly PresenceKey[]): Promise<void> => {
    if (!hasHeartbeat) await recordBeat()
    const present = batch.filter((session) => localSessions.has(session))
    const gone = batch.filter((session) => !localSessions.has(session))
    if (gone.length > 0) await deletePresence(pool, serverId, gone)
    if (present.length > 0) await insertPresence(pool, serverId, present)
    changed([...new Set(batch.map(({ projectId }) => projectId))])
  }
  // Batches run one after the other: a row that is removed and added again at once must not be removed last.
  const writing = createSerialQueue({
    hasWork: () => !unsaved.isEmpty,
    async turn() {
      const batch = unsaved.takeAll()
      try {
        await write(batch)
      } catch (error) {
        for (const session of batch) unsaved.add(session)
        throw error
      }
    },
    failed: (error) => log.warn({ err: error }, 'presence could not be written yet'),
  })
  return {
    async enter(session) {
      if (localSessions.enter(session)) unsaved.add(session)
      await writing.run()
    },
    leave(session) {
      if (!localSessions.leave(session)) return
      unsaved.add(session)
      void writing.run()
    },
    async beat() {
      await recordBeat()
      writing.resume()
      await writing.run()
    },
    async close() {
      await writing.run()
      if (hasHeartbeat) await deleteServer(pool, serverId)
    },
  }
}

/** The people in each project on this server: each once, with the number of their tabs. */
interface LocalSessions {
  /** Returns true for the first tab. */
  enter(place: PresenceKey): boolean
  /** Returns true for the last tab. */
  leave(place: PresenceKey): boolean
  has(place: PresenceKey): boolean
  all(): Iterable<PresenceKey>
}

const toSessionKey = ({ projectId, sessionId }: PresenceKey): string => `${projectId} ${sessionId}`

function createLocalSessions(): LocalSessions {
  const known = new Map<string, { readonly place: PresenceKey; tabs: number }>()
  return {
    enter(session) {
      const entry = known.get(toSessionKey(session)) ?? { place: session, tabs: 0 }
      known.set(toSessionKey(session), entry)
      entry.tabs += 1
      return entry.tabs === 1
    },
    leave(session) {
      const entry = known.get(toSessionKey(session))
      if (entry === undefined) return false
      entry.tabs -= 1
      if (entry.tabs > 0) return false
      known.delete(toSessionKey(session))
      return true
    },
    has: (session) => known.has(toSessionKey(session)),
    *all() {
      for (const { place: session } of known.values()) yield session
    },
  }
}

/** Sessions whose rows may be out of date, each listed once. */
interface UnsavedSessions {
  add(place: PresenceKey): void
  /** Returns all and clears the list. */
  takeAll(): PresenceKey[]
  readonly isEmpty: boolean
}

function createUnsavedSessions(): UnsavedSessions {
  let waiting = new Map<string, PresenceKey>()
  return {
    add: (session) => void waiting.set(toSessionKey(session), session),
    takeAll() {
      const sessions = [...waiting.values()]
      waiting = new Map()
      return sessions
    },
    get isEmpty() {
      return waiting.size === 0
    },
  }
}

/** Runs one turn at a time; requests during a turn are served by the next one. */
interface SerialQueue {
  /** Resolves when all pending work has been attempted. */
  run(): Promise<void>
  /** After a failure nothing runs until this is called. */
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
