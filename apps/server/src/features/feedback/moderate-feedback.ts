import {
  accept,
  checkFeedbackComment,
  type FeedbackStatus,
  formatFeedbackSlug,
  refuse,
  type Result,
} from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import { insertFeedbackComment } from '../../database/feedback.ts'
import type { SqlClient } from '../../database/nodes.ts'

export interface FeedbackStatusChange {
  readonly number: number
  readonly status: FeedbackStatus
  /** What people read below the post; empty: the new status alone. For a duplicate the number of the other post. */
  readonly note: string
}

export type FeedbackStatusError = 'missing' | 'long-note' | 'no-original' | 'original-is-itself'

/** What operators do with the board, from outside of the product. */
export function setFeedbackStatus(
  database: Database,
  { number, status, note }: FeedbackStatusChange,
  at = new Date(),
): Promise<Result<{ readonly slug: string }, FeedbackStatusError>> {
  return database.transaction(async ({ client }) => {
    const post = await lockPostByNumber(client, number)
    if (post === null) return refuse('missing')
    const original = status === 'duplicate' ? await findOriginalPost(client, number, note) : accept(null)
    if (!original.ok) return original
    const said = original.value === null ? note : `Please vote for “${original.value.title}”: it says the same.`
    const text = said.trim() === '' ? accept('') : checkFeedbackComment(said)
    if (!text.ok) return refuse('long-note')
    await client.query('update feedback_posts set status = $2, duplicate_of = $3 where id = $1', [
      post.id,
      status,
      original.value?.id ?? null,
    ])
    if (original.value !== null) await copyVotes(client, post.id, original.value.id)
    await insertFeedbackComment(client, { postId: post.id, authorId: null, text: text.value, status, at })
    return accept({ slug: formatFeedbackSlug(number, post.title) })
  })
}

interface PostReference {
  readonly id: string
  readonly title: string
}

async function lockPostByNumber(db: SqlClient, number: number): Promise<PostReference | null> {
  const { rows } = await db.query<PostReference>('select id, title from feedback_posts where number = $1 for update', [
    number,
  ])
  return rows[0] ?? null
}

async function findOriginalPost(
  db: SqlClient,
  number: number,
  note: string,
): Promise<Result<PostReference, 'no-original' | 'original-is-itself'>> {
  const other = Number(/^#?([1-9]\d{0,8})$/.exec(note.trim())?.[1] ?? Number.NaN)
  if (other === number) return refuse('original-is-itself')
  const found = Number.isNaN(other) ? null : await lockPostByNumber(db, other)
  return found === null ? refuse('no-original') : accept(found)
}

/** Whoever voted for the one wanted the other as well. */
async function copyVotes(db: SqlClient, fromId: string, toId: string): Promise<void> {
  await db.query(
    `insert into feedback_votes (post_id, user_id) select $2, user_id from feedback_votes where post_id = $1
     on conflict do nothing`,
    [fromId, toId],
  )
  await db.query(
    `update feedback_posts set vote_count = (select count(*) from feedback_votes where post_id = $1) where id = $1`,
    [toId],
  )
}

/** For good, with its votes and comments: for what should never have been there. */
export async function deleteFeedback(database: Database, number: number): Promise<boolean> {
  const { rowCount } = await database.pool.query('delete from feedback_posts where number = $1', [number])
  return rowCount === 1
}

export interface OpenFeedback {
  readonly number: number
  readonly status: FeedbackStatus
  readonly votes: number
  readonly title: string
}

/** What waits for a word of the operators, the most wanted first. */
export async function listOpenFeedback({ pool }: Database, count: number): Promise<readonly OpenFeedback[]> {
  const { rows } = await pool.query<OpenFeedback>(
    `select number, status, vote_count as votes, title from feedback_posts
     where status in ('open', 'planned', 'started') order by vote_count desc, number limit $1`,
    [count],
  )
  return rows
}
