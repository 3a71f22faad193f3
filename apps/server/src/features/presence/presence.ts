import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import type { LiveFeed, FeedSubscriber } from '../../api/live-feed.ts'
import type { Rooms } from '../live/index.ts'
import { createPresenceWriter } from './presence-writer.ts'
import { createPresenceBroadcast, presenceChannel, type PresenceBroadcastOptions } from './presence-broadcast.ts'
import { toSessionId } from './session.ts'

export interface PresenceOptions extends Pick<PresenceBroadcastOptions, 'present'> {
  readonly database: Database
  readonly rooms: Rooms
  readonly bus: Bus
  readonly log: Log
  /** How often this server renews its heartbeat and checks the others. */
  readonly beatMs?: number
}

/** Presence in all projects on all servers. */
export interface Presence {
  /** A subscription makes the subscriber present. */
  enter(project: { readonly id: string; readonly seq: number }): LiveFeed
  stop(): Promise<void>
}

const defaultBeatMs = 2_000

const toProjectSession = (projectId: string, subscriber: FeedSubscriber) => ({
  projectId,
  sessionId: toSessionId(subscriber.viewer(), subscriber.clientId ?? subscriber.connectionId),
})

export function createPresence({ database, rooms, bus, log, present, beatMs }: PresenceOptions): Presence {
  const lists = createPresenceBroadcast({ database, rooms, present })
  const writer = createPresenceWriter({
    database,
    serverId: randomUUID(),
    log,
    onStored: (projectIds) => {
      for (const projectId of projectIds) bus.publish({ kind: 'presence-changed', projectId })
    },
  })
  const stopListening = bus.listen((message) => {
    if (message.kind === 'presence-changed') lists.notifyChanged(message.projectId)
  })
  let round: Promise<void> | null = null
  const tick = (): void => {
    round ??= writer
      .beat()
      .then(lists.pollChanges)
      .catch((error: unknown) => log.warn({ err: error }, 'presence could not be polled'))
      .finally(() => (round = null))
  }
  const timer = setInterval(tick, beatMs ?? defaultBeatMs).unref()
  const enter = async (projectId: string, subscriber: FeedSubscriber): Promise<void> => {
    // The first list confirms that the earlier subscriptions are running.
    await Promise.all([writer.enter(toProjectSession(projectId, subscriber)), subscriber.earlier])
    lists.sendFirstList(projectId, subscriber)
  }
  return {
    enter: (project) =>
      rooms.subscribe(project, presenceChannel, {
        joined: (subscriber) => void enter(project.id, subscriber),
        left: (subscriber) => writer.leave(toProjectSession(project.id, subscriber)),
      }),
    async stop() {
      clearInterval(timer)
      stopListening()
      lists.stop()
      await round
      await writer.close()
    },
  }
}
