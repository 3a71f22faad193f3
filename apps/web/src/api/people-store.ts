import type { Api } from '@espalier/schema'
import { apiClient } from './graphql/api-client.ts'
import { gql, type TypedDocumentNode } from './graphql/gql.ts'

export type PublicUser = Api.PublicUser

const personByIdQuery: TypedDocumentNode<{ readonly publicUserById: PublicUser | null }, { readonly id: string }> = gql`
  query PublicUserById($id: ID!) {
    publicUserById(id: $id) {
      id
      email
      picture
    }
  }
`

const personByEmailQuery: TypedDocumentNode<
  { readonly publicUserByEmail: PublicUser | null },
  { readonly email: string }
> = gql`
  query PublicUserByEmail($email: String!) {
    publicUserByEmail(email: $email) {
      id
      email
      picture
    }
  }
`

/** Calls of the same instant travel as one batch. Null: nobody, or nobody the caller may know. */
export const fetchPersonById = async (id: string): Promise<PublicUser | null> =>
  (await apiClient().ask(personByIdQuery, { variables: { id } })).publicUserById

export const fetchPersonByEmail = async (email: string): Promise<PublicUser | null> =>
  (await apiClient().ask(personByEmailQuery, { variables: { email } })).publicUserByEmail

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
