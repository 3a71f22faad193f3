import { accept, refuse, type Result, sharingTexts } from '@espalier/domain'
import { useEffect, useSyncExternalStore } from 'react'
import { auth } from '../session/index.ts'
import type { PublicUser } from './fetch-people.ts'
import { createPeopleStore, type PersonState } from './people-store.ts'

export type { PersonState } from './people-store.ts'
export type { PublicUser } from './fetch-people.ts'

// The GraphQL client is heavy: what only draws a name must not carry it.
const fetching = () => import('./fetch-people.ts')

/** Everyone this tab has looked up. */
export const people = createPeopleStore(async (id) => (await fetching()).fetchPersonById(id))

let signedIn: string | null = null
auth.subscribe(() => {
  const state = auth.get()
  const now = state.kind === 'person' ? state.person.id : null
  if (now === signedIn) return
  signedIn = now
  people.forgetAll()
})

/** Who has this id. Many asked for at once are one request. */
export function usePerson(id: string): PersonState {
  const state = useSyncExternalStore(people.subscribe, () => people.get(id))
  useEffect(() => {
    if (state.kind === 'loading') people.want(id)
  }, [id, state])
  return state
}

/** The address of a person, '<unknown>' where nobody knows it, nothing while it is being looked up. */
export function personText(state: PersonState): string {
  switch (state.kind) {
    case 'loading':
      return ''
    case 'known':
      return state.person.email
    case 'unknown':
      return sharingTexts.unknownPerson
  }
}

/** Null: no such user. What failed was said by the page already. */
export async function findPersonByEmail(email: string): Promise<Result<PublicUser | null, 'failed'>> {
  try {
    const person = await (await fetching()).fetchPersonByEmail(email)
    if (person !== null) people.learn(person)
    return accept(person)
  } catch {
    return refuse('failed')
  }
}
