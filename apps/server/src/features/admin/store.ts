import type { SqlClient } from '../../database/nodes.ts'

export interface OpenInvitation {
  readonly id: string
  readonly projectId: string
  /** Null: a link for anybody. */
  readonly email: string | null
  readonly role: string
  readonly invitedById: string
  readonly invitedByEmail: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly usesLeft: number | null
}

const openInvitationsSql = `from project_invitations as invitation
  join projects on projects.id = invitation.project_id and projects.status <> 'deleted'
  left join accounts as inviter on inviter.user_id = invitation.invited_by
  where invitation.accepted_by is null and (invitation.expires_at is null or invitation.expires_at > now())
    and (invitation.uses_left is null or invitation.uses_left > 0)`

/** Reads a page of the invitations that can still be accepted, the newest first, and how many there are. */
export async function readAllInvitations(
  db: SqlClient,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly invitations: readonly OpenInvitation[]; readonly total: number }> {
  const { rows } = await db.query<OpenInvitation>(
    `select invitation.id, invitation.project_id as "projectId", invitation.email, invitation.role,
       invitation.invited_by as "invitedById", inviter.email as "invitedByEmail",
       invitation.created_at as "createdAt", invitation.expires_at as "expiresAt", invitation.uses_left as "usesLeft"
     ${openInvitationsSql} order by invitation.created_at desc, invitation.id limit $1 offset $2`,
    [limit, offset],
  )
  const counted = await db.query<{ total: number }>(`select count(*)::int as total ${openInvitationsSql}`)
  return { invitations: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns the project; null if there is no such invitation. */
export async function deleteAnyInvitation(db: SqlClient, id: string): Promise<string | null> {
  const { rows } = await db.query<{ projectId: string }>(
    'delete from project_invitations where id = $1 returning project_id as "projectId"',
    [id],
  )
  return rows[0]?.projectId ?? null
}

export interface StorageFigures {
  readonly projects: number
  readonly deletedProjects: number
  readonly nodes: number
  readonly databaseBytes: number
}

/** Projects count their own nodes, so that no table has to be read as a whole. */
export async function readStorageFigures(db: SqlClient): Promise<StorageFigures> {
  const { rows } = await db.query<StorageFigures>(
    `select count(*)::int as projects, (count(*) filter (where status = 'deleted'))::int as "deletedProjects",
       coalesce(sum(todo_count + progress_count + done_count), 0)::float8 as nodes,
       pg_database_size(current_database())::float8 as "databaseBytes"
     from projects`,
  )
  return rows[0] ?? { projects: 0, deletedProjects: 0, nodes: 0, databaseBytes: 0 }
}

export interface QueueFigures {
  readonly jobsWaiting: number
  readonly jobsFailed: number
  readonly mailsWaiting: number
  readonly mailsFailed: number
  readonly oldestJobMs: number
}

/** A mail that the mail server refused is queued again and says in its payload how often that happened. */
export async function readQueueFigures(db: SqlClient): Promise<QueueFigures> {
  const { rows } = await db.query<QueueFigures>(
    `select (count(*) filter (where attempts < max_attempts))::int as "jobsWaiting",
       (count(*) filter (where attempts >= max_attempts))::int as "jobsFailed",
       (count(*) filter (where identifier = 'send-mail'))::int as "mailsWaiting",
       (count(*) filter (where identifier = 'send-mail'
         and (attempts > 0 or (payload->>'failures') is not null)))::int as "mailsFailed",
       coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where attempts < max_attempts)) * 1000), 0)
         ::float8 as "oldestJobMs"
     from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id`,
  )
  return rows[0] ?? { jobsWaiting: 0, jobsFailed: 0, mailsWaiting: 0, mailsFailed: 0, oldestJobMs: 0 }
}
