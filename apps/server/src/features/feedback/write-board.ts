import { randomUUID } from 'node:crypto'

import { checkFeedbackComment, checkFeedback, feedbackTexts, acceptsVotes } from '@espalier/domain'

import { insertFeedbackPost, lockFeedbackPost, setFeedbackVote } from '../../database/feedback.ts'
import { insertFeedbackComment } from '../../database/feedback-comments.ts'
import type { SqlClient } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { badInputError, type Caller, isStoredId, type Writes } from '../projects/index.ts'
import { findFeedbackPost, postNotFoundError } from './read-board.ts'
import { toCommentView } from './views.ts'

export interface FeedbackWriteContext {
  readonly writes: Writes
  readonly caller: Caller
  readonly apiUrl: string
}

/** A repeat of the same operation gets the first one's answer, so a lost answer makes no second post. */
export async function addFeedbackPost({ writes, caller, apiUrl }: FeedbackWriteContext, given: { title: string; details: string }) {
  const draft = checkFeedback(given)
  if (!draft.ok) throw badInputError(feedbackTexts[draft.reason], draft.reason === 'long-details' ? 'details' : 'title')
  const userId = caller.viewer.person.id
  return writes.run(caller, async ({ tx, at }) => {
    const number = await insertFeedbackPost(tx.client, { id: randomUUID(), authorId: userId, ...draft.value, at })
    return findFeedbackPost({ db: tx.client, userId, apiUrl }, number)
  })
}

async function requireFeedbackPost(db: SqlClient, id: string) {
  const post = isStoredId(id) ? await lockFeedbackPost(db, id) : null
  if (post === null) throw postNotFoundError()
  return post
}

export function voteForFeedbackPost(
  { writes, caller, apiUrl }: FeedbackWriteContext,
  { id, isVoted }: { id: string; isVoted: boolean },
) {
  const userId = caller.viewer.person.id
  return writes.run(caller, async ({ tx: { client } }) => {
    const { number, status } = await requireFeedbackPost(client, id)
    if (!acceptsVotes(status)) throw new ApiError('CONFLICT', feedbackTexts.closed)
    await setFeedbackVote(client, id, userId, isVoted)
    return findFeedbackPost({ db: client, userId, apiUrl }, number)
  })
}

export async function commentOnFeedbackPost({ writes, caller, apiUrl }: FeedbackWriteContext, given: { id: string; text: string }) {
  const text = checkFeedbackComment(given.text)
  if (!text.ok) throw badInputError(feedbackTexts[text.reason], 'text')
  return writes.run(caller, async ({ tx: { client }, at }) => {
    await requireFeedbackPost(client, given.id)
    const authorId = caller.viewer.person.id
    const comment = { postId: given.id, authorId, text: text.value, status: null, at }
    return toCommentView(await insertFeedbackComment(client, comment), apiUrl)
  })
}
