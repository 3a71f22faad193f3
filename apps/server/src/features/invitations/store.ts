import type { Permission } from '@espalier/domain'
import type { SqlClient } from '../../database/nodes.ts'

export interface StoredInvitation {
  readonly id: string
  readonly projectId: string
  /** The user id of the person who invites. */
  readonly invitedBy: string
  /** Null: a link for anybody. */
  readonly email: string | null
  readonly role: Permission
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly usesLeft: number | null
  readonly acceptedBy: string | null
  /** False if the inviter may no longer share the project: a removed editor must not come back by their own link. */
  readonly isAuthorized: boolean
}

const invitationColumns = `invitation.id, invitation.project_id as "projectId", invitation.invited_by as "invitedBy",
  invitation.email, invitation.role, invitation.created_at as "createdAt", invitation.expires_at as "expiresAt",
  invitation.uses_left as "usesLeft", invitation.accepted_by as "acceptedBy",
  (projects.owner = invitation.invited_by
    or projects.editors_may_share and inviter.role is not distinct from 'editor') as "isAuthorized"`

const readInvitationsSql = `select ${invitationColumns} from project_invitations as invitation
  join projects on projects.id = invitation.project_id
  left join project_members as inviter
    on inviter.project_id = invitation.project_id and inviter.user_id = invitation.invited_by`

export async function readInvitation(db: SqlClient, id: string): Promise<StoredInvitation | null> {
  const { rows } = await db.query<StoredInvitation>(`${readInvitationsSql} where invitation.id = $1`, [id])
  return rows[0] ?? null
}

/** Locks the invitation until the transaction ends, so that its last use is used once. */
export async function lockInvitation(db: SqlClient, id: string): Promise<StoredInvitation | null> {
  const { rows } = await db.query<StoredInvitation>(
    `${readInvitationsSql} where invitation.id = $1 for update of invitation`,
    [id],
  )
  return rows[0] ?? null
}

/** Reads the invitations that can still be accepted, the oldest first. */
export async function readOpenInvitations(db: SqlClient, projectId: string, now: Date): Promise<StoredInvitation[]> {
  const { rows } = await db.query<StoredInvitation>(
    `${readInvitationsSql} where invitation.project_id = $1 and invitation.accepted_by is null
       and (invitation.expires_at is null or invitation.expires_at > $2)
       and (invitation.uses_left is null or invitation.uses_left > 0)
     order by invitation.created_at, invitation.id`,
    [projectId, now],
  )
  return rows.filter(({ isAuthorized }) => isAuthorized)
}

/** Counts what a project stores, whether it can still be accepted or not. */
export async function countInvitations(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from project_invitations where project_id = $1 and accepted_by is null',
    [projectId],
  )
  return rows[0]?.count ?? 0
}

export type NewInvitation = Omit<StoredInvitation, 'acceptedBy' | 'isAuthorized'>

/** An address is invited to a project once: a second invitation renews the first and returns its id. */
export async function storeInvitation(db: SqlClient, invitation: NewInvitation): Promise<string> {
  const { id, projectId, invitedBy, email, role, createdAt, expiresAt, usesLeft } = invitation
  const { rows } = await db.query<{ id: string }>(
    `insert into project_invitations (id, project_id, invited_by, email, role, created_at, expires_at, uses_left)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (project_id, email) do update set invited_by = excluded.invited_by, role = excluded.role,
       created_at = excluded.created_at, expires_at = excluded.expires_at, uses_left = excluded.uses_left,
       accepted_by = null
     returning id`,
    [id, projectId, invitedBy, email, role, createdAt, expiresAt, usesLeft],
  )
  return rows[0]?.id ?? id
}

/** Records one use. Only an invitation to an address remembers the person: a link may have thousands of uses. */
export async function markInvitationUsed(db: SqlClient, id: string, userId: string): Promise<void> {
  await db.query(
    `update project_invitations set uses_left = uses_left - 1,
       accepted_by = case when email is null then null else $2::text end where id = $1`,
    [id, userId],
  )
}

export async function deleteInvitation(db: SqlClient, id: string): Promise<void> {
  await db.query('delete from project_invitations where id = $1', [id])
}

/** Deletes invitations that have not worked for a month. */
export async function deleteOldInvitations(db: SqlClient): Promise<void> {
  await db.query(`delete from project_invitations where expires_at < now() - interval '30 days'`)
}

interface AccessRequest {
  readonly projectId: string
  readonly ownerId: string
  readonly askerId: string
  readonly at: Date
}

/**
 * Stores the request. False if the same person asked for the same project within a day, or if the owner got as many
 * requests as the limit within a day, for whatever project and by whatever people.
 */
export async function claimAccessRequest(
  db: SqlClient,
  { projectId, ownerId, askerId, at }: AccessRequest,
  maxPerOwnerAndDay: number,
): Promise<boolean> {
  // Two requests to one owner must not both count before either has stored.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`access requests to ${ownerId}`])
  const { rowCount } = await db.query(
    `insert into access_requests (project_id, asker_id, asked_at)
     select $1::uuid, $2::text, $3::timestamptz
       where (select count(*) from access_requests as earlier join projects on projects.id = earlier.project_id
         where projects.owner = $4 and earlier.asked_at > $3::timestamptz - interval '1 day') < $5
     on conflict (project_id, asker_id) do update set asked_at = excluded.asked_at
       where access_requests.asked_at <= excluded.asked_at - interval '1 day'`,
    [projectId, askerId, at, ownerId, maxPerOwnerAndDay],
  )
  return rowCount === 1
}

/** Deletes requests that no longer limit anything. */
export async function deleteOldAccessRequests(db: SqlClient): Promise<void> {
  await db.query(`delete from access_requests where asked_at < now() - interval '1 day'`)
}
