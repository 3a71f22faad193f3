import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registered, type Person } from '../support/person.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'

let server: AttackedServer
let ada: Person
beforeAll(async () => {
  server = await startAttackedServer()
  ada = await registered(server.url, 'ada@example.com')
})
afterAll(() => server.discard())

const someId = '00000000-0000-4000-8000-000000000000'
const readable = [
  '/',
  '/login',
  '/projects',
  `/tree/${someId}`,
  '/feedback',
  '/no/such/place',
  '/assets/none.js',
  '/no.png',
  '/config.json',
  '/page-data/session',
  '/page-data/projects',
  `/page-data/projects/${someId}`,
  '/page-data/forget',
  '/healthz',
  '/readyz',
  '/metrics',
  '/trial',
  '/billing',
  '/billing/price',
  '/unsubscribe?t=x',
  '/avatar',
  '/calendar/none.ics',
  '/sso/feedback',
  '/dev/outbox',
  '/dev/outbox.json',
  '/graphql/?query={account{id}}',
  '/graphql/?query={',
  '/subscriptions',
  '/identity/self-service/login/browser',
  '/identity/self-service/registration/browser',
  '/identity/self-service/recovery/browser',
  '/identity/self-service/settings/browser',
  '/identity/self-service/login/flows?id=x',
  '/identity/self-service/errors?id=x',
  '/identity/self-service/logout',
  '/identity/self-service/methods/oidc/callback/google',
  '/identity/sessions/whoami',
  '/identity/nothing',
]

const changing: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/graphql/'],
  ['POST', '/import/projects'],
  ['POST', `/import/projects/${someId}/parts/0`],
  ['POST', `/import/projects/${someId}/finish`],
  ['DELETE', `/import/projects/${someId}`],
  ['POST', '/trial'],
  ['POST', '/unsubscribe?t=x'],
  ['POST', '/avatar'],
  ['DELETE', '/avatar'],
  ['POST', '/billing/webhook'],
  ['POST', '/jira/0123456789abcdef0123456789abcdef'],
  ['POST', '/telemetry/error'],
  ['POST', `/identity/self-service/login?flow=${someId}`],
  ['POST', `/identity/self-service/registration?flow=${someId}`],
  ['POST', `/identity/self-service/settings?flow=${someId}`],
  ['POST', `/identity/self-service/recovery?flow=${someId}`],
  ['DELETE', '/identity/sessions'],
]
const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', null]

describe('security headers', () => {
  const wanted = {
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^strict-origin-when-cross-origin$/,
    'x-frame-options': /^DENY$/,
    'cross-origin-opener-policy': /^same-origin$/,
    'content-security-policy':
      /^(?!.*unsafe)(?=.*default-src 'self')(?=.*script-src 'self';)(?=.*style-src 'self';)(?=.*object-src 'none')(?=.*frame-ancestors 'none')(?=.*base-uri 'none')/,
  }

  it.each(readable)('sends the security headers with every answer to a GET of %s', async (path) => {
    for (const accept of ['text/html', 'application/json']) {
      const { headers, status } = await fetch(server.url + path, { redirect: 'manual', headers: { accept } })
      expect(status).toBeLessThan(500)
      for (const [name, pattern] of Object.entries(wanted))
        expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(pattern)])
      expect(headers.get('x-powered-by')).toBeNull()
      for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly(?:; Secure)?; SameSite=Lax$/)
    }
  })

  it('sends the security headers for an invalid path, and forbids everything to a picture', async () => {
    const { headers } = await fetch(`${server.url}/%ff`)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    const picture = await fetch(`${server.url}/avatar/nobody`)
    expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(changing)('sends the security headers with every answer to a %s of %s', async (method, path) => {
    const { headers } = await fetch(server.url + path, { method, headers: { cookie: ada.cookie } })
    for (const [name, pattern] of Object.entries(wanted))
      expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(pattern)])
  })
})

describe('cross-site requests', () => {
  const strangers = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]

  it.each(changing)('rejects a cross-site %s to %s with any type of body', async (method, path) => {
    for (const stranger of strangers) {
      for (const type of formTypes) {
        const headers = {
          accept: 'application/json',
          cookie: ada.cookie,
          ...stranger,
          ...(type !== null && { 'content-type': type }),
        }
        const answer = await fetch(server.url + path, {
          method,
          redirect: 'manual',
          headers: headers as Record<string, string>,
          ...(method === 'POST' && { body: new TextEncoder().encode('{"query":"mutation { emptyTrash }"}') }),
        })
        expect([path, stranger, type, answer.status]).toEqual([path, stranger, type, 403])
      }
    }
  })

  it.each(readable)('lets another site read nothing of %s', async (path) => {
    const headers = { origin: 'https://evil.example', cookie: ada.cookie }
    const answer = await fetch(server.url + path, { redirect: 'manual', headers })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

const titles = async (): Promise<unknown> => (await ada.ask(server.url, '{ projects { title } }')).data?.['projects']

describe('form of a browser without fetch metadata', () => {
  const mutation = JSON.stringify({ query: 'mutation { createProject(data: { title: "Forged" }) { id } }' })

  it.each(formTypes)('creates no project by a form without fetch metadata (%s)', async (type) => {
    const before = await titles()
    const headers = { cookie: ada.cookie, ...(type !== null && { 'content-type': type }) }
    for (const body of [
      mutation,
      `query=${encodeURIComponent('mutation { createProject(data: { title: "Forged" }) { id } }')}`,
    ]) {
      const sent = new TextEncoder().encode(body)
      const answer = await fetch(`${server.url}/graphql/`, { method: 'POST', headers, body: sent })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
    const begun = await fetch(`${server.url}/import/projects`, {
      method: 'POST',
      headers,
      body: new TextEncoder().encode(JSON.stringify({ title: 'Forged', nodeCount: 0 })),
    })
    expect(begun.status).toBe(415)
    expect(await titles()).toEqual(before)
  })

  it('creates no project by a link', async () => {
    const query = encodeURIComponent('mutation { createProject(data: { title: "Forged" }) { id } }')
    const before = await titles()
    const answer = await fetch(`${server.url}/graphql/?query=${query}`, { headers: { cookie: ada.cookie } })
    expect(answer.status).toBe(405)
    expect(await titles()).toEqual(before)
  })
})
