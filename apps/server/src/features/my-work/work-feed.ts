import { createLiveFeed, type FeedSubscriber, type LiveFeed } from '../../api/live-feed.ts'
import type { Database } from '../../database/database.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { getUserId } from '../projects/index.ts'
import { findPeopleWithWork, readProjectIdsWithWork } from './store.ts'

interface WorkFeedOptions {
  readonly database: Database
  readonly bus: Bus
  readonly log: Log
}

/** A person who has "My work" open on this server, in one or more tabs. */
interface Watcher {
  readonly subscribers: Set<FeedSubscriber>
  /** The projects in which they had something to do when it was last checked. Null if they could not be read. */
  readonly projectIds: Promise<Set<string> | null>
}

export interface WorkFeed {
  join(userId: string): LiveFeed
  stop(): void
}

type ProjectChange = Extract<BusMessage, { kind: 'project-changed' }>
type AccessChange = Extract<BusMessage, { kind: 'access-changed' }>

/**
 * Notifies people when their work in a project changed. They are in no room of these projects, because there may be
 * thousands. A change concerns them if they have something to do in the project now or had before it.
 */
export function createWorkFeed({ database, bus, log }: WorkFeedOptions): WorkFeed {
  const watchers = new Map<string, Watcher>()
  // While a project is checked, only its newest change waits: typing in it must not cause a query for each key.
  const waiting = new Map<string, ProjectChange | null>()

  const check = async (change: ProjectChange): Promise<void> => {
    const { projectId } = change
    const busy = await findPeopleWithWork(database.pool, projectId, [...watchers.keys()])
    for (const [userId, watcher] of watchers) {
      const projectIds = await watcher.projectIds
      const isConcerned = busy.has(userId) || projectIds === null || projectIds.has(projectId)
      if (busy.has(userId)) projectIds?.add(projectId)
      else projectIds?.delete(projectId)
      if (isConcerned) await notify(watcher, userId, change)
    }
  }

  const checkSoon = async (change: ProjectChange): Promise<void> => {
    const { projectId } = change
    const isRunning = waiting.has(projectId)
    waiting.set(projectId, change)
    if (isRunning) return
    try {
      for (let next = waiting.get(projectId); next != null; next = waiting.get(projectId)) {
        waiting.set(projectId, null)
        await check(next)
      }
    } catch (error) {
      log.warn({ err: error, projectId }, 'a change of work could not be sent')
    } finally {
      waiting.delete(projectId)
    }
  }

  // With the access to a project, work in it appears or disappears.
  const notifyNamed = async (change: AccessChange): Promise<void> => {
    for (const userId of change.userIds) {
      const watcher = watchers.get(userId)
      if (watcher !== undefined) await notify(watcher, userId, change)
    }
  }

  const stop = bus.listen((message) => {
    if (message.kind === 'project-changed' && watchers.size > 0) void checkSoon(message)
    if (message.kind === 'access-changed') {
      notifyNamed(message).catch((error: unknown) =>
        log.warn({ err: error, projectId: message.projectId }, 'a change of access could not be sent'),
      )
    }
  })

  const readProjects = async (userId: string): Promise<Set<string> | null> => {
    try {
      return new Set(await readProjectIdsWithWork(database.pool, userId))
    } catch (error) {
      log.warn({ err: error }, 'the projects of a person could not be read')
      return null
    }
  }

  const join = (userId: string): LiveFeed =>
    createLiveFeed((subscriber) => {
      const known = watchers.get(userId)
      const watcher = known ?? { subscribers: new Set<FeedSubscriber>(), projectIds: readProjects(userId) }
      if (known === undefined) watchers.set(userId, watcher)
      watcher.subscribers.add(subscriber)
      return () => {
        watcher.subscribers.delete(subscriber)
        if (watcher.subscribers.size === 0 && watchers.get(userId) === watcher) watchers.delete(userId)
      }
    })

  return { join, stop }
}

async function notify(
  { subscribers }: Watcher,
  userId: string,
  { projectId, seq }: ProjectChange | AccessChange,
): Promise<void> {
  for (const subscriber of subscribers) {
    const viewer = subscriber.viewer()
    // The session of a socket may have ended since it subscribed.
    if (getUserId(viewer) !== userId) continue
    const text = await subscriber.write({ myWorkChanged: projectId }, viewer, { seq, clientId: null })
    // A subscriber that ended while the text was written must not receive it.
    if (subscribers.has(subscriber)) subscriber.send(text)
  }
}
