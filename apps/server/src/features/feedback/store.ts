import type { FeedbackStatus } from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import type { SqlClient } from '../../database/nodes.ts'

export interface FeedbackPostRow {
  readonly id: string
  readonly number: number
  readonly authorId: string
  readonly authorName: string | null
  readonly authorVersion: string | null
  readonly title: string
  readonly details: string
  readonly status: FeedbackStatus
  readonly duplicateOf: { readonly number: number; readonly title: string } | null
  readonly votes: number
  readonly comments: number
  readonly hasVoted: boolean
  readonly createdAt: Date
}

export interface FeedbackCommentRow {
  readonly number: number
  readonly authorId: string | null
  readonly authorName: string | null
  readonly authorVersion: string | null
  readonly text: string
  readonly status: FeedbackStatus | null
  readonly createdAt: Date
}

// The email address is never selected: readers of the board share no project with the author.
const authorColumns = `nullif(trim(concat_ws(' ', author.firstname, author.lastname)), '') as "authorName",
  author.picture_version as "authorVersion"`

const postColumns = `post.id, post.number, post.author_id as "authorId", ${authorColumns}, post.title, post.details, post.status,
  case when other.id is null then null else json_build_object('number', other.number, 'title', other.title) end as "duplicateOf",
  post.vote_count as votes, post.comment_count as comments, post.created_at as "createdAt",
  exists (select from feedback_votes where post_id = post.id and user_id = $1) as "hasVoted"`

const postTablesSql = `feedback_posts as post left join accounts as author on author.user_id = post.author_id
  left join feedback_posts as other on other.id = post.duplicate_of`

interface FeedbackPostQuery {
  readonly userId: string
  readonly sort: 'votes' | 'newest'
  readonly status: FeedbackStatus | null
  /** Matches posts that contain every one of these words or prefixes. */
  readonly words: readonly string[]
  readonly after: { readonly votes: number; readonly number: number } | null
  readonly count: number
}

/**
 * Words consist of letters and digits only; they are quoted anyway, so that PostgreSQL never reads them as operators.
 */
const toTsQuery = (words: readonly string[], operator: '&' | '|'): string =>
  words.map((word) => `'${word}':*`).join(` ${operator} `)

export async function readFeedbackPosts(db: SqlClient, asked: FeedbackPostQuery): Promise<FeedbackPostRow[]> {
  const { sort, after } = asked
  const beyond =
    sort === 'votes'
      ? '(post.vote_count, post.number) < ($5::int, $6::int)'
      : '($5::int is null or true) and post.number < $6'
  const { rows } = await db.query<FeedbackPostRow>(
    `select ${postColumns} from ${postTablesSql}
     where ($2::text is null or post.status = $2)
       and ($3 = '' or post.words @@ (to_tsquery('english', $3) || to_tsquery('simple', $3)))
       and ($6::int is null or ${beyond})
     order by ${sort === 'votes' ? 'post.vote_count desc, ' : ''}post.number desc limit $4`,
    [asked.userId, asked.status, toTsQuery(asked.words, '&'), asked.count, after?.votes ?? null, after?.number ?? null],
  )
  return rows
}

/** Finds posts that may say the same: those with any of the words, the best match first. */
export async function readSimilarFeedback(
  db: SqlClient,
  { userId, words, count }: { readonly userId: string; readonly words: readonly string[]; readonly count: number },
): Promise<FeedbackPostRow[]> {
  if (words.length === 0) return []
  const { rows } = await db.query<FeedbackPostRow>(
    `select ${postColumns} from ${postTablesSql}, to_tsquery('english', $2) as looked
     where post.words @@ looked and post.status <> 'duplicate'
     order by ts_rank(post.words, looked) desc, post.vote_count desc, post.number desc limit $3`,
    [userId, toTsQuery(words, '|'), count],
  )
  return rows
}

export async function readFeedbackPost(db: SqlClient, userId: string, number: number): Promise<FeedbackPostRow | null> {
  const { rows } = await db.query<FeedbackPostRow>(
    `select ${postColumns} from ${postTablesSql} where post.number = $2`,
    [userId, number],
  )
  return rows[0] ?? null
}

/** The author is the first voter. */
export async function insertFeedbackPost(
  db: SqlClient,
  post: {
    readonly id: string
    readonly authorId: string
    readonly title: string
    readonly details: string
    readonly at: Date
  },
): Promise<number> {
  const { rows } = await db.query<{ number: number }>(
    `with made as (
       insert into feedback_posts (id, author_id, title, details, vote_count, created_at)
       values ($1, $2, $3, $4, 1, $5) returning id, number),
     vote as (insert into feedback_votes (post_id, user_id) select id, $2 from made)
     select number from made`,
    [post.id, post.authorId, post.title, post.details, post.at],
  )
  return rows[0]?.number ?? 0
}

/** Locks the post, so that its counts match its rows. */
export async function lockFeedbackPost(
  db: SqlClient,
  id: string,
): Promise<{ readonly number: number; readonly status: FeedbackStatus } | null> {
  const { rows } = await db.query<{ number: number; status: FeedbackStatus }>(
    'select number, status from feedback_posts where id = $1 for update',
    [id],
  )
  return rows[0] ?? null
}

export async function setFeedbackVote(db: SqlClient, postId: string, userId: string, isVoted: boolean): Promise<void> {
  const change = isVoted
    ? 'insert into feedback_votes (post_id, user_id) values ($1, $2) on conflict do nothing'
    : 'delete from feedback_votes where post_id = $1 and user_id = $2'
  const { rowCount } = await db.query(change, [postId, userId])
  if (rowCount === 0) return
  await db.query('update feedback_posts set vote_count = vote_count + $2 where id = $1', [postId, isVoted ? 1 : -1])
}

const commentColumns = `comment.number, comment.author_id as "authorId",
  nullif(trim(concat_ws(' ', author.firstname, author.lastname)), '') as "authorName",
  author.picture_version as "authorVersion", comment.text, comment.status, comment.created_at as "createdAt"`

/** Returns the oldest comments first. */
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

interface NewFeedbackComment {
  readonly postId: string
  /** Null means the operators. */
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
  if (made === undefined) throw new Error('the insert of a comment returned no row')
  return made
}

/** A post as far as moderating it goes. */
export interface PostReference {
  readonly id: string
  readonly title: string
}

export async function lockPostByNumber(db: SqlClient, number: number): Promise<PostReference | null> {
  const { rows } = await db.query<PostReference>('select id, title from feedback_posts where number = $1 for update', [
    number,
  ])
  return rows[0] ?? null
}

export async function updatePostStatus(
  db: SqlClient,
  postId: string,
  status: FeedbackStatus,
  duplicateOf: string | null,
): Promise<void> {
  await db.query('update feedback_posts set status = $2, duplicate_of = $3 where id = $1', [
    postId,
    status,
    duplicateOf,
  ])
}

/** Voters of the duplicate want the original as well. */
export async function copyVotes(db: SqlClient, fromId: string, toId: string): Promise<void> {
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

/** Deletes the post permanently with its votes and comments, for content that should never have been posted. */
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

/** Lists the posts that wait for an answer of the operators, the most wanted first. */
export async function listOpenFeedback({ pool }: Database, count: number): Promise<readonly OpenFeedback[]> {
  const { rows } = await pool.query<OpenFeedback>(
    `select number, status, vote_count as votes, title from feedback_posts
     where status in ('open', 'planned', 'started') order by vote_count desc, number limit $1`,
    [count],
  )
  return rows
}
