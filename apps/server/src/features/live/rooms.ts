import type { Database } from '../../database/database.ts'
import { readSeqs } from '../../database/project-tail.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { createFeed, type Feed, type Subscriber } from '../../transport/graphql/feed.ts'
import { createRoomWork, createRunner, type Notice, type Runner, type RoomWork } from './room-work.ts'
import type { LiveField } from './room.ts'

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

type Works = Map<string, RoomWork>

const defaultLookMs = 3_000

export function createRooms({ database, bus, log, lookMs = defaultLookMs }: RoomsOptions): Rooms {
  const works: Works = new Map()
  const emptied = (work: RoomWork): void => {
    const { projectId } = work.room
    if (works.get(projectId) === work) works.delete(projectId)
  }
  const runner = createRunner({ database, log, emptied })
  const look = (): void =>
    void lookAt(works, runner, database).catch((error: unknown) =>
      log.warn({ err: error }, 'the change log could not be looked at'),
    )
  const stops = [bus.listen((message) => hear(works, runner, message)), bus.onMissed(look)]
  const timer = setInterval(look, lookMs).unref()
  return {
    enter: ({ id, seq }, field, hooks) =>
      createFeed((subscriber) => {
        const work = works.get(id) ?? createRoomWork(id, seq)
        works.set(id, work)
        work.room.add(field, subscriber)
        hooks?.joined(subscriber)
        // A right that was taken away between the asking and the joining was told before there was anyone to end.
        runner.due(work)
        return () => {
          work.room.remove(field, subscriber)
          hooks?.left(subscriber)
          if (work.room.size === 0) emptied(work)
        }
      }),
    tell(projectId, notice) {
      const work = works.get(projectId)
      if (work === undefined) return
      work.notices.push(notice)
      runner.due(work)
    },
    listeningTo: (field) =>
      [...works.values()].filter(({ room }) => room.topic(field).size > 0).map(({ room }) => room.projectId),
    listeners: (projectId, field) => works.get(projectId)?.room.topic(field).size ?? 0,
    async stop() {
      clearInterval(timer)
      for (const end of stops) end()
      await runner.idle()
    },
  }
}

function hear(works: Works, runner: Runner, message: BusMessage): void {
  const work = 'projectId' in message ? works.get(message.projectId) : undefined
  if (work === undefined) return
  if (message.kind === 'project-purged') runner.due(work)
  if (message.kind !== 'project-changed' || message.seq <= work.room.cursor) return
  work.wanted = Math.max(work.wanted, message.seq)
  runner.run(work)
}

/** All rooms in one query: what a lost message would have said. */
async function lookAt(works: Works, runner: Runner, { pool }: Pick<Database, 'pool'>): Promise<void> {
  if (works.size === 0) return
  const seqs = await readSeqs(pool, [...works.keys()])
  for (const work of works.values()) {
    if (work.isDue || seqs.get(work.room.projectId) !== work.room.cursor) runner.due(work)
  }
}
