import { isUuid, normalizeEmail } from '@espalier/domain'
import type { SqlClient } from '../../database/nodes.ts'

/** Something that happened, before it has its number. */
export interface NewAuditRow {
  readonly at: Date
  readonly action: string
  readonly userId: string | null
  readonly subjectId: string | null
  readonly projectId: string | null
  readonly address: string | null
  readonly tokenId: string | null
  readonly tokenName: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

export interface AuditRow extends NewAuditRow {
  /** A number that may be larger than a JavaScript number can hold exactly. */
  readonly id: string
  readonly email: string | null
  readonly subjectEmail: string | null
}

export async function insertAuditRows(db: SqlClient, rows: readonly NewAuditRow[]): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `insert into audit_log (at, action, user_id, subject_id, project_id, address, token_id, token_name, details)
     select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::uuid[],
       $8::text[], $9::jsonb[])`,
    [
      rows.map(({ at }) => at),
      rows.map(({ action }) => action),
      rows.map(({ userId }) => userId),
      rows.map(({ subjectId }) => subjectId),
      rows.map(({ projectId }) => projectId),
      rows.map(({ address }) => address),
      rows.map(({ tokenId }) => tokenId),
      rows.map(({ tokenName }) => tokenName),
      rows.map(({ details }) => JSON.stringify(details)),
    ],
  )
}

/** The filter of a reader of the log; null: everything. */
export interface AuditFilter {
  /** An address or an id, as the one who acted or was acted upon. */
  readonly person: string | null
  readonly action: string | null
  readonly projectId: string | null
  readonly since: Date | null
  readonly until: Date | null
}

interface AuditPage {
  /** Only entries with a smaller id. */
  readonly before: string | null
  readonly limit: number
}

/** Reads the latest entries first. A person who is gone has no address any more. */
export async function readAuditRows(
  db: SqlClient,
  { person, action, projectId, since, until }: AuditFilter,
  { before, limit }: AuditPage,
): Promise<AuditRow[]> {
  // An id that cannot exist matches nothing.
  if (projectId !== null && !isUuid(projectId)) return []
  const { rows } = await db.query<AuditRow>(
    `select log.id::text as id, log.at, log.action, log.user_id as "userId", log.subject_id as "subjectId",
       log.project_id as "projectId", log.address, log.token_id as "tokenId", log.token_name as "tokenName", log.details,
       actor.email, subject.email as "subjectEmail"
     from audit_log as log
     left join accounts as actor on actor.user_id = log.user_id
     left join accounts as subject on subject.user_id = log.subject_id
     where ($1::text is null
         or log.user_id in (select $1 union all select user_id from accounts where lower(email) = $2)
         or log.subject_id in (select $1 union all select user_id from accounts where lower(email) = $2))
       and ($3::text is null or log.action = $3)
       and ($4::uuid is null or log.project_id = $4)
       and ($5::timestamptz is null or log.at >= $5)
       and ($6::timestamptz is null or log.at < $6)
       and ($7::bigint is null or log.id < $7)
     order by log.id desc limit $8`,
    [person, person === null ? null : normalizeEmail(person), action, projectId, since, until, before, limit],
  )
  return rows
}

/** The actions that the log contains. Skips from one to the next by the index, because the log may be long. */
export async function readAuditActions(db: SqlClient): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `with recursive known(action) as (
       (select action from audit_log order by action limit 1)
       union all
       select (select log.action from audit_log as log where log.action > known.action order by log.action limit 1)
       from known where known.action is not null
     )
     select action from known where action is not null`,
  )
  return rows.map(({ action }) => action)
}

const deletedAtOnce = 10_000

/** Deletes in pieces, so that no single statement takes long. */
export async function deleteOldAuditRows(db: SqlClient, before: Date): Promise<number> {
  let total = 0
  for (;;) {
    const { rowCount } = await db.query(
      'delete from audit_log where id in (select id from audit_log where at < $1 order by at limit $2)',
      [before, deletedAtOnce],
    )
    total += rowCount ?? 0
    if ((rowCount ?? 0) < deletedAtOnce) return total
  }
}
