import { formatFeedbackSlug } from '@espalier/domain'

import type { FeedbackCommentRow, FeedbackPostRow } from '../../database/feedback.ts'
import { buildPictureUrl } from '../people/index.ts'

const toAuthorView = (
  { authorName, authorVersion }: Pick<FeedbackPostRow, 'authorName' | 'authorVersion'>,
  id: string,
  apiUrl: string,
) => ({
  name: authorName,
  picture: buildPictureUrl({ id, pictureVersion: authorVersion }, apiUrl),
})

/** A post as the API tells it; its comments are read only where they are asked for. */
export const toPostView = (row: FeedbackPostRow, apiUrl: string) => ({
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

export type PostView = ReturnType<typeof toPostView>

export const toCommentView = (row: FeedbackCommentRow, apiUrl: string) => ({
  number: row.number,
  author: row.authorId === null ? null : toAuthorView(row, row.authorId, apiUrl),
  text: row.text,
  status: row.status,
  createdAt: row.createdAt.getTime(),
})
