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
  /** How often the log is looked at where nobody wakes us. */
  readonly pollMs?: number
  /** See `RoomRunnerOptions`. */
  readonly pauseMsPerSubscriber?: number
}

/** The projects that somebody on this server listens to. Each is told what its change log holds, in order. */
export interface Rooms {
  /** For someone who may see the project, as it was when that was asked. */
  subscribe(project: { readonly id: string; readonly seq: number }, field: ChannelName, hooks?: RoomHooks): LiveFeed
  broadcast(projectId: string, notice: RoomBroadcast): void
  /** The projects in which somebody listens to this field. */
  listSubscribedProjects(field: ChannelName): readonly string[]
  /** How many listen to it in one project. */
  countSubscribers(projectId: string, field: ChannelName): number
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
  pollMs: lookMs = defaultPollMs,
  pauseMsPerSubscriber,
}: RoomsOptions): Rooms {
  const works: RoomStates = new Map()
  const emptied = (work: RoomState): void => {
    const { projectId } = work.room
    if (work.pause !== null) clearTimeout(work.pause)
    work.pause = null
    if (works.get(projectId) === work) works.delete(projectId)
  }
  const runner = createRoomRunner({
    database,
    log,
    onEmpty: emptied,
    ...(pauseMsPerSubscriber !== undefined && { pauseMsPerSubscriber }),
  })
  const look = (): void =>
    void pollChangeLog(works, runner, database).catch((error: unknown) =>
      log.warn({ err: error }, 'the change log could not be looked at'),
    )
  const stops = [bus.listen((message) => handleBusMessage(works, runner, message)), bus.onMissed(look)]
  const timer = setInterval(look, lookMs).unref()
  return {
    subscribe: ({ id, seq }, field, hooks) =>
      createLiveFeed((subscriber) => {
        const work = works.get(id) ?? createRoomState(id, seq)
        works.set(id, work)
        work.room.add(field, subscriber)
        hooks?.joined(subscriber)
        // A right that was taken away between the asking and the joining was told before there was anyone to end.
        runner.runForNewcomer(work)
        return () => {
          work.room.remove(field, subscriber)
          hooks?.left(subscriber)
          if (work.room.size === 0) emptied(work)
        }
      }),
    broadcast(projectId, notice) {
      const work = works.get(projectId)
      if (work === undefined) return
      work.broadcasts.push(notice)
      if (notice.to === null) runner.runEvenIfUnchanged(work)
      else runner.runForNewcomer(work)
    },
    listSubscribedProjects: (field) =>
      [...works.values()].filter(({ room }) => room.channel(field).size > 0).map(({ room }) => room.projectId),
    countSubscribers: (projectId, field) => works.get(projectId)?.room.channel(field).size ?? 0,
    async stop() {
      clearInterval(timer)
      for (const { pause } of works.values()) if (pause !== null) clearTimeout(pause)
      for (const end of stops) end()
      await runner.idle()
    },
  }
}

function handleBusMessage(works: RoomStates, runner: RoomRunner, message: BusMessage): void {
  const work = 'projectId' in message ? works.get(message.projectId) : undefined
  if (work === undefined) return
  if (message.kind === 'project-purged') runner.runEvenIfUnchanged(work)
  if (message.kind !== 'project-changed' || message.seq <= work.room.cursor) return
  work.wantedSeq = Math.max(work.wantedSeq, message.seq)
  runner.run(work)
}

/** All rooms in one query: what a lost message would have said. */
async function pollChangeLog(works: RoomStates, runner: RoomRunner, { pool }: Pick<Database, 'pool'>): Promise<void> {
  if (works.size === 0) return
  const seqs = await readProjectSeqs(pool, [...works.keys()])
  for (const work of works.values()) {
    if (work.isDue || seqs.get(work.room.projectId) !== work.room.cursor) runner.runEvenIfUnchanged(work)
  }
}
