import { isMember, type Role } from '@espalier/domain'
import type { FeedSubscriber } from '../../api/live-feed.ts'
import type { ChangeKind } from '../../database/change-log.ts'
import type { Database } from '../../database/database.ts'
import { type ChangeLogEntry, type ProjectChanges, readProjectChanges } from '../../database/read-change-log.ts'
import type { Log } from '../../ports/log.ts'
import { accessError, getUserId, toProjectView } from '../projects/index.ts'
import {
  audienceIfAllowed,
  type ChannelName,
  createRoom,
  findSubscriberRole,
  type Room,
  type RoomAccess,
  type RoomEvent,
} from './room.ts'

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
  /** Somebody has come, or waits for a list: it is to be looked at when its pause is over. */
  isAwaited: boolean
  /** When the last look began, in the milliseconds of `performance.now`. */
  lookedAt: number
  pause: NodeJS.Timeout | null
  readonly broadcasts: RoomBroadcast[]
}

export const createRoomState = (projectId: string, seq: number): RoomState => ({
  room: createRoom(projectId, seq),
  wantedSeq: seq,
  isDue: false,
  isRunning: false,
  isAwaited: false,
  lookedAt: Number.NEGATIVE_INFINITY,
  pause: null,
  broadcasts: [],
})

interface RoomRunnerOptions {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  /** How long a room pauses for each of its subscribers before it is looked at for the next who comes. */
  readonly pauseMsPerSubscriber?: number
  /** Nobody is left in it, or the project is gone. */
  onEmpty(work: RoomState): void
}

export interface RoomRunner {
  /** Tells what there is to tell, unless that is under way. */
  run(work: RoomState): void
  /** The same, even if nothing is known to have changed. */
  runEvenIfUnchanged(work: RoomState): void
  /** The same for somebody who has just come, once for all who come within a short time. */
  runForNewcomer(work: RoomState): void
  /** Nothing is under way. */
  idle(): Promise<void>
}

const longestPauseMs = 500

export function createRoomRunner({
  database,
  log,
  pauseMsPerSubscriber = 2,
  onEmpty: emptied,
}: RoomRunnerOptions): RoomRunner {
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
    const done = work(one).finally(() => {
      running.delete(done)
      if (one.isAwaited) runAfterPause(one)
    })
    running.add(done)
  }
  /** After a restart all of a room come back within seconds: a look for each of them would keep others from their edits. */
  const runAfterPause = (one: RoomState): void => {
    if (one.isRunning || one.pause !== null) return
    const pauseMs = Math.min(longestPauseMs, pauseMsPerSubscriber * one.room.size)
    const leftMs = one.lookedAt + pauseMs - performance.now()
    const runNow = (): void => {
      one.pause = null
      one.isDue = true
      run(one)
    }
    if (leftMs < 1) runNow()
    else one.pause = setTimeout(runNow, leftMs).unref()
  }
  return {
    run,
    runEvenIfUnchanged(one) {
      one.isDue = true
      run(one)
    },
    runForNewcomer(one) {
      one.isAwaited = true
      runAfterPause(one)
    },
    idle: async () => void (await Promise.all(running)),
  }
}

async function runUntilCaughtUp(work: RoomState, tell: () => Promise<void>): Promise<void> {
  while (work.isDue || work.wantedSeq > work.room.cursor) {
    const before = { cursor: work.room.cursor, wanted: work.wantedSeq }
    work.isDue = false
    work.isAwaited = false
    work.lookedAt = performance.now()
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
    const audienceOf: RoomEvent['audienceFor'] = (one) =>
      isForAll || receivers.has(one) ? telling.audienceFor(one) : null
    await room.channel(field).publish({ ...telling, audienceFor: audienceOf })
    // Only now: one that could not be prepared is tried again.
    const done = new Set(alike)
    work.broadcasts.splice(0, work.broadcasts.length, ...work.broadcasts.filter((one) => !done.has(one)))
  }
}

/** Which field tells of a change; nobody can have subscribed to a project that was only just made. */
const channelByChangeKind: Readonly<Record<ChangeKind, ChannelName | null>> = {
  'project-created': null,
  'project-updated': 'projectUpdated',
  'node-created': 'nodeCreated',
  'node-updated': 'nodeUpdated',
  'nodes-updated': 'nodeBatchUpdated',
}

/** What there is to tell of one row of the log. */
function toRoomEvent(tail: ProjectChanges, entry: ChangeLogEntry, field: ChannelName): RoomEvent | null {
  const extensions = { seq: entry.seq, clientId: entry.clientId }
  if (field === 'projectUpdated') {
    const { project, members } = tail
    return {
      extensions,
      audienceFor: audienceIfAllowed(tail, chooseProjectAudience),
      rootFor: (subscriber) => ({
        projectUpdated: toProjectView(project, members, findSubscriberRole(tail, subscriber)),
      }),
    }
  }
  const nodes = entry.nodeIds.flatMap((id) => tail.nodes.get(id) ?? [])
  if (nodes.length === 0) return null
  const root = { [field]: field === 'nodeBatchUpdated' ? nodes : nodes[0] }
  return { extensions, audienceFor: audienceIfAllowed(tail, () => 'all'), rootFor: () => root }
}

/** The people of a project are for those named in it; which projects link to it depends on who asks. */
function chooseProjectAudience(role: Role, subscriber: FeedSubscriber): string {
  const named = isMember(role) ? 'named' : 'linked'
  return subscriber.selectsField('nodeLinks') ? `${named} ${getUserId(subscriber.viewer()) ?? ''}` : named
}
