import type { FeedbackStatus } from '@espalier/domain'

import type { FeedbackCommentRow } from './feedback.ts'
import type { SqlClient } from './read-nodes.ts'

const commentColumns = `comment.number, comment.author_id as "authorId",
  nullif(trim(concat_ws(' ', author.firstname, author.lastname)), '') as "authorName",
  author.picture_version as "authorVersion", comment.text, comment.status, comment.created_at as "createdAt"`

/** The oldest first. */
export async function readFeedbackComments(
  db: SqlClient,
  { postId, after, count }: { readonly postId: string; readonly after: number; readonly count: number },
): Promise<FeedbackCommentRow[]> {
  const { rows } = await db.query<FeedbackCommentRow>(
    `select ${commentColumns} from feedback_comments as comment left join accounts as author on author.user_id = comment.author_id
     where comment.post_id = $1 and comment.number > $2 order by comment.number limit $3`,
    [postId, after, count],
  )
  return rows
}

export interface NewFeedbackComment {
  readonly postId: string
  /** Null: the operators. */
  readonly authorId: string | null
  readonly text: string
  readonly status: FeedbackStatus | null
  readonly at: Date
}

export async function insertFeedbackComment(db: SqlClient, comment: NewFeedbackComment): Promise<FeedbackCommentRow> {
  const { rows } = await db.query<FeedbackCommentRow>(
    `with comment as (
       insert into feedback_comments (post_id, author_id, text, status, created_at)
       values ($1, $2, $3, $4, $5) returning *),
     counted as (update feedback_posts set comment_count = comment_count + 1 where id = $1)
     select ${commentColumns} from comment left join accounts as author on author.user_id = comment.author_id`,
    [comment.postId, comment.authorId, comment.text, comment.status, comment.at],
  )
  const [made] = rows
  if (made === undefined) throw new Error('a comment was stored without an answer')
  return made
}
