import { randomUUID } from 'node:crypto'
import { commentLimits, commentTexts, isSingleEmoji } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { type NodeView, readNodesById, readProjectIdsByNode } from '../../database/nodes.ts'
import type { Database } from '../../database/database.ts'
import type { Bus } from '../../ports/bus.ts'
import { nodeNotFoundError } from '../nodes/index.ts'
import { type CommentEvent, notifyAboutComment } from '../notifications/index.ts'
import {
  allowInBranch,
  badInputError,
  type Caller,
  changeNodes,
  isInBranch,
  isStoredId,
  type ProjectWrite,
  type Writes,
  type WriteTransaction,
} from '../projects/index.ts'
import { type CommentBody, readCommentBody, requireMentionable } from './comment-body.ts'
import { commentPolicy, requireCommenter, requireRemover } from './policy.ts'
import {
  type CommentChange,
  type CommentRow,
  countComments,
  deleteReactions,
  insertComment,
  readComment,
  readThreadAuthors,
  switchReaction,
  updateComment,
} from './store.ts'

export interface CommentWriter {
  readonly database: Database
  readonly writes: Writes
  readonly bus: Pick<Bus, 'publish'>
}

const commentNotFoundError = (): ApiError => new ApiError('NOT_FOUND', commentTexts.notFound)

interface CommentRequest {
  readonly id?: string | null
  readonly nodeId: string
  readonly parentId?: string | null
  readonly body: string
}

/** Adds a comment. The same comment sent again, as after a lost answer, changes nothing. */
export async function addComment(writer: CommentWriter, caller: Caller, request: CommentRequest): Promise<CommentRow> {
  const id = readCommentId(request.id)
  const nodeId = request.nodeId.toLowerCase()
  const parentId = request.parentId?.toLowerCase() ?? null
  const content = await readCommentBody(request.body)
  const projectId = isStoredId(nodeId)
    ? (await readProjectIdsByNode(writer.database.pool, [nodeId])).get(nodeId)
    : undefined
  return writer.writes.run(
    caller,
    async (work) => {
      const write = await openProject(work, { projectId, nodeId }, nodeNotFoundError)
      requireCommenter(write, caller)
      const [node] = await readNodesById(work.tx.client, write.project.id, [nodeId])
      if (node === undefined || node.isDeleted) throw nodeNotFoundError()
      const { person } = caller.viewer
      const comment = { id, projectId: write.project.id, nodeId, parentId, authorId: person.id, ...content }
      const known = await readComment(work.tx.client, id)
      if (known !== undefined) return requireSameComment(known, comment)
      const thread = parentId === null ? null : await requireThread(work, parentId, nodeId)
      await requireMentionable(write, content.mentionIds)
      if ((await countComments(work.tx.client, write.project.id)) >= commentLimits.perProject) {
        throw badInputError(commentTexts.tooMany, 'body')
      }
      // An id of another project, or of a deleted node, which the caller may not know about.
      if (!(await insertComment(work.tx.client, { ...comment, at: work.at, clientId: caller.clientId })))
        throw new ApiError('CONFLICT', commentTexts.idTaken)
      await countOnNode(write, node, 1)
      const threadAuthorIds = thread === null ? [] : await readThreadAuthors(work.tx.client, thread.id)
      await notify(writer, work, write, {
        commentId: id,
        nodeId,
        authorId: person.id,
        mentionIds: content.mentionIds,
        threadAuthorIds,
        assigneeIds: node.assigneeIds,
        isEdit: false,
      })
      return answerWith(writer, work, id)
    },
    { projectId },
    rereadComment,
  )
}

/** A repeated comment may have been edited since, so only what cannot change is compared then. */
function requireSameComment(
  known: CommentRow,
  sent: Omit<CommentRow, 'createdAt' | 'editedAt' | 'resolvedAt' | 'isDeleted' | 'reactions'>,
) {
  const isSame =
    known.nodeId === sent.nodeId &&
    known.parentId === sent.parentId &&
    known.authorId === sent.authorId &&
    (known.body === sent.body || known.editedAt !== null || known.isDeleted)
  if (!isSame) throw new ApiError('CONFLICT', commentTexts.idTaken)
  return known
}

async function requireThread(work: WriteTransaction, id: string, nodeId: string): Promise<CommentRow> {
  const first = isStoredId(id) ? await readComment(work.tx.client, id) : undefined
  if (first === undefined || first.nodeId !== nodeId || first.parentId !== null) {
    throw badInputError(commentTexts.otherThread, 'parentId')
  }
  return first
}

export async function editComment(
  writer: CommentWriter,
  caller: Caller,
  request: { readonly id: string; readonly body: string },
): Promise<CommentRow> {
  const content = await readCommentBody(request.body)
  return changeComment(writer, caller, request.id, async ({ work, write, comment }) => {
    if (comment.authorId !== caller.viewer.person.id) throw new ApiError('FORBIDDEN', commentTexts.notAuthor)
    requireCommenter(write, caller)
    if (comment.body === content.body) return
    await requireMentionable(write, content.mentionIds)
    await updateComment(work.tx.client, comment.id, toEdited(comment, content, work.at), caller.clientId)
    const added = content.mentionIds.filter((id) => !comment.mentionIds.includes(id))
    await notify(writer, work, write, {
      commentId: comment.id,
      nodeId: comment.nodeId,
      authorId: comment.authorId,
      mentionIds: added,
      threadAuthorIds: [],
      assigneeIds: [],
      isEdit: true,
    })
  })
}

const toEdited = (comment: CommentRow, content: CommentBody, at: Date): CommentChange => ({
  ...toChange(comment),
  ...content,
  editedAt: at,
})

/** The texts and reactions of a deleted comment are gone; its row stays for the answers of its thread. */
export async function deleteComment(writer: CommentWriter, caller: Caller, id: string): Promise<boolean> {
  await changeComment(writer, caller, id, async ({ work, write, comment }) => {
    requireRemover(write, caller, comment.authorId)
    await deleteReactions(work.tx.client, comment.id)
    const deleted = { ...toChange(comment), body: '', mentionIds: [], isDeleted: true }
    await updateComment(work.tx.client, comment.id, deleted, caller.clientId)
    const [node] = await readNodesById(work.tx.client, write.project.id, [comment.nodeId])
    if (node !== undefined) await countOnNode(write, node, -1)
    work.audit({
      kind: 'comment-deleted',
      projectId: write.project.id,
      userId: caller.viewer.person.id,
      commentId: comment.id,
    })
  })
  return true
}

export const resolveThread = (
  writer: CommentWriter,
  caller: Caller,
  { id, isResolved }: { readonly id: string; readonly isResolved: boolean },
): Promise<CommentRow> =>
  changeComment(
    writer,
    caller,
    id,
    async ({ work, write, comment }) => {
      requireCommenter(write, caller)
      if (comment.parentId !== null) throw badInputError(commentTexts.notFirst, 'id')
      if (isResolved === (comment.resolvedAt !== null)) return
      const resolved = { ...toChange(comment), resolvedAt: isResolved ? work.at : null }
      await updateComment(work.tx.client, comment.id, resolved, caller.clientId)
    },
    // A thread goes on after its first comment was deleted.
    { isDeletedAllowed: true },
  )

export async function toggleReaction(
  writer: CommentWriter,
  caller: Caller,
  { commentId, emoji }: { readonly commentId: string; readonly emoji: string },
): Promise<CommentRow> {
  if (!isSingleEmoji(emoji)) throw badInputError(commentTexts.badEmoji, 'emoji')
  return changeComment(writer, caller, commentId, async ({ work, write, comment }) => {
    requireCommenter(write, caller)
    const isNew = comment.reactions.every((one) => one.emoji !== emoji)
    if (isNew && comment.reactions.length >= commentLimits.emoji)
      throw badInputError(commentTexts.tooManyEmoji, 'emoji')
    const reaction = { commentId: comment.id, emoji, userId: caller.viewer.person.id }
    await switchReaction(work.tx.client, reaction, caller.clientId)
  })
}

const toDate = (millis: number | null): Date | null => (millis === null ? null : new Date(millis))

const toChange = ({ body, mentionIds, editedAt, resolvedAt, isDeleted }: CommentRow): CommentChange => ({
  body,
  mentionIds,
  editedAt: toDate(editedAt),
  resolvedAt: toDate(resolvedAt),
  isDeleted,
})

interface OpenComment {
  readonly work: WriteTransaction
  readonly write: ProjectWrite
  readonly comment: CommentRow
}

/** Locks the project of a comment, changes the comment and returns it as it then is. */
async function changeComment(
  writer: CommentWriter,
  caller: Caller,
  given: string,
  change: (open: OpenComment) => Promise<void>,
  { isDeletedAllowed = false }: { readonly isDeletedAllowed?: boolean } = {},
): Promise<CommentRow> {
  const id = given.toLowerCase()
  // A comment never moves to another project, so this may be read before the lock.
  const known = isStoredId(id) ? await readComment(writer.database.pool, id) : undefined
  const projectId = known?.projectId
  return writer.writes.run(
    caller,
    async (work) => {
      const write = await openProject(work, { projectId, nodeId: known?.nodeId ?? '' }, commentNotFoundError)
      const comment = await readComment(work.tx.client, id)
      if (comment === undefined || (comment.isDeleted && !isDeletedAllowed)) throw commentNotFoundError()
      await change({ work, write, comment })
      return answerWith(writer, work, id)
    },
    { projectId },
    rereadComment,
  )
}

/** If the caller may not see the project or the node in it, what they named counts as missing. */
async function openProject(
  work: WriteTransaction,
  { projectId, nodeId }: { readonly projectId: string | undefined; readonly nodeId: string },
  notFoundError: () => ApiError,
): Promise<ProjectWrite> {
  const openId = work.branchProjectId ?? projectId
  if (openId === undefined) throw notFoundError()
  try {
    return await work.open(openId, allowInBranch(commentPolicy['comment.write'], nodeId))
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFoundError() : error
  }
}

/** The number of comments is a field of the node, so that every page learns of it like of any other field. */
async function countOnNode(write: ProjectWrite, { id, commentCount }: NodeView, by: 1 | -1): Promise<void> {
  await changeNodes(write, { ids: [id], fields: { commentCount: Math.max(0, commentCount + by) }, mainId: id })
}

async function notify(
  { bus }: CommentWriter,
  work: WriteTransaction,
  write: ProjectWrite,
  event: CommentEvent,
): Promise<void> {
  const ids = await notifyAboutComment(write, event)
  if (ids.length > 0) work.afterCommit(() => bus.publish({ kind: 'notifications-added', ids }))
}

async function answerWith({ bus }: CommentWriter, work: WriteTransaction, id: string): Promise<CommentRow> {
  const comment = await readComment(work.tx.client, id)
  if (comment === undefined) throw commentNotFoundError()
  work.afterCommit(() => bus.publish({ kind: 'comments-changed', projectId: comment.projectId }))
  return comment
}

/** Reads a long comment again for a repeated operation. */
async function rereadComment(work: WriteTransaction, _caller: Caller, id: string): Promise<CommentRow> {
  const comment = await readComment(work.tx.client, id)
  if (comment === undefined) throw commentNotFoundError()
  const { branch } = await work.requireReadable(comment.projectId, commentPolicy['comment.write'])
  if (!isInBranch(branch, comment.nodeId)) throw commentNotFoundError()
  return comment
}

function readCommentId(given: string | null | undefined): string {
  if (given == null) return randomUUID()
  if (!isStoredId(given)) throw badInputError(commentTexts.badId, 'id')
  return given.toLowerCase()
}
