import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import { type ChangeFeed, createChangeFeed, type Rooms } from '../live/index.ts'
import { type CommentViewOptions, toCommentViews } from './comment-view.ts'
import { findProjectsWithChanges, readChangedComments, readLatestChange } from './store.ts'

interface CommentFeedOptions extends CommentViewOptions {
  readonly database: Pick<Database, 'pool'>
  readonly bus: Bus
  readonly rooms: Rooms
  readonly log: Log
  readonly pollMs?: number
}

/** Sends changed comments to the rooms of this server. */
export function createCommentFeed(options: CommentFeedOptions): ChangeFeed {
  const { pool } = options.database
  return createChangeFeed({
    ...options,
    channel: 'commentChanged',
    message: 'comments-changed',
    readLatest: (projectId) => readLatestChange(pool, projectId),
    readChanged: (projectId, after, most) => readChangedComments(pool, projectId, after, most),
    findProjects: (seen) => findProjectsWithChanges(pool, seen),
    findNodeId: ({ nodeId }) => nodeId,
    toView: async (comment) => (await toCommentViews(options, [comment]))[0],
  })
}
