import { normaliseEmail } from '@espalier/domain'

import type { Identities, Person } from '../../ports/identities.ts'
import { asSession, type KratosIdentity } from './answers.ts'
import { asker, bodyOf, withoutTail } from './kratos-http.ts'
import { kratosPeople } from './kratos-people.ts'

export interface KratosOptions {
  /** The public API, such as https://id.example.com or https://example.com/kratos. */
  readonly url: string
  /** The admin API, which has no lock of its own: it must not be reachable by strangers. */
  readonly adminUrl: string | null
  /** Whether an address counts only once Kratos calls it verified. */
  readonly verifiesEmail?: boolean
  readonly waitMs?: number
}

export function kratosIdentities({ url, adminUrl, verifiesEmail = false, waitMs = 3_000 }: KratosOptions): Identities {
  const ask = asker(waitMs)
  const people = kratosPeople(ask, adminUrl)
  return {
    async whoami({ cookie }) {
      if (cookie === undefined || cookie === '') return null
      const answer = await ask(`${withoutTail(url)}/sessions/whoami`, { headers: { cookie } })
      // 403 asks for a second factor: until it is given, nobody is signed in.
      if (answer.status === 401 || answer.status === 403) return null
      const session = asSession(bodyOf(answer))
      if (!session.active) return null
      const person = personOf(session.identity)
      const isEmailUnproven = verifiesEmail && !hasProvenEmail(session.identity)
      return { sessionId: session.id, person: isEmailUnproven ? { ...person, isEmailUnproven } : person }
    },
    findById: async (id) => personOrNull(await people.read(id)),
    async findByEmail(email) {
      const found = await people.find(email)
      return found !== null && verifiesEmail && !hasProvenEmail(found) ? null : personOrNull(found)
    },
    setStatus: (id, status) => people.setStatus(id, status),
  }
}

const hasProvenEmail = ({ traits, verifiable_addresses: addresses }: KratosIdentity): boolean =>
  (addresses ?? []).some(({ value, verified }) => verified && normaliseEmail(value) === normaliseEmail(traits.email))

const personOrNull = (found: KratosIdentity | null): Person | null => (found === null ? null : personOf(found))

const personOf = ({ id, traits, metadata_public: metadata }: KratosIdentity): Person => ({
  id,
  email: traits.email,
  firstname: traits.firstname ?? null,
  lastname: traits.lastname ?? null,
  picture: metadata?.picture ?? null,
  status: metadata?.status ?? null,
})
