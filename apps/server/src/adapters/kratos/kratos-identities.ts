import type { Identities, Person } from '../../ports/identities.ts'
import { asSession, type KratosIdentity } from './answers.ts'
import { asker, bodyOf, withoutTail } from './kratos-http.ts'
import { kratosPeople } from './kratos-people.ts'

export interface KratosOptions {
  /** The public API, such as https://id.example.com or https://example.com/kratos. */
  readonly url: string
  /** The admin API, which has no lock of its own: it must not be reachable by strangers. */
  readonly adminUrl: string | null
  readonly waitMs?: number
}

export function kratosIdentities({ url, adminUrl, waitMs = 3_000 }: KratosOptions): Identities {
  const ask = asker(waitMs)
  const people = kratosPeople(ask, adminUrl)
  return {
    async whoami({ cookie }) {
      if (cookie === undefined || cookie === '') return null
      const answer = await ask(`${withoutTail(url)}/sessions/whoami`, { headers: { cookie } })
      // 403 asks for a second factor: until it is given, nobody is signed in.
      if (answer.status === 401 || answer.status === 403) return null
      const session = asSession(bodyOf(answer))
      return session.active ? { sessionId: session.id, person: personOf(session.identity) } : null
    },
    findById: async (id) => personOrNull(await people.read(id)),
    findByEmail: async (email) => personOrNull(await people.find(email)),
    setStatus: (id, status) => people.setStatus(id, status),
  }
}

const personOrNull = (found: KratosIdentity | null): Person | null => (found === null ? null : personOf(found))

const personOf = ({ id, traits, metadata_public: metadata }: KratosIdentity): Person => ({
  id,
  email: traits.email,
  firstname: traits.firstname ?? null,
  lastname: traits.lastname ?? null,
  picture: metadata?.picture ?? null,
  status: metadata?.status ?? null,
})
