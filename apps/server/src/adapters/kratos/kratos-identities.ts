import { normalizeEmail } from '@espalier/domain'

import type { Identities, Person } from '../../ports/identities.ts'
import { parseSession, type KratosIdentity } from './answers.ts'
import { createKratosRequester, parseKratosBody, stripTrailingSlash } from './kratos-http.ts'
import { createKratosAdminApi } from './kratos-people.ts'

export interface KratosOptions {
  /** The public API, such as https://id.example.com or https://example.com/kratos. */
  readonly url: string
  /** The admin API, which has no lock of its own: it must not be reachable by strangers. */
  readonly adminUrl: string | null
  /** Whether an address counts only once Kratos calls it verified. */
  readonly verifiesEmail?: boolean
  readonly waitMs?: number
}

export function createKratosIdentities({ url, adminUrl, verifiesEmail = false, waitMs = 3_000 }: KratosOptions): Identities {
  const ask = createKratosRequester(waitMs)
  const people = createKratosAdminApi(ask, adminUrl)
  return {
    async whoami({ cookie }) {
      if (cookie === undefined || cookie === '') return null
      const answer = await ask(`${stripTrailingSlash(url)}/sessions/whoami`, { headers: { cookie } })
      // 403 asks for a second factor: until it is given, nobody is signed in.
      if (answer.status === 401 || answer.status === 403) return null
      const session = parseSession(parseKratosBody(answer))
      if (!session.active) return null
      const person = toPerson(session.identity)
      const isEmailUnproven = verifiesEmail && !hasVerifiedEmail(session.identity)
      return { sessionId: session.id, person: isEmailUnproven ? { ...person, isEmailUnproven } : person }
    },
    findById: async (id) => toPersonOrNull(await people.read(id)),
    async findByEmail(email) {
      const found = await people.find(email)
      return found !== null && verifiesEmail && !hasVerifiedEmail(found) ? null : toPersonOrNull(found)
    },
    setStatus: (id, status) => people.setStatus(id, status),
  }
}

const hasVerifiedEmail = ({ traits, verifiable_addresses: addresses }: KratosIdentity): boolean =>
  (addresses ?? []).some(({ value, verified }) => verified && normalizeEmail(value) === normalizeEmail(traits.email))

const toPersonOrNull = (found: KratosIdentity | null): Person | null => (found === null ? null : toPerson(found))

const toPerson = ({ id, traits, metadata_public: metadata }: KratosIdentity): Person => ({
  id,
  email: traits.email,
  firstname: traits.firstname ?? null,
  lastname: traits.lastname ?? null,
  picture: metadata?.picture ?? null,
  status: metadata?.status ?? null,
})
