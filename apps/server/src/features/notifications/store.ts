import type { SqlClient } from '../../database/nodes.ts'
import type { WatchLevel } from './decide-recipients.ts'

export type NotificationKind = 'mentioned' | 'assigned' | 'commented' | 'unblocked' | 'due' | 'shared' | 'proposal'

/** Reads everybody who is named in a project, with their level for a node: its own before that of the project. */
export async function readAudience(
  db: SqlClient,
  projectId: string,
  nodeId: string,
): Promise<ReadonlyMap<string, WatchLevel>> {
  const { rows } = await db.query<{ id: string; level: WatchLevel }>(
    `select person.id, coalesce(own.level, whole.level, 'mine') as level
     from (
       select owner as id from projects where id = $1 union select user_id from project_members where project_id = $1
     ) as person
     left join watches as whole on whole.project_id = $1 and whole.node_id is null and whole.user_id = person.id
     left join watches as own on own.node_id = $2 and own.user_id = person.id`,
    [projectId, nodeId],
  )
  return new Map(rows.map(({ id, level }) => [id, level]))
}

/** Somebody who may have to be notified of something in a project. */
export interface Candidate {
  readonly userId: string
  readonly kind: NotificationKind
  readonly nodeId: string | null
}

/** Leaves out those who are not named in the project, and those who want to hear nothing of it or of the node. */
export async function filterCandidates(
  db: SqlClient,
  projectId: string,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const { rows } = await db.query<Candidate>(
    `select wanted."userId", wanted.kind, wanted."nodeId"
     from json_to_recordset($2) as wanted("userId" text, kind text, "nodeId" uuid)
     join projects on projects.id = $1
     left join watches as whole
       on whole.project_id = $1 and whole.node_id is null and whole.user_id = wanted."userId"
     left join watches as own on own.node_id = wanted."nodeId" and own.user_id = wanted."userId"
     where coalesce(own.level, whole.level, 'mine') <> 'none' and (projects.owner = wanted."userId" or exists (
       select from project_members where project_id = $1 and user_id = wanted."userId"))`,
    [projectId, JSON.stringify(candidates)],
  )
  return rows
}

export interface NewNotification extends Candidate {
  readonly id: string
  readonly commentId?: string
}

interface NotificationOrigin {
  readonly projectId: string
  readonly actorId: string
  readonly at: Date
}

/** Acts of one person on one node within this time become one notification of their kind, as long as it is unread. */
const burstMinutes = 10

/** Stores notifications, or renews unread ones of the same burst. Returns the ids of both. */
export async function storeNotifications(
  db: SqlClient,
  { projectId, actorId, at }: NotificationOrigin,
  wanted: readonly NewNotification[],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const { rows } = await db.query<{ id: string }>(
    `with wanted as materialized (
       select * from json_to_recordset($1) as new(id uuid, "userId" text, kind text, "nodeId" uuid, "commentId" uuid)
     ), renewed as (
       update notifications set at = $4, comment_id = coalesce(wanted."commentId", notifications.comment_id)
       from wanted
       where notifications.user_id = wanted."userId" and notifications.kind = wanted.kind
         and notifications.project_id = $2 and notifications.actor = $3
         and notifications.node_id is not distinct from wanted."nodeId" and notifications.read_at is null
         and notifications.at > $4::timestamptz - interval '${burstMinutes} minutes'
       returning notifications.id, wanted.id as replaced
     ), added as (
       insert into notifications (id, user_id, kind, at, actor, project_id, node_id, comment_id)
       select id, "userId", kind, $4, $3, $2, "nodeId", "commentId" from wanted
       where id not in (select replaced from renewed)
       returning id
     )
     select id from renewed union select id from added`,
    [JSON.stringify(wanted), projectId, actorId, at],
  )
  return rows.map(({ id }) => id)
}

/** An assignee of a node that nothing blocks any more. */
interface Unblocked {
  readonly userId: string
  readonly nodeId: string
}

/**
 * Reads the assignees of nodes that waited for one of these blockers and now have no open blocker of their own. What is
 * deleted, or in a stage that does not count, blocks nothing.
 */
export async function readUnblocked(
  db: SqlClient,
  projectId: string,
  doneIds: readonly string[],
): Promise<Unblocked[]> {
  const { rows } = await db.query<Unblocked>(
    `with uncounted as (
       select (stage->>'id')::uuid as id from projects cross join jsonb_array_elements(stages) as stage
       where projects.id = $1 and stage->>'counts' = 'false'
     )
     select assignee as "userId", waiting.id as "nodeId"
     from nodes as waiting cross join unnest(waiting.assignee_ids) as assignee
     where waiting.project_id = $1 and waiting.blocked_by_ids <> '{}' and waiting.blocked_by_ids && $2::uuid[]
       and not waiting.is_deleted and waiting.status <> 'done'
       and not exists (
         select from nodes as blocker where blocker.id = any(waiting.blocked_by_ids)
           and blocker.status <> 'done' and not blocker.is_deleted
           and (blocker.stage_id is null or blocker.stage_id not in (select id from uncounted)))`,
    [projectId, doneIds],
  )
  return rows
}

/**
 * Notifies of due dates: once when it is tomorrow or today, and once when it has passed. A later job or another server
 * finds the keys of the first. Returns the ids of the new notifications.
 */
export async function storeDueNotifications(db: SqlClient, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into notifications (id, user_id, kind, at, project_id, node_id, once_key)
     select gen_random_uuid(), assigned.user_id, 'due', $2, assigned.project_id, assigned.node_id,
       assigned.node_id || ' ' || assigned.due_date || case when assigned.due_date < $1::date then ' past' else ' soon' end
     from open_assignments as assigned join projects on projects.id = assigned.project_id
     left join watches as whole on whole.project_id = assigned.project_id and whole.node_id is null
       and whole.user_id = assigned.user_id
     left join watches as own on own.node_id = assigned.node_id and own.user_id = assigned.user_id
     where assigned.due_date between $1::date - 7 and $1::date + 1 and projects.status not in ('deleted', 'archived')
       and coalesce(own.level, whole.level, 'mine') <> 'none'
       and (projects.owner = assigned.user_id or exists (
         select from project_members as member
         where member.project_id = assigned.project_id and member.user_id = assigned.user_id))
     on conflict (user_id, once_key) do nothing
     returning id`,
    [now.toISOString().slice(0, 10), now],
  )
  return rows.map(({ id }) => id)
}

const keptDays = 180

/** Deletes old notifications, and visits of projects that are gone. */
export async function deleteOldNotifications(db: SqlClient): Promise<void> {
  await db.query(`delete from notifications where at < now() - interval '${keptDays} days'`)
  await db.query(
    'delete from project_visits where not exists (select from projects where projects.id = project_visits.project_id)',
  )
}

export interface Watched {
  readonly userId: string
  readonly projectId: string
  /** Null: the whole project. */
  readonly nodeId: string | null
}

interface Watch extends Watched {
  readonly level: WatchLevel
}

/** Reads the level that was set, or the default. */
export async function readWatch(db: SqlClient, { userId, projectId, nodeId }: Watched): Promise<WatchLevel> {
  const { rows } = await db.query<{ level: WatchLevel }>(
    'select level from watches where user_id = $1 and project_id = $2 and node_id is not distinct from $3',
    [userId, projectId, nodeId],
  )
  return rows[0]?.level ?? 'mine'
}

/** A level of a node stays even if it is the default, because it goes before the level of the project. */
export async function storeWatch(db: SqlClient, { userId, projectId, nodeId, level }: Watch): Promise<void> {
  const target =
    nodeId === null ? '(project_id, user_id) where node_id is null' : '(node_id, user_id) where node_id is not null'
  await db.query(
    `insert into watches (user_id, project_id, node_id, level) values ($1, $2, $3, $4)
     on conflict ${target} do update set level = excluded.level`,
    [userId, projectId, nodeId, level],
  )
}
