import { sharingLimits } from '@espalier/domain'
import type { SqlClient } from '../../database/nodes.ts'

/** A mail about a shared project to one of several recipients. */
interface ShareMail {
  readonly projectId: string
  readonly senderId: string
  readonly at: Date
}

/** Two requests of one sender, for different projects, must not both count before either has stored. */
export async function lockShareMails(db: SqlClient, senderId: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`share mails of ${senderId}`])
}

const oneDayAgoSql = `$3::timestamptz - interval '1 day'`

// One mail per person, project and day, and a limited number per sender and person.
const dueRecipientsSql = `
  select recipient.id from unnest($4::text[]) as recipient(id)
  where not exists (
      select from share_mails where project_id = $1 and recipient_id = recipient.id and sent_at > ${oneDayAgoSql})
    and (select count(*) from share_mails
      where sender_id = $2 and recipient_id = recipient.id and sent_at > ${oneDayAgoSql}) < $5`

/** Filters the recipients who have had no such mail within a day, up to the sender's limit. */
export async function filterDueRecipients(
  db: SqlClient,
  { projectId, senderId, at }: ShareMail,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(dueRecipientsSql, [
    projectId,
    senderId,
    at,
    ids,
    sharingLimits.mailsPerPairAndDay,
  ])
  return rows.map(({ id }) => id)
}

/** How many mails of this sender went out since then, and when the first of them did. */
export async function countShareMails(
  db: SqlClient,
  senderId: string,
  since: Date,
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const { rows } = await db.query<{ count: number; oldest: Date | null }>(
    'select count(*)::int as count, min(sent_at) as oldest from share_mails where sender_id = $1 and sent_at > $2',
    [senderId, since],
  )
  return rows[0] ?? { count: 0, oldest: null }
}

export async function storeShareMails(
  db: SqlClient,
  { projectId, senderId, at }: ShareMail,
  recipientIds: readonly string[],
): Promise<void> {
  await db.query(
    `insert into share_mails (project_id, recipient_id, sender_id, sent_at)
     select $1, recipient.id, $2, $3 from unnest($4::text[]) as recipient(id)
     on conflict (project_id, recipient_id) do update set sender_id = excluded.sender_id, sent_at = excluded.sent_at`,
    [projectId, senderId, at, recipientIds],
  )
}

/** Deletes records that no longer limit anything. */
export async function deleteOldShareMails(db: SqlClient): Promise<void> {
  await db.query(`delete from share_mails where sent_at < now() - interval '1 day'`)
}

/** False: another copy of this person is being made, on whichever server. Held until the end of the transaction. */
export async function tryLockClone(db: SqlClient, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_first: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('clone project'), hashtext($1)) as is_first`,
    [userId],
  )
  return rows[0]?.is_first === true
}

interface NodeLinkRow {
  readonly target: string
  readonly id: string
  readonly title: string
  readonly projectId: string
  readonly projectTitle: string
}

// A project that is open to anyone with the link is not listed anywhere. Only projects that the caller owns or is named
// in are returned: otherwise the caller would learn the id and could then read the whole project.
const linkingNodesSql = `from nodes join projects on projects.id = nodes.project_id
  left join project_members on project_members.project_id = projects.id and project_members.user_id = $2
  where nodes.project_link = any($1::uuid[]) and not nodes.is_deleted and projects.id <> nodes.project_link
    and projects.status <> 'deleted' and (projects.owner = $2 or project_members.user_id is not null)`

/** How much the nodes that link to these projects are, before they are read. */
export async function measureNodeLinks(
  db: SqlClient,
  targets: readonly string[],
  userId: string | null,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { rows } = await db.query<{ rows: number; bytes: number }>(
    `select count(*)::integer as rows,
       coalesce(sum(octet_length(nodes.title) + octet_length(projects.title)), 0)::float8 as bytes ${linkingNodesSql}`,
    [targets, userId],
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

export async function readLinkingNodes(
  db: SqlClient,
  targets: readonly string[],
  userId: string | null,
): Promise<NodeLinkRow[]> {
  const { rows } = await db.query<NodeLinkRow>(
    `select nodes.project_link as target, nodes.id, nodes.title, projects.id as "projectId",
       projects.title as "projectTitle" ${linkingNodesSql} order by nodes.id`,
    [targets, userId],
  )
  return rows
}
