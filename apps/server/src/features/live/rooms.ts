import type { Database } from '../../database/database.ts'
import { readSeqs, readTail } from '../../database/project-tail.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { createFeed, type Feed, type Subscriber } from '../../transport/graphql/feed.ts'
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

export interface RoomsOptions {
  readonly database: Pick<Database, 'pool'>
  readonly bus: Bus
  readonly log: Log
  /** How often the log is looked at where nobody wakes us. */
  readonly lookMs?: number
}

/** The projects that somebody on this server listens to. Each is told what its change log holds, in order. */
export interface Rooms {
  /** For someone who may see the project, as it was when that was asked. */
  enter(project: { readonly id: string; readonly seq: number }, field: LiveField, hooks?: RoomHooks): Feed
  tell(projectId: string, notice: Notice): void
  /** The projects in which somebody listens to this field. */
  listeningTo(field: LiveField): readonly string[]
  /** How many listen to it in one project. */
  listeners(projectId: string, field: LiveField): number
  stop(): Promise<void>
}

export interface RoomHooks {
  joined(subscriber: Subscriber): void
  left(subscriber: Subscriber): void
}

/** A room at work. */
interface Work {
  readonly room: Room
  /** The log is known to reach to here. */
  wanted: number
  /** To be looked at even if nothing has changed. */
  isDue: boolean
  isRunning: boolean
  notices: Notice[]
}

const defaultLookMs = 3_000
const entriesAtOnce = 100

export function createRooms({ database, bus, log, lookMs = defaultLookMs }: RoomsOptions): Rooms {
  const works = new Map<string, Work>()
  const running = new Set<Promise<void>>()
  const forget = (work: Work): void => {
    const { projectId } = work.room
    if (works.get(projectId) === work) works.delete(projectId)
  }
  const tell = async (work: Work): Promise<void> => {
    const isThere = await tellOnce(work, database)
    if (!isThere || work.room.size === 0) forget(work)
  }
  const run = (work: Work): void => {
    if (work.isRunning) return
    work.isRunning = true
    const done = runUntilDone(work, tell)
      .catch((error: unknown) => {
        // The next look at the log makes up for it.
        log.warn({ err: error, projectId: work.room.projectId }, 'the changes of a project could not be told yet')
        work.isDue = true
      })
      .finally(() => {
        work.isRunning = false
        running.delete(done)
      })
    running.add(done)
  }
  const due = (work: Work): void => {
    work.isDue = true
    run(work)
  }
  const hear = (message: BusMessage): void => {
    const work = 'projectId' in message ? works.get(message.projectId) : undefined
    if (work === undefined) return
    if (message.kind === 'project-purged') due(work)
    if (message.kind !== 'project-changed' || message.seq <= work.room.cursor) return
    work.wanted = Math.max(work.wanted, message.seq)
    run(work)
  }
  const look = async (): Promise<void> => {
    if (works.size === 0) return
    const seqs = await readSeqs(database.pool, [...works.keys()])
    for (const work of works.values()) {
      if (work.isDue || seqs.get(work.room.projectId) !== work.room.cursor) due(work)
    }
  }
  const lookQuietly = (): void =>
    void look().catch((error: unknown) => log.warn({ err: error }, 'the change log could not be looked at'))
  const stops = [bus.listen(hear), bus.onMissed(lookQuietly)]
  const timer = setInterval(lookQuietly, lookMs).unref()

  const workOf = (projectId: string, seq: number): Work => {
    const known = works.get(projectId)
    if (known !== undefined) return known
    const room = createRoom(projectId, seq)
    const work: Work = { room, wanted: seq, isDue: false, isRunning: false, notices: [] }
    works.set(projectId, work)
    return work
  }
  return {
    enter: ({ id, seq }, field, hooks) =>
      createFeed((subscriber) => {
        const work = workOf(id, seq)
        work.room.add(field, subscriber)
        hooks?.joined(subscriber)
        // A right that was taken away between the asking and the joining was told before there was anyone to end.
        due(work)
        return () => {
          work.room.remove(field, subscriber)
          hooks?.left(subscriber)
          if (work.room.size === 0) forget(work)
        }
      }),
    tell(projectId, notice) {
      const work = works.get(projectId)
      if (work === undefined) return
      work.notices.push(notice)
      due(work)
    },
    listeningTo: (field) =>
      [...works.values()].filter(({ room }) => room.topic(field).size > 0).map(({ room }) => room.projectId),
    listeners: (projectId, field) => works.get(projectId)?.room.topic(field).size ?? 0,
    async stop() {
      clearInterval(timer)
      for (const end of stops) end()
      await Promise.all(running)
    },
  }
}

async function runUntilDone(work: Work, tell: (work: Work) => Promise<void>): Promise<void> {
  while (work.isDue || work.wanted > work.room.cursor) {
    const before = { cursor: work.room.cursor, wanted: work.wanted }
    work.isDue = false
    await tell(work)
    // A message may name a number that was never reached; it must not keep us looking for it.
    if (work.room.cursor === before.cursor && work.wanted === before.wanted) work.wanted = work.room.cursor
  }
}

/** Tells what the log holds after the cursor, then what waits besides. False where the project is gone. */
async function tellOnce(work: Work, { pool }: Pick<Database, 'pool'>): Promise<boolean> {
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

async function tellNotices(work: Work, scene: Scene): Promise<void> {
  const { room } = work
  for (let [notice] = work.notices; notice !== undefined; [notice] = work.notices) {
    const telling = await notice.prepare(scene, room.cursor)
    const { to } = notice
    const audienceOf: Telling['audienceOf'] = (one) => (to === null || one === to ? telling.audienceOf(one) : null)
    await room.topic(notice.field).tell({ ...telling, audienceOf })
    // Only now: one that could not be prepared is tried again.
    work.notices.shift()
  }
}
