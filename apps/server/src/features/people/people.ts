import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'
import { filterKnownPeople, readAccountsByUserId, storeLookup } from './store.ts'

export interface PersonPicture {
  readonly id: string
  /** Changes with each chosen picture. If null or unknown, the browser revalidates the picture each time. */
  readonly pictureVersion?: string | null
  /** The provider's URL is not sent, so that the provider does not learn who views whom. */
  readonly picture?: string | null
}

/** Returns an absolute URL for everyone, always on our own host. */
export function buildPictureUrl({ id, pictureVersion }: PersonPicture, apiUrl: string): string {
  const url = new URL(`/avatar/${encodeURIComponent(id)}`, apiUrl)
  if (pictureVersion != null) url.searchParams.set('v', pictureVersion)
  return url.href
}

/** Returns what others may see of a person. */
export const toPublicUser = (person: Person & PersonPicture, apiUrl: string) => ({
  id: person.id,
  email: person.email,
  picture: buildPictureUrl(person, apiUrl),
  name: [person.firstname, person.lastname].filter((part) => part).join(' ') || null,
})

interface PeopleOptions {
  readonly database: Database
  readonly identities: Identities
}

export interface People {
  /** Maps ids to people; unknown ids are missing. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, Person & PersonPicture>>
  /** Remembers for a while that this person looked the other up. */
  lookUpByEmail(askerId: string, email: string): Promise<Person | null>
  /**
   * Returns which of these ids the person may know: themselves, people they looked up by email, and people who own or
   * have opened a project that both are named in. Being added to a project does not count, because the other did not
   * agree to it.
   */
  findKnown(askerId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Person & PersonPicture>>
}

export function createPeople({ database, identities }: PeopleOptions): People {
  const find: People['find'] = async (ids) => {
    const accounts = await readAccountsByUserId(database.pool, ids)
    const known = new Map<string, Person & PersonPicture>(
      accounts.map((account) => [account.id, { ...account, status: null }]),
    )
    const missing = ids.filter((id) => !known.has(id))
    // A person who has never opened the product has no account yet, but does exist.
    for (const person of await Promise.all(missing.map((id) => identities.findById(id)))) {
      if (person !== null) known.set(person.id, person)
    }
    return known
  }
  return {
    find,
    async lookUpByEmail(askerId, email) {
      const found = await identities.findByEmail(email)
      if (found !== null && found.id !== askerId) await storeLookup(database.pool, askerId, found.id)
      return found
    },
    async findKnown(askerId, ids) {
      return find(await filterKnownPeople(database.pool, askerId, ids))
    },
  }
}
