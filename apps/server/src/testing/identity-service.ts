import type { AddressInfo } from 'node:net'

import { createIdentity, type Identity, identityMigrations } from '@espalier/identity'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { fastify } from 'fastify'

import { serverMigrations } from '../database/database.ts'
import { createRecordedLog } from './recorded-log.ts'

export interface IdentityService {
  readonly identity: Identity
  readonly test: TestDatabase
  /** Its base URL, such as http://127.0.0.1:1234/identity. */
  readonly url: string
  register(
    email: string,
    names: { readonly firstname: string; readonly lastname: string },
  ): Promise<{
    readonly id: string
    readonly cookie: string
  }>
  /** Acts as if the person had entered the code that was mailed to this address. */
  proveEmail(email: string): Promise<void>
  /** Closes its listener and its connections. */
  takeAway(): Promise<void>
  end(): Promise<void>
}

/** The real identity service with its own database, listening on loopback. */
export async function startIdentityService(): Promise<IdentityService> {
  const test = await testDatabase([identityMigrations, serverMigrations])
  const app = fastify()
  let url = ''
  const identity = createIdentity({
    pool: test.pool,
    log: createRecordedLog(),
    getBaseUrl: () => url,
    getPageUrls: () => buildPageUrls(new URL(url).origin),
    getReturnUrls: () => [new URL(url).origin],
    secrets: ['a secret of thirty-two characters'],
    secureCookies: false,
    initialStatus: 'pending',
    sendRecoveryMail: async () => {},
    sendNoticeMail: async () => {},
    providers: [],
    backOff: false,
    audit: () => {},
    onSessionsEnded: () => {},
  })
  await app.register(identity.plugin, { prefix: '/identity' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/identity`
  const takeAway = async () => {
    await app.close()
    await identity.close()
    if (!test.pool.ended) await test.pool.end()
  }
  return {
    identity,
    test,
    url,
    register: (email, names) => registerPerson(url, { email, ...names }),
    async proveEmail(email) {
      await test.pool.query('UPDATE identity.addresses SET verified_at = now() WHERE value = $1', [email])
    },
    takeAway,
    end: () => takeAway().finally(() => test.drop()),
  }
}

const buildPageUrls = (origin: string) => ({
  login: `${origin}/login`,
  registration: `${origin}/register`,
  settings: `${origin}/user`,
  recovery: `${origin}/recovery`,
  verification: `${origin}/verification`,
  error: `${origin}/error`,
  home: `${origin}/projects`,
})

interface Flow {
  readonly ui: {
    readonly action: string
    readonly nodes: readonly { readonly attributes: { readonly name: string; readonly value?: string } }[]
  }
}

export async function registerPerson(url: string, traits: object): Promise<{ id: string; cookie: string }> {
  const accept = { accept: 'application/json' }
  const flowResponse = await fetch(`${url}/self-service/registration/browser`, { headers: accept })
  if (flowResponse.status !== 200)
    throw new Error(`the flow's start answered ${flowResponse.status}: ${await flowResponse.text()}`)
  const { ui } = (await flowResponse.json()) as Flow
  const token = ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const done = await fetch(ui.action, {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/json', cookie: readCookies(flowResponse) },
    body: JSON.stringify({ method: 'password', password: 'trained along a wall', traits, csrf_token: token }),
  })
  if (done.status !== 200) throw new Error(`registration answered ${done.status}: ${await done.text()}`)
  const { identity } = (await done.json()) as { identity: { id: string } }
  return { id: identity.id, cookie: readCookies(done) }
}

const readCookies = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
