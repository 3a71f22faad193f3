import type { Database } from '../../database/database.ts'
import { readProjectSeqs } from '../../database/read-change-log.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { createLiveFeed, type LiveFeed, type FeedSubscriber } from '../../api/live-feed.ts'
import { createRoomState, createRoomRunner, type RoomBroadcast, type RoomRunner, type RoomState } from './room-state.ts'
import type { ChannelName } from './room.ts'

export interface RoomsOptions {
  readonly database: Pick<Database, 'pool'>
  readonly bus: Bus
  readonly log: Log
  /** How often the log is polled if no message arrives. */
  readonly pollMs?: number
  /** See `RoomRunnerOptions`. */
  readonly pauseMsPerSubscriber?: number
}

/** The projects with subscribers on this server. Each publishes its change log in order. */
export interface Rooms {
  /** The caller has checked that the viewer may see the project at this seq. */
  subscribe(project: { readonly id: string; readonly seq: number }, field: ChannelName, hooks?: RoomHooks): LiveFeed
  broadcast(projectId: string, notice: RoomBroadcast): void
  /** The projects with subscribers of this field. */
  listSubscribedProjects(field: ChannelName): readonly string[]
  /** The number of its subscribers in one project. */
  countSubscribers(projectId: string, field: ChannelName): number
  listBranchSubscribers(projectId: string): Iterable<FeedSubscriber>
  stop(): Promise<void>
}

export interface RoomHooks {
  joined(subscriber: FeedSubscriber): void
  left(subscriber: FeedSubscriber): void
}

type RoomStates = Map<string, RoomState>

const defaultPollMs = 3_000

export function createRooms({
  database,
  bus,
  log,
  pollMs: intervalMs = defaultPollMs,
  pauseMsPerSubscriber,
}: RoomsOptions): Rooms {
  const roomStates: RoomStates = new Map()
  const emptied = (work: RoomState): void => {
    const { projectId } = work.room
    if (work.pause !== null) clearTimeout(work.pause)
    work.pause = null
    if (roomStates.get(projectId) === work) roomStates.delete(projectId)
  }
  const runner = createRoomRunner({
    database,
    log,
    onEmpty: emptied,
    ...(pauseMsPerSubscriber !== undefined && { pauseMsPerSubscriber }),
  })
  const poll = (): void =>
    void pollChangeLog(roomStates, runner, database).catch((error: unknown) =>
      log.warn({ err: error }, 'the change log could not be polled'),
    )
  const stops = [bus.listen((message) => handleBusMessage(roomStates, runner, message)), bus.onMissed(poll)]
  const timer = setInterval(poll, intervalMs).unref()
  return {
    subscribe: ({ id, seq }, field, hooks) =>
      createLiveFeed((subscriber) => {
        const work = roomStates.get(id) ?? createRoomState(id, seq)
        roomStates.set(id, work)
        work.room.add(field, subscriber)
        hooks?.joined(subscriber)
        // Access that was revoked between the check and the join was published before there was a subscriber to end.
        runner.runForNewcomer(work)
        return () => {
          work.room.remove(field, subscriber)
          hooks?.left(subscriber)
          if (work.room.size === 0) emptied(work)
        }
      }),
    broadcast(projectId, notice) {
      const work = roomStates.get(projectId)
      if (work === undefined) return
      work.broadcasts.push(notice)
      if (notice.to === null) runner.runEvenIfUnchanged(work)
      else runner.runForNewcomer(work)
    },
    listSubscribedProjects: (field) =>
      [...roomStates.values()].filter(({ room }) => room.channel(field).size > 0).map(({ room }) => room.projectId),
    countSubscribers: (projectId, field) => roomStates.get(projectId)?.room.channel(field).size ?? 0,
    listBranchSubscribers: (projectId) => roomStates.get(projectId)?.room.branchSubscribers() ?? [],
    async stop() {
      clearInterval(timer)
      for (const { pause } of roomStates.values()) if (pause !== null) clearTimeout(pause)
      for (const end of stops) end()
      await runner.idle()
    },
  }
}

function handleBusMessage(roomStates: RoomStates, runner: RoomRunner, message: BusMessage): void {
  const work = 'projectId' in message ? roomStates.get(message.projectId) : undefined
  if (work === undefined) return
  if (message.kind === 'project-purged') runner.runEvenIfUnchanged(work)
  if (message.kind !== 'project-changed' || message.seq <= work.room.cursor) return
  work.wantedSeq = Math.max(work.wantedSeq, message.seq)
  runner.run(work)
}

/** Checks all rooms in one query, in case a message was lost. */
async function pollChangeLog(
  roomStates: RoomStates,
  runner: RoomRunner,
  { pool }: Pick<Database, 'pool'>,
): Promise<void> {
  if (roomStates.size === 0) return
  const seqs = await readProjectSeqs(pool, [...roomStates.keys()])
  for (const work of roomStates.values()) {
    if (work.isDue || seqs.get(work.room.projectId) !== work.room.cursor) runner.runEvenIfUnchanged(work)
  }
}
