import { feedbackSlug } from '@espalier/domain'

import type { CommentRow, PostRow } from '../../database/feedback.ts'
import { pictureOf } from '../people/index.ts'

const authorOf = (
  { authorName, authorVersion }: Pick<PostRow, 'authorName' | 'authorVersion'>,
  id: string,
  apiUrl: string,
) => ({
  name: authorName,
  picture: pictureOf({ id, pictureVersion: authorVersion }, apiUrl),
})

/** A post as the API tells it; its comments are read only where they are asked for. */
export const postView = (row: PostRow, apiUrl: string) => ({
  id: row.id,
  number: row.number,
  slug: feedbackSlug(row.number, row.title),
  title: row.title,
  details: row.details,
  status: row.status,
  duplicateOf: row.duplicateOf && {
    slug: feedbackSlug(row.duplicateOf.number, row.duplicateOf.title),
    title: row.duplicateOf.title,
  },
  author: authorOf(row, row.authorId, apiUrl),
  votes: row.votes,
  hasVoted: row.hasVoted,
  commentCount: row.comments,
  createdAt: row.createdAt.getTime(),
})

export type PostView = ReturnType<typeof postView>

export const commentView = (row: CommentRow, apiUrl: string) => ({
  number: row.number,
  author: row.authorId === null ? null : authorOf(row, row.authorId, apiUrl),
  text: row.text,
  status: row.status,
  createdAt: row.createdAt.getTime(),
})
