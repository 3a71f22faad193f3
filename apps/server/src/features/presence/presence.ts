import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import type { Feed, Subscriber } from '../../transport/graphql/feed.ts'
import type { Rooms } from '../live/index.ts'
import { createLedger } from './ledger.ts'
import { createLists, presenceField, type ListsOptions } from './lists.ts'
import { sessionIdOf } from './session-id.ts'

export interface PresenceOptions extends Pick<ListsOptions, 'present'> {
  readonly database: Database
  readonly rooms: Rooms
  readonly bus: Bus
  readonly log: Log
  /** How often this server says that it is alive and looks who is. */
  readonly beatMs?: number
}

/** Who is in which project, on all servers. */
export interface Presence {
  /** To subscribe is to be present. */
  enter(project: { readonly id: string; readonly seq: number }): Feed
  stop(): Promise<void>
}

const defaultBeatMs = 2_000

const placeOf = (projectId: string, subscriber: Subscriber) => ({
  projectId,
  sessionId: sessionIdOf(subscriber.viewer(), subscriber.clientId ?? subscriber.connectionId),
})

export function createPresence({ database, rooms, bus, log, present, beatMs }: PresenceOptions): Presence {
  const lists = createLists({ database, rooms, present })
  const ledger = createLedger({
    database,
    serverId: randomUUID(),
    log,
    changed: (projectIds) => {
      for (const projectId of projectIds) bus.publish({ kind: 'presence-changed', projectId })
    },
  })
  const stopListening = bus.listen((message) => {
    if (message.kind === 'presence-changed') lists.changed(message.projectId)
  })
  let round: Promise<void> | null = null
  const beat = (): void => {
    round ??= ledger
      .beat()
      .then(lists.look)
      .catch((error: unknown) => log.warn({ err: error }, 'presence could not be looked at'))
      .finally(() => (round = null))
  }
  const timer = setInterval(beat, beatMs ?? defaultBeatMs).unref()
  const enter = async (projectId: string, subscriber: Subscriber): Promise<void> => {
    // The first list says that what was subscribed to earlier is running.
    await Promise.all([ledger.enter(placeOf(projectId, subscriber)), subscriber.earlier])
    lists.greet(projectId, subscriber)
  }
  return {
    enter: (project) =>
      rooms.enter(project, presenceField, {
        joined: (subscriber) => void enter(project.id, subscriber),
        left: (subscriber) => ledger.leave(placeOf(project.id, subscriber)),
      }),
    async stop() {
      clearInterval(timer)
      stopListening()
      lists.stop()
      await round
      await ledger.close()
    },
  }
}
