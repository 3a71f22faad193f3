import { commentLimits, commentTexts, isMember, minuteMs } from '@espalier/domain'
import { type CommentValue, typeDefs } from '@espalier/schema/server'
import type { GraphQLResolveInfo } from 'graphql'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import type { ChangeFeed, FindWatchedProject } from '../live/index.ts'
import {
  badInputError,
  type Caller,
  findProjectForViewer,
  isInBranch,
  isStoredId,
  readCaller,
  requireProjectAccess,
} from '../projects/index.ts'
import { commentRequestTexts } from '../../texts/notifications.ts'
import { type CommentViewOptions, toCommentViews } from './comment-view.ts'
import { commentPolicy } from './policy.ts'
import { type CommentRow, measureComments, readComments } from './store.ts'
import {
  addComment,
  type CommentWriter,
  deleteComment,
  editComment,
  resolveThread,
  toggleReaction,
} from './write-comments.ts'

interface CommentsOptions extends CommentWriter, CommentViewOptions {
  readonly audit: Audit
  /** Null: no limits. */
  readonly rates: Rates | null
  readonly feed: ChangeFeed
  readonly findWatched: FindWatchedProject
}

const rates = {
  write: { name: 'comments', max: commentLimits.perMinute, windowMs: minuteMs, isExact: true },
  react: { name: 'reactions', max: 2 * commentLimits.perMinute, windowMs: minuteMs },
} as const satisfies Record<string, Rate>

/** The JSON of a comment without its text. */
const bytesPerComment = 600

export function commentsSlice(options: CommentsOptions): ApiSlice {
  const toView = async (row: CommentRow): Promise<CommentValue> => {
    const [view] = await toCommentViews(options, [row])
    if (view === undefined) throw new Error('a comment got lost')
    return view
  }
  const readWriter = async (
    context: GraphqlContext,
    details: GraphQLResolveInfo,
    rate: Rate = rates.write,
  ): Promise<Caller> => {
    const caller = readCaller(context, details)
    await requireRate(options.rates, rate, { key: caller.viewer.person.id, message: commentTexts.tooOften })
    return caller
  }
  return {
    name: 'comments',
    typeDefs: typeDefs.comments,
    resolvers: {
      Query: {
        comments: (_parent, args, context) => listComments(options, args, context),
      },
      Mutation: {
        addComment: async (_parent, args, context, details) =>
          toView(await addComment(options, await readWriter(context, details), args)),
        editComment: async (_parent, args, context, details) =>
          toView(await editComment(options, await readWriter(context, details), args)),
        deleteComment: async (_parent, { id }, context, details) =>
          deleteComment(options, await readWriter(context, details), id),
        resolveThread: async (_parent, args, context, details) =>
          toView(await resolveThread(options, await readWriter(context, details), args)),
        toggleReaction: async (_parent, args, context, details) =>
          toView(await toggleReaction(options, await readWriter(context, details, rates.react), args)),
      },
      Subscription: {
        commentChanged: {
          async subscribe(_parent, { projectId }, { viewer }) {
            const found = await options.findWatched(viewer, projectId)
            const rule = commentPolicy['comments.read']
            return options.feed.join(requireProjectAccess(found, { viewer, rule, audit: options.audit }).project)
          },
        },
      },
    },
  }
}

async function listComments(
  options: CommentsOptions,
  { projectId, nodeId }: { readonly projectId: string; readonly nodeId?: string | null },
  { viewer, budget }: GraphqlContext,
): Promise<readonly CommentValue[]> {
  const { pool } = options.database
  const access = await findProjectForViewer(pool, viewer, projectId)
  const rule = commentPolicy['comments.read']
  const { project, role, branch } = requireProjectAccess(access, { viewer, rule, audit: options.audit })
  if (nodeId != null && !isStoredId(nodeId)) throw badInputError(commentRequestTexts.badNode, 'nodeId')
  if (!isMember(role)) return []
  const { rows, bytes } = await measureComments(pool, project.id, nodeId ?? null)
  await budget.reserve({ rows, bytes: 2 * bytes + rows * bytesPerComment })
  const found = await readComments(pool, project.id, nodeId ?? null)
  return toCommentViews(
    options,
    found.filter((comment) => isInBranch(branch, comment.nodeId)),
  )
}
