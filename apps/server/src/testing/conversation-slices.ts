import type { Slice } from '../api/slice.ts'
import type { Database } from '../database/database.ts'
import { createCommentFeed } from '../features/comments/comment-feed.ts'
import { commentsSlice } from '../features/comments/resolvers.ts'
import { createFindWatchedProject, type Rooms } from '../features/live/index.ts'
import { createNotificationFeed, notificationsSlice } from '../features/notifications/index.ts'
import type { People } from '../features/people/index.ts'
import type { Writes } from '../features/projects/index.ts'
import { createProposalFeed } from '../features/proposals/proposal-feed.ts'
import { proposalsSlice } from '../features/proposals/resolvers.ts'
import type { Bus } from '../ports/bus.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'

interface ConversationParts {
  readonly database: Database
  readonly writes: Writes
  readonly people: People
  readonly bus: Bus
  /** The same bus for writers, whose messages a test reads. */
  readonly recordedBus: Pick<Bus, 'publish'>
  readonly rooms: Rooms
  readonly audit: Audit
  readonly log: Log
  readonly rates: Rates | null
  readonly pollMs: number
  apiUrl(): string
}

/** Starts comments, proposals and notifications for a server of tests. */
export function startConversation({ pollMs, recordedBus, ...parts }: ConversationParts) {
  const commentFeed = createCommentFeed({ ...parts, pollMs })
  const proposalFeed = createProposalFeed({ ...parts, pollMs })
  const notificationFeed = createNotificationFeed(parts)
  const writing = { ...parts, bus: recordedBus, findWatched: createFindWatchedProject(parts.database) }
  const slices: readonly Slice[] = [
    commentsSlice({ ...writing, feed: commentFeed }),
    proposalsSlice({ ...writing, feed: proposalFeed }),
    notificationsSlice({ ...parts, feed: notificationFeed }),
  ]
  return {
    slices,
    stop() {
      commentFeed.stop()
      proposalFeed.stop()
      notificationFeed.stop()
    },
  }
}
