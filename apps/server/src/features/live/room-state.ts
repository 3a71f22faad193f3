import { setImmediate } from 'node:timers/promises'
import { canSeePeople, type Role } from '@espalier/domain'
import type { FeedSubscriber } from '../../api/live-feed.ts'
import { getTokenProject } from '../../api/token-rights.ts'
import type { ChangeKind } from '../../database/change-log.ts'
import type { Database } from '../../database/database.ts'
import type { ProjectRow } from '../../database/projects.ts'
import { type ChangeLogEntry, type ProjectChanges, readProjectChanges } from '../../database/read-change-log.ts'
import type { Log } from '../../ports/log.ts'
import { hidePeople } from '../../database/node-people.ts'
import { accessError, getUserId, hideOutside, isInBranch, toProjectView } from '../projects/index.ts'
import {
  addRoomBranches,
  audienceIfAllowed,
  type ChannelName,
  createRoom,
  findSubscriberBranch,
  findSubscriberRole,
  type Room,
  type RoomAccess,
  type RoomBranches,
  type RoomEvent,
} from './room.ts'

/** An event that is not in the log; it is sent with the access that holds when its turn comes. */
export interface RoomBroadcast {
  readonly channel: ChannelName
  /** Null means all subscribers of the field. */
  readonly to: FeedSubscriber | null
  prepare(scene: RoomAccess, seq: number): Promise<RoomEvent>
}

/** A room with its pending work: its events are sent one after the other. */
export interface RoomState {
  readonly room: Room
  /** The seq that the log is known to reach. */
  wantedSeq: number
  /** True if the room has to be checked even if nothing has changed. */
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
  /** Called when nobody is left in the room or the project is gone. */
  onEmpty(work: RoomState): void
}

export interface RoomRunner {
  /** Publishes pending events unless that is already running. */
  run(work: RoomState): void
  /** Does the same even if no change is known. */
  runEvenIfUnchanged(work: RoomState): void
  /** The same for somebody who has just come, once for all who come within a short time. */
  runForNewcomer(work: RoomState): void
  /** Resolves when nothing is running. */
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
      // The next read of the log makes up for it.
      log.warn({ err: error, projectId: one.room.projectId }, 'the changes of a project could not be sent yet')
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

async function runUntilCaughtUp(work: RoomState, publishPending: () => Promise<void>): Promise<void> {
  while (work.isDue || work.wantedSeq > work.room.cursor) {
    const before = { cursor: work.room.cursor, wanted: work.wantedSeq }
    work.isDue = false
    work.isAwaited = false
    work.lookedAt = performance.now()
    await publishPending()
    // A message may name a seq that is never reached; it must not cause endless reads.
    if (work.room.cursor === before.cursor && work.wantedSeq === before.wanted) work.wantedSeq = work.room.cursor
  }
  // Set in the same tick as the last check of pending work, so that a later request does not assume that it still runs.
  work.isRunning = false
}

const pageOfEntries = { mostEntries: 100, mostNodes: 1_000 }
/** After an event of this many nodes others are served before the next one is written. */
const manyEventNodes = 100

/** Publishes the log after the cursor and then the other pending events. Returns false if the project is gone. */
async function publishNextEntries(work: RoomState, { pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { room } = work
  const tail = await readProjectChanges(pool, room.projectId, { after: room.cursor, ...pageOfEntries })
  if (tail === null) {
    room.endAll(accessError('NOT_FOUND'))
    return false
  }
  const branches: RoomBranches = new Map()
  await addRoomBranches(branches, pool, room)
  room.endRefused(tail, branches)
  for (const entry of tail.entries) {
    const field = channelByChangeKind[entry.kind]
    await addRoomBranches(branches, pool, room)
    const event = field === null ? null : toRoomEvent(tail, entry, field, branches)
    if (field !== null && event !== null) await room.channel(field).publish(event)
    room.cursor = entry.seq
    if (entry.nodeIds.length >= manyEventNodes) await setImmediate()
  }
  if (tail.entries.length > 0 && room.cursor < tail.project.seq) work.isDue = true
  // A project that was restored from a backup continues where the backup ends.
  else room.cursor = tail.project.seq
  await publishBroadcasts(work, tail)
  return true
}

async function publishBroadcasts(work: RoomState, access: RoomAccess): Promise<void> {
  const { room } = work
  for (let [notice] = work.broadcasts; notice !== undefined; [notice] = work.broadcasts) {
    // After a restart hundreds of subscribers want the same list at once: it is read and written once for all of them.
    const { channel: field, prepare } = notice
    const sameBroadcasts = work.broadcasts.filter((one) => one.channel === field && one.prepare === prepare)
    const event = await prepare(access, room.cursor)
    const isForAll = sameBroadcasts.some(({ to }) => to === null)
    const receivers = new Set(sameBroadcasts.map(({ to }) => to))
    const chooseAudience: RoomEvent['audienceFor'] = (one) =>
      isForAll || receivers.has(one) ? event.audienceFor(one) : null
    await room.channel(field).publish({ ...event, audienceFor: chooseAudience })
    // Removed only now, because a broadcast whose preparation failed is retried.
    const done = new Set(sameBroadcasts)
    work.broadcasts.splice(0, work.broadcasts.length, ...work.broadcasts.filter((one) => !done.has(one)))
  }
}

/** Maps a change to its channel; nobody can have subscribed to a project that was just created. */
const channelByChangeKind: Readonly<Record<ChangeKind, ChannelName | null>> = {
  'project-created': null,
  'project-updated': 'projectUpdated',
  'node-created': 'nodeCreated',
  'node-updated': 'nodeUpdated',
  'nodes-updated': 'nodeBatchUpdated',
}

/** Builds the event for one row of the log. */
function toRoomEvent(
  tail: ProjectChanges,
  entry: ChangeLogEntry,
  field: ChannelName,
  branches: RoomBranches,
): RoomEvent | null {
  const extensions = { seq: entry.seq, clientId: entry.clientId }
  if (field === 'projectUpdated') {
    const { project, members } = tail
    return {
      extensions,
      audienceFor: audienceIfAllowed(tail, (role, subscriber) => chooseProjectAudience(project, role, subscriber)),
      rootFor: (subscriber) => ({
        projectUpdated: toProjectView(project, members, {
          userId: getUserId(subscriber.viewer()),
          role: findSubscriberRole(tail, subscriber),
        }),
      }),
    }
  }
  const nodes = entry.nodeIds.flatMap((id) => tail.nodes.get(id) ?? [])
  if (nodes.length === 0) return null
  return {
    extensions,
    audienceFor: (subscriber) => {
      const branch = findSubscriberBranch(branches, subscriber)
      if (branch === undefined || nodes.every(({ id }) => !isInBranch(branch, id))) return null
      const audience = audienceIfAllowed(tail, toNodeAudience)(subscriber)
      return audience === null || branch === null ? audience : `${audience} ${branch.rootId}`
    },
    rootFor: (subscriber, audience) => {
      const branch = findSubscriberBranch(branches, subscriber) ?? null
      const visible = nodes.filter(({ id }) => isInBranch(branch, id)).map((node) => hideOutside(branch, node))
      const shown = audience.startsWith('named') ? visible : visible.map((node) => hidePeople(node, tail.project))
      return { [field]: field === 'nodeBatchUpdated' ? shown : shown[0] }
    },
  }
}

/** The people of a project are only for its named members. */
const toNodeAudience = (role: Role): string => (canSeePeople(role) ? 'named' : 'linked')

/** The projects that link to a project depend on the viewer, and so do its views if some of them are private. */
function chooseProjectAudience({ views }: ProjectRow, role: Role, subscriber: FeedSubscriber): string {
  const isPersonal =
    subscriber.selectsField('nodeLinks') ||
    (subscriber.selectsField('views') && views.some(({ isShared }) => !isShared))
  if (!isPersonal) return toNodeAudience(role)
  const viewer = subscriber.viewer()
  return [toNodeAudience(role), getUserId(viewer) ?? '', getTokenProject(viewer) ?? ''].join(' ')
}
