import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'
import type { Pictured } from './picture.ts'

export interface PeopleOptions {
  readonly database: Database
  readonly identities: Identities
}

export interface People {
  /** By id; those nobody knows are not in it. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, Person & Pictured>>
  findByEmail(email: string): Promise<Person | null>
  /** Whether both are named in a project that the first one may see. */
  shareProject(userId: string, otherId: string): Promise<boolean>
}

export const createPeople = ({ database, identities }: PeopleOptions): People => ({
  async find(ids) {
    const known = await visitors(database, ids)
    const missing = ids.filter((id) => !known.has(id))
    // Who has never opened the product has no account yet, but is someone all the same.
    for (const person of await Promise.all(missing.map((id) => identities.findById(id)))) {
      if (person !== null) known.set(person.id, person)
    }
    return known
  },
  findByEmail: (email) => identities.findByEmail(email),
  async shareProject(userId, otherId) {
    const { rowCount } = await database.pool.query(
      `select from projects where
         (owner = $1 or status <> 'deleted' and exists
           (select from project_members where project_id = projects.id and user_id = $1))
         and (owner = $2 or exists (select from project_members where project_id = projects.id and user_id = $2))
         and id in (
           select id from projects where owner = $1
           union select project_id from project_members where user_id = $1)
       limit 1`,
      [userId, otherId],
    )
    return rowCount === 1
  },
})

async function visitors({ db }: Database, ids: readonly string[]): Promise<Map<string, Person & Pictured>> {
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
