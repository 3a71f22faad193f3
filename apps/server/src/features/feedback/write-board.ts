import { randomUUID } from 'node:crypto'

import { checkComment, checkFeedback, feedbackTexts, takesVotes } from '@espalier/domain'

import { insertPost, lockPost, setVote } from '../../database/feedback.ts'
import { insertComment } from '../../database/feedback-comments.ts'
import type { Queries } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { badInput, type Caller, isStoredId, type Writes } from '../projects/index.ts'
import { findPost, noSuchPost } from './read-board.ts'
import { commentView } from './views.ts'

export interface BoardWriting {
  readonly writes: Writes
  readonly caller: Caller
  readonly apiUrl: string
}

/** A repeat of the same operation gets the first one's answer, so a lost answer makes no second post. */
export async function createPost({ writes, caller, apiUrl }: BoardWriting, given: { title: string; details: string }) {
  const draft = checkFeedback(given)
  if (!draft.ok) throw badInput(feedbackTexts[draft.reason], draft.reason === 'long-details' ? 'details' : 'title')
  const userId = caller.viewer.person.id
  return writes.run(caller, async ({ tx, at }) => {
    const number = await insertPost(tx.client, { id: randomUUID(), authorId: userId, ...draft.value, at })
    return findPost({ db: tx.client, userId, apiUrl }, number)
  })
}

async function openPost(db: Queries, id: string) {
  const post = isStoredId(id) ? await lockPost(db, id) : null
  if (post === null) throw noSuchPost()
  return post
}

export function voteForPost(
  { writes, caller, apiUrl }: BoardWriting,
  { id, isVoted }: { id: string; isVoted: boolean },
) {
  const userId = caller.viewer.person.id
  return writes.run(caller, async ({ tx: { client } }) => {
    const { number, status } = await openPost(client, id)
    if (!takesVotes(status)) throw new ApiError('CONFLICT', feedbackTexts.closed)
    await setVote(client, id, userId, isVoted)
    return findPost({ db: client, userId, apiUrl }, number)
  })
}

export async function commentOnPost({ writes, caller, apiUrl }: BoardWriting, given: { id: string; text: string }) {
  const text = checkComment(given.text)
  if (!text.ok) throw badInput(feedbackTexts[text.reason], 'text')
  return writes.run(caller, async ({ tx: { client }, at }) => {
    await openPost(client, given.id)
    const authorId = caller.viewer.person.id
    const comment = { postId: given.id, authorId, text: text.value, status: null, at }
    return commentView(await insertComment(client, comment), apiUrl)
  })
}
