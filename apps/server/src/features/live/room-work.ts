import type { Database } from '../../database/database.ts'
import { readTail } from '../../database/project-tail.ts'
import type { Log } from '../../ports/log.ts'
import type { Subscriber } from '../../transport/graphql/feed.ts'
import { refusalOf } from '../projects/index.ts'
import { fieldOf, tellingOf } from './entry-tellings.ts'
import { createRoom, type LiveField, type Room, type Scene } from './room.ts'
import type { Telling } from './topic.ts'

/** Something that is not in the log, to be told with the rights that hold when its turn comes. */
export interface Notice {
  readonly field: LiveField
  /** Null: to all subscribers of the field. */
  readonly to: Subscriber | null
  prepare(scene: Scene, seq: number): Promise<Telling>
}

/** A room at work: what is to be told in it is told one after the other. */
export interface RoomWork {
  readonly room: Room
  /** The log is known to reach to here. */
  wanted: number
  /** To be looked at even if nothing has changed. */
  isDue: boolean
  isRunning: boolean
  readonly notices: Notice[]
}

export const createRoomWork = (projectId: string, seq: number): RoomWork => ({
  room: createRoom(projectId, seq),
  wanted: seq,
  isDue: false,
  isRunning: false,
  notices: [],
})

export interface RunnerOptions {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  /** Nobody is left in it, or the project is gone. */
  emptied(work: RoomWork): void
}

export interface Runner {
  /** Tells what there is to tell, unless that is under way. */
  run(work: RoomWork): void
  /** The same, even if nothing is known to have changed. */
  due(work: RoomWork): void
  /** Nothing is under way. */
  idle(): Promise<void>
}

export function createRunner({ database, log, emptied }: RunnerOptions): Runner {
  const running = new Set<Promise<void>>()
  const work = async (one: RoomWork): Promise<void> => {
    try {
      await runUntilDone(one, async () => {
        const isThere = await tellOnce(one, database)
        if (!isThere || one.room.size === 0) emptied(one)
      })
    } catch (error) {
      // The next look at the log makes up for it.
      log.warn({ err: error, projectId: one.room.projectId }, 'the changes of a project could not be told yet')
      one.isDue = true
      one.isRunning = false
    }
  }
  const run = (one: RoomWork): void => {
    if (one.isRunning) return
    one.isRunning = true
    const done = work(one).finally(() => running.delete(done))
    running.add(done)
  }
  return {
    run,
    due(one) {
      one.isDue = true
      run(one)
    },
    idle: async () => void (await Promise.all(running)),
  }
}

async function runUntilDone(work: RoomWork, tell: () => Promise<void>): Promise<void> {
  while (work.isDue || work.wanted > work.room.cursor) {
    const before = { cursor: work.room.cursor, wanted: work.wanted }
    work.isDue = false
    await tell()
    // A message may name a number that was never reached; it must not keep us looking for it.
    if (work.room.cursor === before.cursor && work.wanted === before.wanted) work.wanted = work.room.cursor
  }
  // In the same breath as the last look at what is wanted: whoever asks a moment later must not think it runs still.
  work.isRunning = false
}

const entriesAtOnce = 100

/** Tells what the log holds after the cursor, then what waits besides. False where the project is gone. */
async function tellOnce(work: RoomWork, { pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { room } = work
  const tail = await readTail(pool, room.projectId, { after: room.cursor, most: entriesAtOnce })
  if (tail === null) {
    room.endAll(refusalOf('NOT_FOUND'))
    return false
  }
  room.endRefused(tail)
  for (const entry of tail.entries) {
    const field = fieldOf[entry.kind]
    const telling = field === null ? null : tellingOf(tail, entry, field)
    if (field !== null && telling !== null) await room.topic(field).tell(telling)
    room.cursor = entry.seq
  }
  if (tail.entries.length === entriesAtOnce) work.isDue = true
  // A project that was brought back from a backup begins again where the backup ends.
  else room.cursor = tail.project.seq
  await tellNotices(work, tail)
  return true
}

async function tellNotices(work: RoomWork, scene: Scene): Promise<void> {
  const { room } = work
  for (let [notice] = work.notices; notice !== undefined; [notice] = work.notices) {
    // After a restart hundreds come at once, and all want the same list: it is read and written once for all of them.
    const { field, prepare } = notice
    const alike = work.notices.filter((one) => one.field === field && one.prepare === prepare)
    const telling = await prepare(scene, room.cursor)
    const isForAll = alike.some(({ to }) => to === null)
    const receivers = new Set(alike.map(({ to }) => to))
    const audienceOf: Telling['audienceOf'] = (one) => (isForAll || receivers.has(one) ? telling.audienceOf(one) : null)
    await room.topic(field).tell({ ...telling, audienceOf })
    // Only now: one that could not be prepared is tried again.
    const done = new Set(alike)
    work.notices.splice(0, work.notices.length, ...work.notices.filter((one) => !done.has(one)))
  }
}
