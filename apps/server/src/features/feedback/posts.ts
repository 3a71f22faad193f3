import { randomUUID } from 'node:crypto'
import type { QueryFeedbackPostsArgs } from '@espalier/schema/server'
import {
  acceptsVotes,
  checkFeedback,
  checkFeedbackComment,
  feedbackLimits,
  feedbackTexts,
  formatFeedbackSlug,
  splitSearchWords,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import {
  type FeedbackCommentRow,
  type FeedbackPostRow,
  insertFeedbackComment,
  insertFeedbackPost,
  lockFeedbackPost,
  readFeedbackComments,
  readFeedbackPost,
  readFeedbackPosts,
  readSimilarFeedback,
  setFeedbackVote,
} from './store.ts'
import type { SqlClient } from '../../database/nodes.ts'
import { buildPictureUrl } from '../people/index.ts'
import { badInputError, type Caller, isStoredId, type Writes } from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

const toAuthorView = (
  { authorName, authorVersion }: Pick<FeedbackPostRow, 'authorName' | 'authorVersion'>,
  id: string,
  apiUrl: string,
) => ({
  name: authorName,
  picture: buildPictureUrl({ id, pictureVersion: authorVersion }, apiUrl),
})

/** A post as the API returns it; its comments are read only if they are selected. */
const toPostView = (row: FeedbackPostRow, apiUrl: string) => ({
  id: row.id,
  number: row.number,
  slug: formatFeedbackSlug(row.number, row.title),
  title: row.title,
  details: row.details,
  status: row.status,
  duplicateOf: row.duplicateOf && {
    slug: formatFeedbackSlug(row.duplicateOf.number, row.duplicateOf.title),
    title: row.duplicateOf.title,
  },
  author: toAuthorView(row, row.authorId, apiUrl),
  votes: row.votes,
  hasVoted: row.hasVoted,
  commentCount: row.comments,
  createdAt: row.createdAt.getTime(),
})

const toCommentView = (row: FeedbackCommentRow, apiUrl: string) => ({
  number: row.number,
  author: row.authorId === null ? null : toAuthorView(row, row.authorId, apiUrl),
  text: row.text,
  status: row.status,
  createdAt: row.createdAt.getTime(),
})

interface FeedbackReadContext {
  readonly db: SqlClient
  readonly userId: string
  readonly apiUrl: string
}

const formatPostCursor = ({ votes, number }: FeedbackPostRow): string => `${votes}.${number}`

function parsePostCursor(after: string | null | undefined) {
  if (after == null) return null
  const [, votes, number] = /^(\d{1,9})\.(\d{1,9})$/.exec(after) ?? []
  if (votes === undefined || number === undefined) throw badInputError(projectErrorTexts.badFeedbackCursor, 'after')
  return { votes: Number(votes), number: Number(number) }
}

const maxSearchCharacters = 200

export async function listFeedbackPosts(
  { db, userId, apiUrl }: FeedbackReadContext,
  { sort, status, search, after }: QueryFeedbackPostsArgs,
) {
  const count = feedbackLimits.pagePosts
  const words = splitSearchWords(search.slice(0, maxSearchCharacters))
  // A search for punctuation alone cannot find anything.
  if (words.length === 0 && search.trim() !== '') return { posts: [], next: null }
  const query = { userId, sort, status: status ?? null, words, after: parsePostCursor(after) }
  const rows = await readFeedbackPosts(db, { ...query, count: count + 1 })
  const last = rows[count - 1]
  return {
    posts: rows.slice(0, count).map((row) => toPostView(row, apiUrl)),
    next: rows.length > count && last !== undefined ? formatPostCursor(last) : null,
  }
}

export async function findSimilarPosts({ db, userId, apiUrl }: FeedbackReadContext, title: string) {
  const words = splitSearchWords(title.slice(0, maxSearchCharacters))
  const rows = await readSimilarFeedback(db, { userId, words, count: feedbackLimits.similarPosts })
  return rows.map((row) => toPostView(row, apiUrl))
}

const postNotFoundError = (): ApiError => new ApiError('NOT_FOUND', feedbackTexts.missing)

export async function findFeedbackPost({ db, userId, apiUrl }: FeedbackReadContext, number: number) {
  const row = await readFeedbackPost(db, userId, number)
  if (row === null) throw postNotFoundError()
  return toPostView(row, apiUrl)
}

export async function listFeedbackComments(
  { db, apiUrl }: Pick<FeedbackReadContext, 'db' | 'apiUrl'>,
  postId: string,
  after: number,
) {
  const count = feedbackLimits.pageComments
  const rows = await readFeedbackComments(db, { postId, after, count: count + 1 })
  return { comments: rows.slice(0, count).map((row) => toCommentView(row, apiUrl)), hasMore: rows.length > count }
}

interface FeedbackWriteContext {
  readonly writes: Writes
  readonly caller: Caller
  readonly apiUrl: string
}

/** A repeated operation gets the first result, so that a lost response causes no second post. */
export async function addFeedbackPost(
  { writes, caller, apiUrl }: FeedbackWriteContext,
  given: { title: string; details: string },
) {
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

export async function commentOnFeedbackPost(
  { writes, caller, apiUrl }: FeedbackWriteContext,
  given: { id: string; text: string },
) {
  const text = checkFeedbackComment(given.text)
  if (!text.ok) throw badInputError(feedbackTexts[text.reason], 'text')
  return writes.run(caller, async ({ tx: { client }, at }) => {
    await requireFeedbackPost(client, given.id)
    const authorId = caller.viewer.person.id
    const comment = { postId: given.id, authorId, text: text.value, status: null, at }
    return toCommentView(await insertFeedbackComment(client, comment), apiUrl)
  })
}
