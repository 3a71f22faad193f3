import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'

export interface PersonPicture {
  readonly id: string
  /** Changes with a picture that the person has chosen; null or unknown: it is asked for each time whether there is a newer one. */
  readonly pictureVersion?: string | null
  /** The provider's own address stays with us: who looks at whom is none of its business. */
  readonly picture?: string | null
}

/** An absolute URL for everyone, always on our own host. */
export function buildPictureUrl({ id, pictureVersion }: PersonPicture, apiUrl: string): string {
  const url = new URL(`/avatar/${encodeURIComponent(id)}`, apiUrl)
  if (pictureVersion != null) url.searchParams.set('v', pictureVersion)
  return url.href
}

interface PeopleOptions {
  readonly database: Database
  readonly identities: Identities
}

export interface People {
  /** By id; those nobody knows are not in it. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, Person & PersonPicture>>
  /** Remembers for a while that this person looked the other up. */
  lookUpByEmail(askerId: string, email: string): Promise<Person | null>
  /**
   * Those of these ids whom the person may know: themselves, people they looked up by email, and people who own or have
   * opened a project that both are named in. To be added to a project is nothing that the other has done, so it does not count.
   */
  findKnown(askerId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Person & PersonPicture>>
}

const lookupDays = 90

export function createPeople({ database, identities }: PeopleOptions): People {
  const find: People['find'] = async (ids) => {
    const known = await readAccountsByUserId(database, ids)
    const missing = ids.filter((id) => !known.has(id))
    // Who has never opened the product has no account yet, but is someone all the same.
    for (const person of await Promise.all(missing.map((id) => identities.findById(id)))) {
      if (person !== null) known.set(person.id, person)
    }
    return known
  }
  return {
    find,
    async lookUpByEmail(askerId, email) {
      const found = await identities.findByEmail(email)
      if (found !== null && found.id !== askerId) await storeLookup(database, askerId, found.id)
      return found
    },
    async findKnown(askerId, ids) {
      const { rows } = await database.pool.query<{ id: string }>(knownPeopleSql, [askerId, ids])
      return find(rows.map(({ id }) => id))
    },
  }
}

const storeLookup = ({ pool }: Database, askerId: string, foundId: string): Promise<unknown> =>
  pool.query(
    `insert into person_lookups (asker_id, found_id, expires_at) values ($1, $2, now() + $3 * interval '1 day')
     on conflict (asker_id, found_id) do update set expires_at = excluded.expires_at`,
    [askerId, foundId, lookupDays],
  )

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

/** Drops the lookups that no longer count. */
export const deleteExpiredLookups = ({ pool }: Database): Promise<unknown> =>
  pool.query('delete from person_lookups where expires_at < now()')

async function readAccountsByUserId(
  { db }: Database,
  ids: readonly string[],
): Promise<Map<string, Person & PersonPicture>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'email', 'firstname', 'lastname', 'picture', 'picture_version'])
    .where('user_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ user_id: id, picture_version: pictureVersion, ...row }) => [
      id,
      { id, ...row, pictureVersion, status: null },
    ]),
  )
}
