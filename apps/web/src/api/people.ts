import { sharingTexts } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { publicUserByEmailQuery, publicUserByIdQuery } from '@espalier/schema/documents/people'
import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../platform/cell.ts'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { apiBase } from './session/page-config.ts'
import { auth } from './session/session.ts'

export type PublicUser = Api.PublicUser

/** Calls of the same instant travel as one batch. Null: nobody, nobody the caller may know, or no answer. */
async function fetchPersonById(id: string): Promise<PublicUser | null> {
  const result = await sendOperation(publicUserByIdQuery, { id })
  return result.ok ? result.value.publicUserById : null
}

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
function createPeopleStore(fetchPerson: (id: string) => Promise<PublicUser | null>): PeopleStore {
  let states = new Map<string, PersonState>()
  let loading: PersonState = { kind: 'loading' }
  const changed = createListeners<null>()
  const notify = () => changed.notify(null)
  return {
    get: (id) => states.get(id) ?? loading,
    subscribe: changed.add,
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

/** Caches everyone this tab has looked up. */
export const peopleStore = createPeopleStore(fetchPersonById)

let lastPersonId: string | null = null
auth.subscribe(() => {
  const state = auth.get()
  const now = state.kind === 'person' ? state.person.id : null
  if (now === lastPersonId) return
  lastPersonId = now
  peopleStore.forgetAll()
})

/** Returns the person with this id. Lookups of the same moment are one request. */
export function usePerson(id: string): PersonState {
  const state = useSyncExternalStore(peopleStore.subscribe, () => peopleStore.get(id))
  useEffect(() => {
    if (state.kind === 'loading') peopleStore.lookUp(id)
  }, [id, state])
  return state
}

/** Returns how the members of a project see a person: by name, or by the address of somebody who gave none. */
export const getMemberName = ({ name, email }: PublicUser): string => name ?? email

/** Returns a person's email address, '<unknown>' if nobody knows it, and '' during the lookup. */
export function formatPerson(state: PersonState): string {
  switch (state.kind) {
    case 'loading':
      return ''
    case 'known':
      return state.person.email
    case 'unknown':
      return sharingTexts.unknownPerson
  }
}

/** Returns the picture if the content security policy allows it: from the page's origin or the API's. */
export function allowedPictureUrl(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin } = new URL(url)
  return origin === window.location.origin || origin === apiBase() ? url : null
}

/** Null: no such user. The page has reported a failure already. */
export async function findPersonByEmail(email: string): Promise<ApiResult<PublicUser | null>> {
  const sent = await sendOperation(publicUserByEmailQuery, { email })
  const result = mapApiResult(sent, ({ publicUserByEmail }) => publicUserByEmail)
  if (result.ok && result.value !== null) peopleStore.add(result.value)
  return result
}
