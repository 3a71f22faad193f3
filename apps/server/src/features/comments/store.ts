import type { SqlClient } from '../../database/nodes.ts'

interface ReactionRow {
  readonly emoji: string
  readonly userIds: readonly string[]
}

/** A comment with its reactions. Times are in milliseconds, so that an answer can be stored as it is. */
export interface CommentRow {
  readonly id: string
  readonly projectId: string
  readonly nodeId: string
  readonly parentId: string | null
  readonly authorId: string
  readonly body: string
  readonly mentionIds: readonly string[]
  readonly createdAt: number
  readonly editedAt: number | null
  readonly resolvedAt: number | null
  readonly isDeleted: boolean
  readonly reactions: readonly ReactionRow[]
}

const toMillis = (column: string): string => `(extract(epoch from comments.${column}) * 1000)::float8`

const reactionsSql = `coalesce((
    select json_agg(json_build_object('emoji', emoji, 'userIds', user_ids) order by first) from (
      select emoji, json_agg(user_id order by number) as user_ids, min(number) as first
      from comment_reactions where comment_id = comments.id group by emoji
    ) as grouped), '[]')`

const columnsSql = `comments.id, comments.project_id as "projectId", comments.node_id as "nodeId",
  comments.parent_id as "parentId", comments.author as "authorId", comments.body, comments.mention_ids as "mentionIds",
  ${toMillis('created_at')} as "createdAt", ${toMillis('edited_at')} as "editedAt",
  ${toMillis('resolved_at')} as "resolvedAt", comments.is_deleted as "isDeleted", ${reactionsSql} as reactions`

/** A deleted comment is only shown where it begins a thread in which somebody has answered. */
const listedSql = `from comments join nodes on nodes.id = comments.node_id
  where comments.project_id = $1 and ($2::uuid is null or comments.node_id = $2) and not nodes.is_deleted
    and (not comments.is_deleted or exists (
      select from comments as answer where answer.parent_id = comments.id and not answer.is_deleted))`

/** Reads how many comments would be listed and how long they are. */
export async function measureComments(
  db: SqlClient,
  projectId: string,
  nodeId: string | null,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { rows } = await db.query<{ rows: number; bytes: number }>(
    `select count(*)::integer as rows, coalesce(sum(octet_length(comments.body)), 0)::float8 as bytes ${listedSql}`,
    [projectId, nodeId],
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

/** Reads the comments of a node, or of all nodes of the project, the oldest first. */
export async function readComments(db: SqlClient, projectId: string, nodeId: string | null): Promise<CommentRow[]> {
  const { rows } = await db.query<CommentRow>(
    `select ${columnsSql} ${listedSql} order by comments.created_at, comments.id`,
    [projectId, nodeId],
  )
  return rows
}

/** Reads one comment, also a deleted one; undefined if there is none, or its node is deleted. */
export async function readComment(db: SqlClient, id: string): Promise<CommentRow | undefined> {
  const { rows } = await db.query<CommentRow>(
    `select ${columnsSql} from comments join nodes on nodes.id = comments.node_id
     where comments.id = $1 and not nodes.is_deleted`,
    [id],
  )
  return rows[0]
}

export async function countComments(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from comments where project_id = $1',
    [projectId],
  )
  return rows[0]?.count ?? 0
}

export interface NewComment {
  readonly id: string
  readonly projectId: string
  readonly nodeId: string
  readonly parentId: string | null
  readonly authorId: string
  readonly body: string
  readonly mentionIds: readonly string[]
  readonly at: Date
  readonly clientId: string | null
}

/** Returns false if the id is in use, in whatever project. */
export async function insertComment(db: SqlClient, comment: NewComment): Promise<boolean> {
  const { id, projectId, nodeId, parentId, authorId, body, mentionIds, at, clientId } = comment
  const { rowCount } = await db.query(
    `insert into comments (id, project_id, node_id, parent_id, author, body, mention_ids, created_at, client_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
    [id, projectId, nodeId, parentId, authorId, body, mentionIds, at, clientId],
  )
  return rowCount === 1
}

/** The parts of a comment that can change besides its reactions. */
export interface CommentChange {
  readonly body: string
  readonly mentionIds: readonly string[]
  readonly editedAt: Date | null
  readonly resolvedAt: Date | null
  readonly isDeleted: boolean
}

export async function updateComment(
  db: SqlClient,
  id: string,
  { body, mentionIds, editedAt, resolvedAt, isDeleted }: CommentChange,
  clientId: string | null,
): Promise<void> {
  await db.query(
    `update comments set body = $2, mention_ids = $3, edited_at = $4, resolved_at = $5, is_deleted = $6,
       client_id = $7, changed = nextval('comment_changes') where id = $1`,
    [id, body, mentionIds, editedAt, resolvedAt, isDeleted, clientId],
  )
}

export async function deleteReactions(db: SqlClient, commentId: string): Promise<void> {
  await db.query('delete from comment_reactions where comment_id = $1', [commentId])
}

/** Adds a reaction of a person, or removes it if it is there. */
export async function switchReaction(
  db: SqlClient,
  reaction: { readonly commentId: string; readonly emoji: string; readonly userId: string },
  clientId: string | null,
): Promise<void> {
  const values = [reaction.commentId, reaction.emoji, reaction.userId]
  const { rowCount } = await db.query(
    'delete from comment_reactions where comment_id = $1 and emoji = $2 and user_id = $3',
    values,
  )
  if (rowCount === 0) {
    await db.query('insert into comment_reactions (comment_id, emoji, user_id) values ($1, $2, $3)', values)
  }
  await db.query(`update comments set changed = nextval('comment_changes'), client_id = $2 where id = $1`, [
    reaction.commentId,
    clientId,
  ])
}

/** The people who have written in a thread, without those whose comments are deleted. */
export async function readThreadAuthors(db: SqlClient, firstId: string): Promise<string[]> {
  const { rows } = await db.query<{ author: string }>(
    'select distinct author from comments where (id = $1 or parent_id = $1) and not is_deleted',
    [firstId],
  )
  return rows.map(({ author }) => author)
}

/** The number of the latest change of a project's comments. */
export async function readLatestChange(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ latest: number }>(
    'select coalesce(max(changed), 0)::float8 as latest from comments where project_id = $1',
    [projectId],
  )
  return rows[0]?.latest ?? 0
}

/** A comment as subscribers get it, with the number of its latest change. */
interface ChangedComment extends CommentRow {
  readonly changed: number
  readonly clientId: string | null
}

/** Reads the comments that changed after a number, in the order of their changes. Those of deleted nodes are left out. */
export async function readChangedComments(
  db: SqlClient,
  projectId: string,
  after: number,
  most: number,
): Promise<ChangedComment[]> {
  const { rows } = await db.query<ChangedComment>(
    `select ${columnsSql}, comments.changed::float8 as changed, comments.client_id as "clientId"
     from comments join nodes on nodes.id = comments.node_id
     where comments.project_id = $1 and comments.changed > $2 and not nodes.is_deleted
     order by comments.changed limit $3`,
    [projectId, after, most],
  )
  return rows
}

/** Returns the projects whose comments changed after these numbers. */
export async function findProjectsWithChanges(db: SqlClient, seen: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select project.id from unnest($1::uuid[], $2::float8[]) as project(id, seen)
     where exists (select from comments where project_id = project.id and changed > project.seen::bigint)`,
    [[...seen.keys()], [...seen.values()]],
  )
  return rows.map(({ id }) => id)
}
