import {
  type AddCommentMutation,
  addCommentMutation,
  type CommentFields,
  commentChangedSubscription,
  commentsQuery,
  deleteCommentMutation,
  editCommentMutation,
  resolveThreadMutation,
  toggleReactionMutation,
} from '@espalier/schema/documents/comments'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { followSubscription } from './graphql/follow-subscription.ts'
import { failingSilently, handledByCaller, retriedByCaller } from './graphql/own-codes.ts'
import { sendOperation, sendTogether } from './graphql/send-operation.ts'

export type Comment = CommentFields

/** The panel shows every refusal beside the comment, also a lost right. */
const handled = {
  context: handledByCaller(
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'BAD_USER_INPUT',
    'RATE_LIMITED',
    'INTERNAL',
    'UNREACHABLE',
  ),
}

export const fetchComments = async (projectId: string, nodeId: string): Promise<ApiResult<readonly Comment[]>> =>
  mapApiResult(
    await sendOperation(commentsQuery, { projectId, nodeId }, { context: failingSilently }),
    (sent) => sent.comments,
  )

export interface NewComment {
  /** Chosen here, so that the same comment sent twice is stored once. */
  readonly id: string
  readonly nodeId: string
  readonly parentId: string | null
  readonly body: string
}

/** Sent immediately and only once: the outbox waits for no other operations, and tries again by itself. */
export async function addComment({ id, nodeId, parentId, body }: NewComment): Promise<ApiResult<Comment>> {
  const variables = { id, nodeId, parentId, body }
  const context = { ...handled.context, ...retriedByCaller }
  const [sent] = await sendTogether([{ document: addCommentMutation, variables, context }])
  return mapApiResult(sent as ApiResult<AddCommentMutation>, ({ addComment: added }) => added)
}

export const editComment = async (id: string, body: string): Promise<ApiResult<Comment>> =>
  mapApiResult(await sendOperation(editCommentMutation, { id, body }, handled), (sent) => sent.editComment)

export const deleteComment = async (id: string): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(deleteCommentMutation, { id }, handled), (sent) => sent.deleteComment)

export const resolveThread = async (id: string, isResolved: boolean): Promise<ApiResult<Comment>> =>
  mapApiResult(await sendOperation(resolveThreadMutation, { id, isResolved }, handled), (sent) => sent.resolveThread)

export const toggleReaction = async (commentId: string, emoji: string): Promise<ApiResult<Comment>> =>
  mapApiResult(
    await sendOperation(toggleReactionMutation, { commentId, emoji }, handled),
    (sent) => sent.toggleReaction,
  )

/** Follows every comment of a project. Returns a function that stops. */
export const followComments = (
  projectId: string,
  follower: { next(comment: Comment): void; connected(): void },
): (() => void) =>
  followSubscription(
    commentChangedSubscription,
    { projectId },
    { next: (sent) => follower.next(sent.commentChanged), connected: follower.connected },
  )
