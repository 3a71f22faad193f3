import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, it } from 'vitest'

import { identitiesContract } from '../../testing/contracts/identities.contract.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { withGarbageCollection } from '../../testing/collect-garbage.ts'
import { startIdentityService } from '../../testing/identity-service.ts'
import { startKratosAdmin } from '@espalier/stand-ins/kratos-admin.ts'
import { createKratosIdentities } from './kratos-identities.ts'

identitiesContract(async (wanted) => {
  const service = await startIdentityService()
  const admin = await startKratosAdmin(service.identity.admin)
  return {
    identities: createKratosIdentities({ url: `${service.url}/`, adminUrl: admin.url, ...wanted }),
    register: service.register,
    proveEmail: service.proveEmail,
    async setPicture(id, picture) {
      const found = await service.identity.admin.get(id)
      await service.identity.admin.setMetadataPublic(id, { ...found?.metadataPublic, picture })
    },
    async takeAway() {
      await service.takeAway()
      await admin.stop()
    },
    async end() {
      await admin.stop()
      await service.end()
    },
  }
})

/** Runs against a service with this listener. */
async function asking(listener: RequestListener, waitMs?: number) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const identities = createKratosIdentities({ url, adminUrl: `${url}/admin/`, ...(waitMs !== undefined && { waitMs }) })
  const stop = () => (server.closeAllConnections(), server.close())
  return { identities, stop }
}
const cookie = 'ory_kratos_session=ory_st_x'
const answering =
  (status: number, body: string, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const session = (more = {}) => ({
  id: 'session',
  active: true,
  identity: { id: 'person', traits: { email: 'ada@example.com' }, metadata_public: null, ...more },
})

describe('Failing Kratos', () => {
  it.each([
    ['an error', answering(500, '{}')],
    ['too many requests', answering(429, '{}')],
    ['a page in place of JSON', answering(200, '<html>')],
    ['nothing', answering(200, '')],
    ['a session without a person', answering(200, '{"id":"x","active":true}')],
    ['a person without an address', answering(200, JSON.stringify(session({ traits: {} })))],
    ['a way to elsewhere', answering(303, '', { location: 'https://evil.example/' })],
    ['a cut line', (_: unknown, response: { destroy(): void }) => response.destroy()],
  ] as const)(
    'reports Kratos as unavailable, not the person as signed out, when it answers %s',
    async (_, listener) => {
      const { identities, stop } = await asking(listener as RequestListener)
      await expect(identities.whoami({ cookie })).rejects.toThrow(IdentityUnavailableError)
      stop()
    },
  )

  it('reports Kratos as unavailable when it does not answer in time', async () => {
    const { identities, stop } = await asking(() => {}, 50)
    await expect(identities.whoami({ cookie })).rejects.toThrow(IdentityUnavailableError)
    stop()
  })

  it('reports Kratos as unavailable when it stalls in the middle, even after a garbage collection', async () => {
    const { identities, stop } = await asking((_, response) => void response.write('{"id":'), 300)
    await expect(withGarbageCollection(identities.whoami({ cookie }))).rejects.toThrow(IdentityUnavailableError)
    stop()
  })

  it('reports Kratos as unavailable when its response never ends', async () => {
    const { identities, stop } = await asking(answering(200, `"${'a'.repeat(2_000_000)}"`))
    await expect(identities.whoami({ cookie })).rejects.toThrow(IdentityUnavailableError)
    stop()
  })

  it.each([
    ['401', answering(401, '{"error":{"code":401}}')],
    ['403, for a second factor', answering(403, '{"error":{"id":"session_aal2_required"}}')],
    ['a session that is not active', answering(200, JSON.stringify({ ...session(), active: false }))],
  ])('treats the person as signed out when Kratos answers %s', async (_, listener) => {
    const { identities, stop } = await asking(listener)
    expect(await identities.whoami({ cookie })).toBeNull()
    stop()
  })
})

describe('Requests to Kratos', () => {
  it('sends the cookie unchanged, accepts JSON and sends nothing without a cookie', async () => {
    const asked: object[] = []
    const { identities, stop } = await asking(({ url, headers }, response) => {
      asked.push({ url, cookie: headers.cookie, accept: headers.accept })
      response.end(JSON.stringify(session({ traits: { email: 'ada@example.com', firstname: { odd: true } } })))
    })
    await identities.whoami({})
    expect(await identities.whoami({ cookie: `a=b; ${cookie}` })).toMatchObject({ person: { firstname: null } })
    expect(asked).toEqual([{ url: '/sessions/whoami', cookie: `a=b; ${cookie}`, accept: 'application/json' }])
    stop()
  })

  it('sends the whole metadata with the new status', async () => {
    const patches: unknown[] = []
    const { identities, stop } = await asking(async (request, response) => {
      const person = session({ metadata_public: { plan: { seats: 3 }, status: null } }).identity
      if (request.method === 'PATCH') patches.push([request.url, await new Response(request as never).json()])
      response.end(JSON.stringify(person))
    })
    await identities.setStatus('person', 'active')
    const value = { plan: { seats: 3 }, picture: undefined, status: 'active' }
    expect(patches).toEqual([['/admin/identities/person', [{ op: 'add', path: '/metadata_public', value }]]])
    stop()
  })

  it('reports Kratos as unavailable when the admin URL is not set', async () => {
    const identities = createKratosIdentities({ url: 'http://127.0.0.1:9', adminUrl: null })
    await expect(identities.findByEmail('ada@example.com')).rejects.toThrow('IDENTITY_ADMIN_URL is not set')
  })
})
