import { normaliseEmail } from '@espalier/domain'

import { IdentityAway, type Identities, type Person } from '../../ports/identities.ts'
import { asIdentities, asIdentity, asSession, type KratosIdentity } from './answers.ts'

export interface KratosOptions {
  /** The public API, such as https://id.example.com or https://example.com/kratos. */
  readonly url: string
  /** The admin API, where operations that change people go. */
  readonly adminUrl: string | null
  readonly waitMs?: number
}

export function kratosIdentities({ url, adminUrl, waitMs = 3_000 }: KratosOptions): Identities {
  const ask = (address: string, init: RequestInit = {}) => request(address, { ...init }, waitMs)
  const identitiesUrl = () => {
    if (adminUrl === null) throw new IdentityAway('IDENTITY_ADMIN_URL is not set')
    return `${withoutTail(adminUrl).replace(/\/admin$/, '')}/admin/identities`
  }
  const oneUrl = (id: string) => `${identitiesUrl()}/${encodeURIComponent(id)}`

  const read = async (id: string): Promise<KratosIdentity | null> => {
    // An id of dots would climb out of the collection.
    if (/^\.*$/.test(id)) return null
    const answer = await ask(oneUrl(id))
    return answer.status === 404 || answer.status === 400 ? null : asIdentity(await bodyOf(answer))
  }

  return {
    async whoami({ cookie }) {
      if (cookie === undefined || cookie === '') return null
      const answer = await ask(`${withoutTail(url)}/sessions/whoami`, { headers: { cookie } })
      // 403 asks for a second factor: until it is given, nobody is signed in.
      if (answer.status === 401 || answer.status === 403) return null
      const session = asSession(await bodyOf(answer))
      return session.active ? { sessionId: session.id, person: personOf(session.identity) } : null
    },
    async findById(id) {
      const found = await read(id)
      return found === null ? null : personOf(found)
    },
    async findByEmail(email) {
      const query = new URLSearchParams({ credentials_identifier: normaliseEmail(email) })
      const [found] = asIdentities(await bodyOf(await ask(`${identitiesUrl()}?${query}`)))
      return found === undefined ? null : personOf(found)
    },
    async setStatus(id, status) {
      const found = await read(id)
      if (found === null) throw new Error('there is no such identity')
      // The whole object, because it may be null and a path into null is refused.
      const value = { ...found.metadata_public, status }
      await bodyOf(
        await ask(oneUrl(id), {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify([{ op: 'add', path: '/metadata_public', value }]),
        }),
      )
    },
  }
}

const withoutTail = (url: string): string => url.replace(/\/+$/, '')

async function request(address: string, init: RequestInit, waitMs: number): Promise<Response> {
  try {
    const headers = { ...init.headers, accept: 'application/json' }
    return await fetch(address, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    throw new IdentityAway('the identity service did not answer', { cause: error })
  }
}

async function bodyOf(answer: Response): Promise<unknown> {
  if (!answer.ok) {
    await answer.body?.cancel().catch(() => {})
    throw new IdentityAway(`the identity service answered ${answer.status}`)
  }
  try {
    return await answer.json()
  } catch (error) {
    throw new IdentityAway('the identity service answered no JSON', { cause: error })
  }
}

const personOf = ({ id, traits, metadata_public: metadata }: KratosIdentity): Person => ({
  id,
  email: traits.email,
  firstname: traits.firstname ?? null,
  lastname: traits.lastname ?? null,
  picture: metadata?.picture ?? null,
  status: metadata?.status ?? null,
})
