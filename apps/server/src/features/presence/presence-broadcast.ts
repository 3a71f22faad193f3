import { canSeePeople } from '@espalier/domain'
import type { FeedSubscriber } from '../../api/live-feed.ts'
import type { Database } from '../../database/database.ts'
import { type PresenceRow, readPresenceByProject, readPresentPeople } from './store.ts'
import { audienceIfAllowed, type RoomAccess, type RoomEvent, type Rooms } from '../live/index.ts'

export const presenceChannel = 'projectSessions'

export interface PresenceBroadcastOptions {
  readonly database: Pick<Database, 'pool'>
  readonly rooms: Rooms
  /** The list as callers get it, with or without e-mail addresses. */
  present(rows: readonly PresenceRow[], showsPeople: boolean): readonly object[]
}

/** Tells the rooms of this server who is in them. */
interface PresenceBroadcast {
  /** The first list of a subscriber; before it, the subscriber is told nothing. */
  sendFirstList(projectId: string, subscriber: FeedSubscriber): void
  notifyChanged(projectId: string): void
  /** Finds what changed without a word. */
  pollChanges(): Promise<void>
  stop(): void
}

const fingerprintSessions = (rows: readonly Pick<PresenceRow, 'id' | 'nodeIds'>[]): string =>
  rows.map(({ id, nodeIds }) => `${id} ${nodeIds.join(' ')}`).join('\n')

export function createPresenceBroadcast({ database, rooms, present }: PresenceBroadcastOptions): PresenceBroadcast {
  /** What each room was last told. */
  const told = new Map<string, string>()
  const greeted = new WeakSet<FeedSubscriber>()
  const prepare = async (scene: RoomAccess, seq: number): Promise<RoomEvent> => {
    const { id } = scene.project
    const rows = await readPresentPeople(database.pool, id)
    told.set(id, fingerprintSessions(rows))
    const audienceOf = audienceIfAllowed(scene, (role) => (canSeePeople(role) ? 'named' : 'linked'))
    return {
      extensions: { seq, clientId: null },
      audienceFor: (subscriber) => (greeted.has(subscriber) ? audienceOf(subscriber) : null),
      rootFor: (_subscriber, audience) => ({ [presenceChannel]: present(rows, audience === 'named') }),
    }
  }
  const spacing = createPresenceThrottle({
    send: (projectId) => rooms.broadcast(projectId, { channel: presenceChannel, to: null, prepare }),
    countSubscribers: (projectId) => rooms.countSubscribers(projectId, presenceChannel),
  })
  return {
    sendFirstList(projectId, subscriber) {
      greeted.add(subscriber)
      rooms.broadcast(projectId, { channel: presenceChannel, to: subscriber, prepare })
    },
    notifyChanged: spacing.changed,
    async pollChanges() {
      for (const projectId of told.keys()) {
        if (rooms.countSubscribers(projectId, presenceChannel) === 0) told.delete(projectId)
      }
      const listening = rooms.listSubscribedProjects(presenceChannel)
      if (listening.length === 0) return
      for (const [projectId, rows] of await readPresenceByProject(database.pool, listening)) {
        if (told.get(projectId) !== fingerprintSessions(rows)) spacing.changed(projectId)
      }
    },
    stop: spacing.stop,
  }
}

interface PresenceThrottleOptions {
  send(projectId: string): void
  /** How many would be told. */
  countSubscribers(projectId: string): number
}

/** Tells of changes at once, but not too often: a thousand who come together must not each be told of each. */
interface PresenceThrottle {
  changed(projectId: string): void
  stop(): void
}

const minGapMs = 100
const gapMsPerListener = 1

export function createPresenceThrottle({
  send: tell,
  countSubscribers: sizeOf,
}: PresenceThrottleOptions): PresenceThrottle {
  /** Projects that were told of within their gap, and whether they changed since. */
  const resting = new Map<string, { readonly timer: NodeJS.Timeout; isChanged: boolean }>()
  const rest = (projectId: string): void => {
    const wake = (): void => {
      const entry = resting.get(projectId)
      resting.delete(projectId)
      if (entry?.isChanged === true) changed(projectId)
    }
    const timer = setTimeout(wake, minGapMs + gapMsPerListener * sizeOf(projectId)).unref()
    resting.set(projectId, { timer, isChanged: false })
  }
  const changed = (projectId: string): void => {
    const entry = resting.get(projectId)
    if (entry !== undefined) {
      entry.isChanged = true
      return
    }
    if (sizeOf(projectId) === 0) return
    rest(projectId)
    tell(projectId)
  }
  return {
    changed,
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
