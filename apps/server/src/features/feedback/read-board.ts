import type { Api } from '@espalier/contract'
import { feedbackLimits, feedbackTexts, searchWords } from '@espalier/domain'

import { readPost, readPosts, readSimilar, type PostRow } from '../../database/feedback.ts'
import { readComments } from '../../database/feedback-comments.ts'
import type { Queries } from '../../database/read-nodes.ts'
import { ApiError } from '../../transport/api-error.ts'
import { badInput } from '../projects/index.ts'
import { commentView, postView } from './views.ts'

export interface BoardReading {
  readonly db: Queries
  readonly userId: string
  readonly apiUrl: string
}

export interface PostsArgs {
  readonly sort: Api.FeedbackSort
  readonly status?: Api.FeedbackStatus | null
  readonly search: string
  readonly after?: string | null
}

const cursorOf = ({ votes, number }: PostRow): string => `${votes}.${number}`

function placeAfter(after: string | null | undefined) {
  if (after == null) return null
  const [, votes, number] = /^(\d{1,9})\.(\d{1,9})$/.exec(after) ?? []
  if (votes === undefined || number === undefined) throw badInput('This is not where a page ended', 'after')
  return { votes: Number(votes), number: Number(number) }
}

const longestSearch = 200

export async function readBoard({ db, userId, apiUrl }: BoardReading, { sort, status, search, after }: PostsArgs) {
  const count = feedbackLimits.pagePosts
  const words = searchWords(search.slice(0, longestSearch))
  // Someone who looks for signs alone looks for nothing that could be found.
  if (words.length === 0 && search.trim() !== '') return { posts: [], next: null }
  const asked = { userId, sort, status: status ?? null, words, after: placeAfter(after) }
  const rows = await readPosts(db, { ...asked, count: count + 1 })
  const last = rows[count - 1]
  return {
    posts: rows.slice(0, count).map((row) => postView(row, apiUrl)),
    next: rows.length > count && last !== undefined ? cursorOf(last) : null,
  }
}

export async function similarPosts({ db, userId, apiUrl }: BoardReading, title: string) {
  const words = searchWords(title.slice(0, longestSearch))
  const rows = await readSimilar(db, { userId, words, count: feedbackLimits.similarPosts })
  return rows.map((row) => postView(row, apiUrl))
}

export const noSuchPost = (): ApiError => new ApiError('NOT_FOUND', feedbackTexts.missing)

export async function findPost({ db, userId, apiUrl }: BoardReading, number: number) {
  const row = await readPost(db, userId, number)
  if (row === null) throw noSuchPost()
  return postView(row, apiUrl)
}

export async function commentsOf({ db, apiUrl }: Pick<BoardReading, 'db' | 'apiUrl'>, postId: string, after: number) {
  const count = feedbackLimits.pageComments
  const rows = await readComments(db, { postId, after, count: count + 1 })
  return { comments: rows.slice(0, count).map((row) => commentView(row, apiUrl)), hasMore: rows.length > count }
}
