import type { Api } from '@espalier/contract'
import { feedbackLimits, feedbackTexts, splitSearchWords } from '@espalier/domain'

import { readFeedbackPost, readFeedbackPosts, readSimilarFeedback, type FeedbackPostRow } from '../../database/feedback.ts'
import { readFeedbackComments } from '../../database/feedback-comments.ts'
import type { SqlClient } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { badInputError } from '../projects/index.ts'
import { toCommentView, toPostView } from './views.ts'

export interface FeedbackReadContext {
  readonly db: SqlClient
  readonly userId: string
  readonly apiUrl: string
}

export interface PostsArgs {
  readonly sort: Api.FeedbackSort
  readonly status?: Api.FeedbackStatus | null
  readonly search: string
  readonly after?: string | null
}

const formatPostCursor = ({ votes, number }: FeedbackPostRow): string => `${votes}.${number}`

function parsePostCursor(after: string | null | undefined) {
  if (after == null) return null
  const [, votes, number] = /^(\d{1,9})\.(\d{1,9})$/.exec(after) ?? []
  if (votes === undefined || number === undefined) throw badInputError('This is not where a page ended', 'after')
  return { votes: Number(votes), number: Number(number) }
}

const maxSearchCharacters = 200

export async function listFeedbackPosts({ db, userId, apiUrl }: FeedbackReadContext, { sort, status, search, after }: PostsArgs) {
  const count = feedbackLimits.pagePosts
  const words = splitSearchWords(search.slice(0, maxSearchCharacters))
  // Someone who looks for signs alone looks for nothing that could be found.
  if (words.length === 0 && search.trim() !== '') return { posts: [], next: null }
  const asked = { userId, sort, status: status ?? null, words, after: parsePostCursor(after) }
  const rows = await readFeedbackPosts(db, { ...asked, count: count + 1 })
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

export const postNotFoundError = (): ApiError => new ApiError('NOT_FOUND', feedbackTexts.missing)

export async function findFeedbackPost({ db, userId, apiUrl }: FeedbackReadContext, number: number) {
  const row = await readFeedbackPost(db, userId, number)
  if (row === null) throw postNotFoundError()
  return toPostView(row, apiUrl)
}

export async function listFeedbackComments({ db, apiUrl }: Pick<FeedbackReadContext, 'db' | 'apiUrl'>, postId: string, after: number) {
  const count = feedbackLimits.pageComments
  const rows = await readFeedbackComments(db, { postId, after, count: count + 1 })
  return { comments: rows.slice(0, count).map((row) => toCommentView(row, apiUrl)), hasMore: rows.length > count }
}
