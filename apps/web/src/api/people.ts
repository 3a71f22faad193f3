import { sharingTexts } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import { type ApiResult, createApiFailure } from './graphql/api-result.ts'
import { createPeopleStore, type PersonState, type PublicUser } from './people-store.ts'
import { auth } from './session/session.ts'

export type { PersonState } from './people-store.ts'
export type { PublicUser } from './people-store.ts'

// The GraphQL client is heavy, so components that only show a name must not load it.
const loadRequests = () => import('./people-store.ts')

/** Caches everyone this tab has looked up. */
export const peopleStore = createPeopleStore(async (id) => (await loadRequests()).fetchPersonById(id))

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

/** Null: no such user. The page has reported a failure already. */
export async function findPersonByEmail(email: string): Promise<ApiResult<PublicUser | null>> {
  try {
    const result = await (await loadRequests()).fetchPersonByEmail(email)
    if (result.ok && result.value !== null) peopleStore.add(result.value)
    return result
  } catch (error) {
    return createApiFailure('UNREACHABLE', String(error))
  }
}
