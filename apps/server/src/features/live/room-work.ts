import type { Database } from '../../database/database.ts'
import { readProjectChanges } from '../../database/project-tail.ts'
import type { Log } from '../../ports/log.ts'
import type { FeedSubscriber } from '../../transport/graphql/feed.ts'
import { accessError } from '../projects/index.ts'
import { channelByChangeKind, toRoomEvent } from './entry-tellings.ts'
import { createRoom, type ChannelName, type Room, type RoomAccess } from './room.ts'
import type { RoomEvent } from './topic.ts'

/** Something that is not in the log, to be told with the rights that hold when its turn comes. */
export interface RoomBroadcast {
  readonly channel: ChannelName
  /** Null: to all subscribers of the field. */
  readonly to: FeedSubscriber | null
  prepare(scene: RoomAccess, seq: number): Promise<RoomEvent>
}

/** A room at work: what is to be told in it is told one after the other. */
export interface RoomState {
  readonly room: Room
  /** The log is known to reach to here. */
  wantedSeq: number
  /** To be looked at even if nothing has changed. */
  isDue: boolean
  isRunning: boolean
  readonly broadcasts: RoomBroadcast[]
}

export const createRoomState = (projectId: string, seq: number): RoomState => ({
  room: createRoom(projectId, seq),
  wantedSeq: seq,
  isDue: false,
  isRunning: false,
  broadcasts: [],
})

export interface RoomRunnerOptions {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  /** Nobody is left in it, or the project is gone. */
  onEmpty(work: RoomState): void
}

export interface RoomRunner {
  /** Tells what there is to tell, unless that is under way. */
  run(work: RoomState): void
  /** The same, even if nothing is known to have changed. */
  runEvenIfUnchanged(work: RoomState): void
  /** Nothing is under way. */
  idle(): Promise<void>
}

export function createRoomRunner({ database, log, onEmpty: emptied }: RoomRunnerOptions): RoomRunner {
  const running = new Set<Promise<void>>()
  const work = async (one: RoomState): Promise<void> => {
    try {
      await runUntilCaughtUp(one, async () => {
        const isThere = await publishNextEntries(one, database)
        if (!isThere || one.room.size === 0) emptied(one)
      })
    } catch (error) {
      // The next look at the log makes up for it.
      log.warn({ err: error, projectId: one.room.projectId }, 'the changes of a project could not be told yet')
      one.isDue = true
      one.isRunning = false
    }
  }
  const run = (one: RoomState): void => {
    if (one.isRunning) return
    one.isRunning = true
    const done = work(one).finally(() => running.delete(done))
    running.add(done)
  }
  return {
    run,
    runEvenIfUnchanged(one) {
      one.isDue = true
      run(one)
    },
    idle: async () => void (await Promise.all(running)),
  }
}

async function runUntilCaughtUp(work: RoomState, tell: () => Promise<void>): Promise<void> {
  while (work.isDue || work.wantedSeq > work.room.cursor) {
    const before = { cursor: work.room.cursor, wanted: work.wantedSeq }
    work.isDue = false
    await tell()
    // A message may name a number that was never reached; it must not keep us looking for it.
    if (work.room.cursor === before.cursor && work.wantedSeq === before.wanted) work.wantedSeq = work.room.cursor
  }
  // In the same breath as the last look at what is wanted: whoever asks a moment later must not think it runs still.
  work.isRunning = false
}

const entriesPerRead = 100

/** Tells what the log holds after the cursor, then what waits besides. False where the project is gone. */
async function publishNextEntries(work: RoomState, { pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { room } = work
  const tail = await readProjectChanges(pool, room.projectId, { after: room.cursor, most: entriesPerRead })
  if (tail === null) {
    room.endAll(accessError('NOT_FOUND'))
    return false
  }
  room.endRefused(tail)
  for (const entry of tail.entries) {
    const field = channelByChangeKind[entry.kind]
    const telling = field === null ? null : toRoomEvent(tail, entry, field)
    if (field !== null && telling !== null) await room.channel(field).publish(telling)
    room.cursor = entry.seq
  }
  if (tail.entries.length === entriesPerRead) work.isDue = true
  // A project that was brought back from a backup begins again where the backup ends.
  else room.cursor = tail.project.seq
  await publishBroadcasts(work, tail)
  return true
}

async function publishBroadcasts(work: RoomState, scene: RoomAccess): Promise<void> {
  const { room } = work
  for (let [notice] = work.broadcasts; notice !== undefined; [notice] = work.broadcasts) {
    // After a restart hundreds come at once, and all want the same list: it is read and written once for all of them.
    const { channel: field, prepare } = notice
    const alike = work.broadcasts.filter((one) => one.channel === field && one.prepare === prepare)
    const telling = await prepare(scene, room.cursor)
    const isForAll = alike.some(({ to }) => to === null)
    const receivers = new Set(alike.map(({ to }) => to))
    const audienceOf: RoomEvent['audienceFor'] = (one) => (isForAll || receivers.has(one) ? telling.audienceFor(one) : null)
    await room.channel(field).publish({ ...telling, audienceFor: audienceOf })
    // Only now: one that could not be prepared is tried again.
    const done = new Set(alike)
    work.broadcasts.splice(0, work.broadcasts.length, ...work.broadcasts.filter((one) => !done.has(one)))
  }
}
