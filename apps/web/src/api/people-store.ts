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
  /** Nobody, nobody this caller may know, or the lookup failed. */
  | { readonly kind: 'unknown' }

interface PeopleStore {
  get(id: string): PersonState
  subscribe(listener: () => void): () => void
  /** Looks the person up, unless that was done before. */
  lookUp(id: string): void
  /** What a lookup by address has found. */
  add(person: PublicUser): void
  /** Lookups that failed or found nobody are made again when next wanted. */
  forgetUnknown(): void
  forgetAll(): void
}

const unknownPerson: PersonState = { kind: 'unknown' }

/** Who people are, each looked up once. */
export function createPeopleStore(fetchPerson: (id: string) => Promise<PublicUser | null>): PeopleStore {
  let states = new Map<string, PersonState>()
  let loading: PersonState = { kind: 'loading' }
  const listeners = new Set<() => void>()
  const tell = () => {
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
      // An answer meant for the person who was signed in before lands in a map nobody reads any more.
      const asked = states
      asked.set(id, loading)
      void toPersonState(fetchPerson(id)).then((state) => {
        if (asked.get(id)?.kind !== 'known') asked.set(id, state)
        tell()
      })
    },
    add(person) {
      states.set(person.id, { kind: 'known', person })
      tell()
    },
    forgetUnknown() {
      for (const [id, state] of states) if (state.kind === 'unknown') states.delete(id)
      tell()
    },
    forgetAll() {
      states = new Map()
      // Another object: whoever waits for a person notices that the lookup was forgotten, and asks again.
      loading = { kind: 'loading' }
      tell()
    },
  }
}

const toPersonState = (lookup: Promise<PublicUser | null>): Promise<PersonState> =>
  lookup.then(
    (person) => (person === null ? unknownPerson : { kind: 'known', person }),
    () => unknownPerson,
  )
