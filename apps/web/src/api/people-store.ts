import type { Api } from '@espalier/schema'
import { publicUserByEmailQuery, publicUserByIdQuery } from '@espalier/schema/documents/people'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { sendOperation } from './graphql/send-operation.ts'

export type PublicUser = Api.PublicUser

/** Calls of the same instant travel as one batch. Null: nobody, nobody the caller may know, or no answer. */
export async function fetchPersonById(id: string): Promise<PublicUser | null> {
  const result = await sendOperation(publicUserByIdQuery, { id })
  return result.ok ? result.value.publicUserById : null
}

/** Null: nobody. */
export const fetchPersonByEmail = async (email: string): Promise<ApiResult<PublicUser | null>> =>
  mapApiResult(await sendOperation(publicUserByEmailQuery, { email }), (sent) => sent.publicUserByEmail)

export type PersonState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly person: PublicUser }
  /** There is no such person, the caller may not know them, or the lookup failed. */
  | { readonly kind: 'unknown' }

interface PeopleStore {
  get(id: string): PersonState
  subscribe(listener: () => void): () => void
  /** Looks the person up once. */
  lookUp(id: string): void
  /** Adds a person found by email address. */
  add(person: PublicUser): void
  /** Repeats lookups that failed or found nobody when they are needed next. */
  forgetUnknown(): void
  forgetAll(): void
}

const unknownPerson: PersonState = { kind: 'unknown' }

/** Caches people, each looked up once. */
export function createPeopleStore(fetchPerson: (id: string) => Promise<PublicUser | null>): PeopleStore {
  let states = new Map<string, PersonState>()
  let loading: PersonState = { kind: 'loading' }
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    get: (id) => states.get(id) ?? loading,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lookUp(id) {
      if (states.has(id)) return
      // An answer for the previously signed-in person lands in a map that nobody reads any more.
      const asked = states
      asked.set(id, loading)
      void toPersonState(fetchPerson(id)).then((state) => {
        if (asked.get(id)?.kind !== 'known') asked.set(id, state)
        notify()
      })
    },
    add(person) {
      states.set(person.id, { kind: 'known', person })
      notify()
    },
    forgetUnknown() {
      for (const [id, state] of states) if (state.kind === 'unknown') states.delete(id)
      notify()
    },
    forgetAll() {
      states = new Map()
      // A new object makes waiting components notice that the lookup was dropped, and ask again.
      loading = { kind: 'loading' }
      notify()
    },
  }
}

const toPersonState = (lookup: Promise<PublicUser | null>): Promise<PersonState> =>
  lookup.then(
    (person) => (person === null ? unknownPerson : { kind: 'known', person }),
    () => unknownPerson,
  )
