import type { SqlClient } from '../../database/nodes.ts'

const lookupDays = 90

/** Remembers for a while that one person looked up the other. */
export async function storeLookup(db: SqlClient, askerId: string, foundId: string): Promise<void> {
  await db.query(
    `insert into person_lookups (asker_id, found_id, expires_at) values ($1, $2, now() + $3 * interval '1 day')
     on conflict (asker_id, found_id) do update set expires_at = excluded.expires_at`,
    [askerId, foundId, lookupDays],
  )
}

const isMemberSql = (project: string, userId: string) =>
  `exists (select from project_members as mine where mine.project_id = ${project} and mine.user_id = ${userId})`

const knownPeopleSql = `
  select other.id from unnest($2::text[]) as other(id) where other.id = $1
    or exists (select from person_lookups
      where asker_id = $1 and found_id = other.id and expires_at > now())
    or exists (select from projects
      where owner = other.id and status <> 'deleted' and ${isMemberSql('projects.id', '$1')})
    or exists (select from project_members as theirs join projects on projects.id = theirs.project_id
      where theirs.user_id = other.id and theirs.opened_at is not null
        and (owner = $1 or status <> 'deleted' and ${isMemberSql('projects.id', '$1')}))`

/** Filters these ids to people whom the person may know. */
export async function filterKnownPeople(db: SqlClient, askerId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(knownPeopleSql, [askerId, ids])
  return rows.map(({ id }) => id)
}

/** Deletes expired lookups. */
export async function deleteExpiredLookups(db: SqlClient): Promise<void> {
  await db.query('delete from person_lookups where expires_at < now()')
}

/** The personal details of an account. */
interface PersonRow {
  readonly id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly picture: string | null
  readonly pictureVersion: string | null
}

export async function readAccountsByUserId(db: SqlClient, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<PersonRow>(
    `select user_id as id, email, firstname, lastname, picture, picture_version as "pictureVersion"
     from accounts where user_id = any($1::text[])`,
    [ids],
  )
  return rows
}
