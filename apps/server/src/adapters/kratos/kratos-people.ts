import { normalizeEmail } from '@espalier/domain'

import { IdentityUnavailableError } from '../../ports/identities.ts'
import { parseIdentities, parseIdentity, type KratosIdentity } from './answers.ts'
import { parseKratosBody, stripTrailingSlash, type SendKratosRequest } from './kratos-http.ts'

export interface KratosAdminApi {
  read(id: string): Promise<KratosIdentity | null>
  find(email: string): Promise<KratosIdentity | null>
  setStatus(id: string, status: string): Promise<void>
}

/** The admin API's part that the product uses. */
export function createKratosAdminApi(ask: SendKratosRequest, adminUrl: string | null): KratosAdminApi {
  const all = () => {
    if (adminUrl === null) throw new IdentityUnavailableError('IDENTITY_ADMIN_URL is not set')
    return `${stripTrailingSlash(adminUrl).replace(/\/admin$/, '')}/admin/identities`
  }
  const one = (id: string) => `${all()}/${encodeURIComponent(id)}`

  const read = async (id: string): Promise<KratosIdentity | null> => {
    // An id of dots would climb out of the collection.
    if (/^\.*$/.test(id)) return null
    const answer = await ask(one(id))
    return answer.status === 404 || answer.status === 400 ? null : parseIdentity(parseKratosBody(answer))
  }

  return {
    read,
    async find(email) {
      const query = new URLSearchParams({ credentials_identifier: normalizeEmail(email) })
      const [found] = parseIdentities(parseKratosBody(await ask(`${all()}?${query}`)))
      return found ?? null
    },
    async setStatus(id, status) {
      const found = await read(id)
      if (found === null) throw new Error('there is no such identity')
      // The whole object, because it may be null and a path into null is refused.
      const patch = [{ op: 'add', path: '/metadata_public', value: { ...found.metadata_public, status } }]
      const headers = { 'content-type': 'application/json' }
      parseKratosBody(await ask(one(id), { method: 'PATCH', headers, body: JSON.stringify(patch) }))
    },
  }
}
