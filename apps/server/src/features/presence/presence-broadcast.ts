import { canSeePeople } from '@espalier/domain'
import type { FeedSubscriber } from '../../api/live-feed.ts'
import type { Database } from '../../database/database.ts'
import { type PresenceRow, readPresenceByProject, readPresentPeople } from './store.ts'
import { audienceIfAllowed, type RoomAccess, type RoomEvent, type Rooms } from '../live/index.ts'

export const presenceChannel = 'projectSessions'

export interface PresenceBroadcastOptions {
  readonly database: Pick<Database, 'pool'>
  readonly rooms: Rooms
  /** The list in the API's format, with or without email addresses. */
  present(rows: readonly PresenceRow[], showsPeople: boolean): readonly object[]
}

/** Publishes presence to the rooms of this server. */
interface PresenceBroadcast {
  /** Sends the first list; before it, the subscriber gets no other. */
  sendFirstList(projectId: string, subscriber: FeedSubscriber): void
  notifyChanged(projectId: string): void
  /** Finds changes that were not announced. */
  pollChanges(): Promise<void>
  stop(): void
}

const fingerprintSessions = (rows: readonly Pick<PresenceRow, 'id' | 'nodeIds'>[]): string =>
  rows.map(({ id, nodeIds }) => `${id} ${nodeIds.join(' ')}`).join('\n')

export function createPresenceBroadcast({ database, rooms, present }: PresenceBroadcastOptions): PresenceBroadcast {
  /** The fingerprint that each room got last. */
  const lastSent = new Map<string, string>()
  const initialized = new WeakSet<FeedSubscriber>()
  const prepare = async (access: RoomAccess, seq: number): Promise<RoomEvent> => {
    const { id } = access.project
    const rows = await readPresentPeople(database.pool, id)
    lastSent.set(id, fingerprintSessions(rows))
    const chooseAudience = audienceIfAllowed(access, (role) => (canSeePeople(role) ? 'named' : 'linked'))
    return {
      extensions: { seq, clientId: null },
      audienceFor: (subscriber) => (initialized.has(subscriber) ? chooseAudience(subscriber) : null),
      rootFor: (_subscriber, audience) => ({ [presenceChannel]: present(rows, audience === 'named') }),
    }
  }
  const throttle = createPresenceThrottle({
    send: (projectId) => rooms.broadcast(projectId, { channel: presenceChannel, to: null, prepare }),
    countSubscribers: (projectId) => rooms.countSubscribers(projectId, presenceChannel),
  })
  return {
    sendFirstList(projectId, subscriber) {
      initialized.add(subscriber)
      rooms.broadcast(projectId, { channel: presenceChannel, to: subscriber, prepare })
    },
    notifyChanged: throttle.changed,
    async pollChanges() {
      for (const projectId of lastSent.keys()) {
        if (rooms.countSubscribers(projectId, presenceChannel) === 0) lastSent.delete(projectId)
      }
      const listening = rooms.listSubscribedProjects(presenceChannel)
      if (listening.length === 0) return
      for (const [projectId, rows] of await readPresenceByProject(database.pool, listening)) {
        if (lastSent.get(projectId) !== fingerprintSessions(rows)) throttle.changed(projectId)
      }
    },
    stop: throttle.stop,
  }
}

interface PresenceThrottleOptions {
  send(projectId: string): void
  /** The number of subscribers. */
  countSubscribers(projectId: string): number
}

/**
 * Publishes changes at once, but not too often: a thousand people who arrive together must not cause a million events.
 */
interface PresenceThrottle {
  changed(projectId: string): void
  stop(): void
}

const minGapMs = 100
const gapMsPerListener = 1

export function createPresenceThrottle({
  send: publish,
  countSubscribers: getSubscriberCount,
}: PresenceThrottleOptions): PresenceThrottle {
  /** Projects that were published within their interval, and whether they changed since. */
  const throttled = new Map<string, { readonly timer: NodeJS.Timeout; isChanged: boolean }>()
  const rest = (projectId: string): void => {
    const endInterval = (): void => {
      const entry = throttled.get(projectId)
      throttled.delete(projectId)
      if (entry?.isChanged === true) changed(projectId)
    }
    const timer = setTimeout(endInterval, minGapMs + gapMsPerListener * getSubscriberCount(projectId)).unref()
    throttled.set(projectId, { timer, isChanged: false })
  }
  const changed = (projectId: string): void => {
    const entry = throttled.get(projectId)
    if (entry !== undefined) {
      entry.isChanged = true
      return
    }
    if (getSubscriberCount(projectId) === 0) return
    rest(projectId)
    publish(projectId)
  }
  return {
    changed,
    stop() {
      for (const { timer } of throttled.values()) clearTimeout(timer)
      throttled.clear()
    },
  }
}
