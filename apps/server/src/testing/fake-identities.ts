import { randomUUID } from 'node:crypto'

import { normalizeEmail } from '@espalier/domain'

import { IdentityUnavailableError, type Identities, type Person } from '../ports/identities.ts'

export interface FakeIdentities {
  readonly identities: Identities
  /** Returns the cookie of a browser that is signed in as this person. */
  signIn(person: Partial<Person> & { readonly email: string }): { readonly id: string; readonly cookie: string }
  change(id: string, change: Partial<Person>): void
  isUnavailable: boolean
}

/** An in-memory implementation of the port. It fulfills the same contract as the real ones. */
export function createFakeIdentities(): FakeIdentities {
  const people = new Map<string, Person>()
  const sessions = new Map<string, { readonly id: string; readonly at: Date }>()
  const fake: FakeIdentities = {
    isUnavailable: false,
    signIn(given) {
      const blank = { id: randomUUID(), firstname: null, lastname: null, picture: null, status: null }
      const person: Person = { ...blank, ...given }
      const token = randomUUID()
      people.set(person.id, person)
      sessions.set(token, { id: person.id, at: new Date() })
      return { id: person.id, cookie: `ory_kratos_session=${token}` }
    },
    change: (id, change) => void people.set(id, { ...known(id), ...change }),
    identities: {
      whoami: async ({ cookie = '' }) => {
        reach()
        const token = /(?:^|; )ory_kratos_session=([^;]+)/.exec(cookie)?.[1] ?? ''
        const session = sessions.get(token)
        if (session === undefined) return null
        return { sessionId: `session of ${token}`, authenticatedAt: session.at, person: known(session.id) }
      },
      findById: async (id) => (reach(), people.get(id) ?? null),
      findByEmail: async (email) => {
        reach()
        const wanted = normalizeEmail(email)
        const found = [...people.values()].find((person) => normalizeEmail(person.email) === wanted)
        return found === undefined || found.isEmailUnproven ? null : found
      },
      setStatus: async (id, status) => {
        reach()
        fake.change(id, { status })
      },
      remove: async (id) => {
        reach()
        people.delete(id)
        for (const [token, session] of sessions) if (session.id === id) sessions.delete(token)
      },
    },
  }
  const reach = () => {
    if (fake.isUnavailable) throw new IdentityUnavailableError('taken away by the test')
  }
  const known = (id: string): Person => {
    const person = people.get(id)
    if (person === undefined) throw new Error('there is no such identity')
    return person
  }
  return fake
}
