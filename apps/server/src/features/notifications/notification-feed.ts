import { createLiveFeed, type FeedSubscriber, type LiveFeed } from '../../api/live-feed.ts'
import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { getUserId } from '../projects/index.ts'
import { type NotificationViewOptions, toNotificationViews } from './notification-view.ts'
import { readNotificationsById } from './read-store.ts'

interface NotificationFeedOptions extends NotificationViewOptions {
  readonly database: Pick<Database, 'pool'>
  readonly bus: Bus
  readonly log: Log
}

export interface NotificationFeed {
  join(userId: string): LiveFeed
  stop(): void
}

/** Sends new notifications to the people who have a page open on this server. */
export function createNotificationFeed(options: NotificationFeedOptions): NotificationFeed {
  const { database, bus, log } = options
  const watchers = new Map<string, Set<FeedSubscriber>>()

  const send = async (ids: readonly string[]): Promise<void> => {
    const rows = await readNotificationsById(database.pool, ids, [...watchers.keys()])
    const views = await toNotificationViews(options, rows)
    for (const [at, view] of views.entries()) {
      const userId = rows[at]?.userId ?? ''
      const subscribers = watchers.get(userId) ?? new Set<FeedSubscriber>()
      for (const subscriber of subscribers) {
        const viewer = subscriber.viewer()
        // The session of a socket may have ended since it subscribed.
        if (getUserId(viewer) !== userId) continue
        const text = await subscriber.write({ notificationAdded: view }, viewer, { seq: 0, clientId: null })
        // A subscriber that ended while the text was written must not receive it.
        if (subscribers.has(subscriber)) subscriber.send(text)
      }
    }
  }

  const stop = bus.listen((message) => {
    if (message.kind !== 'notifications-added' || watchers.size === 0) return
    send(message.ids).catch((error: unknown) => log.warn({ err: error }, 'new notifications could not be sent'))
  })

  return {
    join: (userId) =>
      createLiveFeed((subscriber) => {
        const subscribers = watchers.get(userId) ?? new Set<FeedSubscriber>()
        watchers.set(userId, subscribers.add(subscriber))
        return () => {
          subscribers.delete(subscriber)
          if (subscribers.size === 0 && watchers.get(userId) === subscribers) watchers.delete(userId)
        }
      }),
    stop,
  }
}
