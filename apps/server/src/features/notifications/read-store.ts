import type { SqlClient } from '../../database/nodes.ts'
import type { NotificationKind } from './store.ts'

/** A notification with what its sentence needs. Titles and texts are as stored, shortened. */
export interface NotificationRow {
  readonly id: string
  readonly userId: string
  readonly kind: NotificationKind
  readonly at: number
  readonly isRead: boolean
  readonly actorId: string | null
  readonly projectId: string
  readonly nodeId: string | null
  readonly commentId: string | null
  readonly projectTitle: string
  readonly nodeTitle: string | null
  readonly commentBody: string | null
  /** YYYY-MM-DD */
  readonly dueDate: string | null
  /** Set for a due date that has passed. */
  readonly isPast: boolean
}

const columnsSql = `notifications.id, notifications.user_id as "userId", notifications.kind,
  (extract(epoch from notifications.at) * 1000)::float8 as at, notifications.read_at is not null as "isRead",
  notifications.actor as "actorId", notifications.project_id as "projectId", notifications.node_id as "nodeId",
  notifications.comment_id as "commentId", projects.title as "projectTitle", left(nodes.title, 2000) as "nodeTitle",
  left(comments.body, 2000) as "commentBody", nodes.due_date::text as "dueDate",
  coalesce(notifications.once_key like '% past', false) as "isPast"`

/**
 * Matches what the person can still see: they own the project or are a member of it, and neither it nor the node nor
 * the comment is deleted. Every read of notifications goes through this.
 */
export const visibleSql = `from notifications
  join projects on projects.id = notifications.project_id
  left join nodes on nodes.id = notifications.node_id
  left join comments on comments.id = notifications.comment_id
  where projects.status <> 'deleted' and not coalesce(nodes.is_deleted, false) and not coalesce(comments.is_deleted, false)
    and (projects.owner = notifications.user_id or exists (
      select from project_members as member
      where member.project_id = notifications.project_id and member.user_id = notifications.user_id))`

/** The place of a notification in the list. */
export interface NotificationPosition {
  readonly at: number
  readonly id: string
}

interface PageRequest {
  readonly userId: string
  readonly before: NotificationPosition | null
  readonly isUnreadOnly: boolean
  readonly most: number
}

/** Reads one page, the latest first. */
export async function readNotifications(
  db: SqlClient,
  { userId, before, isUnreadOnly, most }: PageRequest,
): Promise<NotificationRow[]> {
  const { rows } = await db.query<NotificationRow>(
    `select ${columnsSql} ${visibleSql} and notifications.user_id = $1
       ${isUnreadOnly ? 'and notifications.read_at is null' : ''}
       and ($2::float8 is null or (notifications.at, notifications.id) < (to_timestamp($2::float8 / 1000), $3::uuid))
     order by notifications.at desc, notifications.id desc limit $4`,
    [userId, before?.at ?? null, before?.id ?? null, most],
  )
  return rows
}

export async function countUnread(db: SqlClient, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count ${visibleSql} and notifications.user_id = $1 and notifications.read_at is null`,
    [userId],
  )
  return rows[0]?.count ?? 0
}

/** Reads those of these notifications that are for one of the people. */
export async function readNotificationsById(
  db: SqlClient,
  ids: readonly string[],
  userIds: readonly string[],
): Promise<NotificationRow[]> {
  const { rows } = await db.query<NotificationRow>(
    `select ${columnsSql} ${visibleSql} and notifications.id = any($1::uuid[]) and notifications.user_id = any($2::text[])
     order by notifications.at, notifications.id`,
    [ids, userIds],
  )
  return rows
}

/** Marks what the person can see as read. Null means all. Returns how many were unread. */
export async function markRead(db: SqlClient, userId: string, ids: readonly string[] | null): Promise<number> {
  const { rowCount } = await db.query(
    `update notifications set read_at = now() where read_at is null and id in (
       select notifications.id ${visibleSql} and notifications.user_id = $1
         and ($2::uuid[] is null or notifications.id = any($2)))`,
    [userId, ids],
  )
  return rowCount ?? 0
}
