import { typeDefs } from '@espalier/schema/server'
import { createLiveFeed, type FeedSubscriber, type LiveFeed } from '../../api/live-feed.ts'
import type { ApiSlice } from '../../api/slice.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { getUserId, requirePerson } from '../projects/index.ts'

interface ProjectListOptions {
  readonly bus: Bus
  readonly log: Log
}

type AccessChange = Extract<BusMessage, { kind: 'access-changed' }>

/**
 * Notifies people when a project was shared with them, or no longer is. They are in no room of that project: a list has
 * thousands of projects, and a new one is not in it yet. Returns the slice and the part that stops with the server.
 */
export function projectListSlice({ bus, log }: ProjectListOptions): {
  readonly slice: ApiSlice
  stop(): void
} {
  const subscribersByUser = new Map<string, Set<FeedSubscriber>>()
  const stop = bus.listen((message) => {
    if (message.kind !== 'access-changed') return
    for (const userId of message.userIds) {
      const own = subscribersByUser.get(userId)
      if (own === undefined) continue
      sendAccessChange(own, userId, message).catch((error: unknown) =>
        log.warn({ err: error, projectId: message.projectId }, 'a change of access could not be sent'),
      )
    }
  })
  const slice: ApiSlice = {
    name: 'project-list',
    typeDefs: typeDefs.projectList,
    resolvers: {
      Subscription: {
        projectListChanged: {
          subscribe: (_parent, _args, { viewer }) =>
            createPersonFeed(subscribersByUser, requirePerson(viewer).person.id),
        },
      },
    },
  }
  return { slice, stop }
}

const createPersonFeed = (subscribersByUser: Map<string, Set<FeedSubscriber>>, userId: string): LiveFeed =>
  createLiveFeed((subscriber) => {
    const own = subscribersByUser.get(userId) ?? new Set()
    subscribersByUser.set(userId, own.add(subscriber))
    return () => {
      own.delete(subscriber)
      if (own.size === 0 && subscribersByUser.get(userId) === own) subscribersByUser.delete(userId)
    }
  })

async function sendAccessChange(
  subscribers: ReadonlySet<FeedSubscriber>,
  userId: string,
  { projectId, seq }: AccessChange,
): Promise<void> {
  for (const subscriber of subscribers) {
    const viewer = subscriber.viewer()
    // The session of a socket may have ended since it subscribed.
    if (getUserId(viewer) !== userId) continue
    const text = await subscriber.write({ projectListChanged: projectId }, viewer, { seq, clientId: null })
    // A subscriber that ended while the text was written must not receive it.
    if (subscribers.has(subscriber)) subscriber.send(text)
  }
}
