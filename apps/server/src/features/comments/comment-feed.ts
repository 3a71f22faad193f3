import { canSeePeople } from '@espalier/domain'
import type { LiveFeed } from '../../api/live-feed.ts'
import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import {
  addRoomBranches,
  audienceIfAllowed,
  findSubscriberBranch,
  type RoomAccess,
  type RoomBranches,
  type RoomEvent,
  type Rooms,
} from '../live/index.ts'
import { isInBranch } from '../projects/index.ts'
import { type CommentViewOptions, toCommentViews } from './comment-view.ts'
import { type ChangedComment, findProjectsWithChanges, readChangedComments, readLatestChange } from './store.ts'

interface CommentFeedOptions extends CommentViewOptions {
  readonly database: Pick<Database, 'pool'>
  readonly bus: Bus
  readonly rooms: Rooms
  readonly log: Log
  /** How often changes are looked for if no message arrives. */
  readonly pollMs?: number
}

export interface CommentFeed {
  /** The caller has checked that the viewer may see the project at this seq. */
  join(project: { readonly id: string; readonly seq: number }): Promise<LiveFeed>
  stop(): void
}

const channel = 'commentChanged'
const commentsPerRead = 200
const defaultPollMs = 3_000

/**
 * Sends changed comments to the rooms of this server. Each project has the number of the last change that was sent:
 * whatever is later is read from the table, when the bus tells so and every few seconds in any case.
 */
export function createCommentFeed(options: CommentFeedOptions): CommentFeed {
  const { database, bus, rooms, log, pollMs = defaultPollMs } = options
  const sentUpTo = new Map<string, number>()
  const running = new Map<string, { isDue: boolean }>()

  const toEvent = async (comment: ChangedComment, access: RoomAccess, seq: number): Promise<RoomEvent> => {
    const [view] = await toCommentViews(options, [comment])
    const { id: projectId } = access.project
    const branches: RoomBranches = new Map()
    const branchSubscribers = () => rooms.listBranchSubscribers(projectId)
    await addRoomBranches(branches, database.pool, { projectId, branchSubscribers })
    return {
      extensions: { seq, clientId: comment.clientId },
      // Comments are for people who are named in the project. The empty name excludes the others.
      audienceFor: (subscriber) => {
        const branch = findSubscriberBranch(branches, subscriber)
        if (branch === undefined || !isInBranch(branch, comment.nodeId)) return null
        return audienceIfAllowed(access, (role) => (canSeePeople(role) ? 'named' : ''))(subscriber) || null
      },
      rootFor: () => ({ [channel]: view }),
    }
  }

  const sendChanges = async (projectId: string): Promise<void> => {
    let count = commentsPerRead
    while (count === commentsPerRead) {
      const after = sentUpTo.get(projectId)
      if (after === undefined) return
      const changed = await readChangedComments(database.pool, projectId, after, commentsPerRead)
      for (const comment of changed) {
        rooms.broadcast(projectId, { channel, to: null, prepare: (access, seq) => toEvent(comment, access, seq) })
      }
      sentUpTo.set(projectId, changed.at(-1)?.changed ?? after)
      count = changed.length
    }
  }

  const sendSoon = async (projectId: string): Promise<void> => {
    if (rooms.countSubscribers(projectId, channel) === 0) return void sentUpTo.delete(projectId)
    const known = running.get(projectId)
    if (known !== undefined) return void (known.isDue = true)
    const state = { isDue: true }
    running.set(projectId, state)
    try {
      while (state.isDue) {
        state.isDue = false
        await sendChanges(projectId)
      }
    } catch (error) {
      log.warn({ err: error, projectId }, 'changed comments could not be sent yet')
    } finally {
      running.delete(projectId)
    }
  }

  const poll = async (): Promise<void> => {
    for (const projectId of sentUpTo.keys()) {
      if (rooms.countSubscribers(projectId, channel) === 0) sentUpTo.delete(projectId)
    }
    if (sentUpTo.size === 0) return
    for (const projectId of await findProjectsWithChanges(database.pool, sentUpTo)) void sendSoon(projectId)
  }
  const pollSafely = (): void =>
    void poll().catch((error: unknown) => log.warn({ err: error }, 'changed comments could not be looked for'))

  const stops = [
    bus.listen((message) => {
      if (message.kind === 'comments-changed') void sendSoon(message.projectId)
    }),
    bus.onMissed(pollSafely),
  ]
  const timer = setInterval(pollSafely, pollMs).unref()

  return {
    async join(project) {
      const latest = await readLatestChange(database.pool, project.id)
      // Somebody else may have come meanwhile: what they still wait for must not be skipped.
      const joined = (): void => {
        if (rooms.countSubscribers(project.id, channel) <= 1) sentUpTo.set(project.id, latest)
        else if (!sentUpTo.has(project.id)) sentUpTo.set(project.id, latest)
        void sendSoon(project.id)
      }
      return rooms.subscribe(project, channel, { joined, left: () => undefined })
    },
    stop() {
      clearInterval(timer)
      for (const end of stops) end()
    },
  }
}
