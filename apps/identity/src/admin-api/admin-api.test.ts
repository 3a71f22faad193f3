import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMessageIds, type TestBrowser } from '../testing/browser.ts'
import { openIdentityFixture, type IdentityFixture } from '../testing/identity-fixture.ts'

const adminToken = 'a-token-of-the-tests-with-enough-characters'
let fixture: IdentityFixture
let ada: TestBrowser
let adaId: string

beforeAll(async () => {
  fixture = await openIdentityFixture({ adminToken })
  ada = fixture.browser()
  adaId = (await ada.register('Ada@example.com')).body.identity.id
  for (const name of ['ben', 'cy', 'dora']) await fixture.browser().register(`${name}@example.com`)
})
afterAll(() => fixture.close())

interface Identity {
  readonly id: string
  readonly state: string
  readonly metadata_public: unknown
}

async function ask(method: string, path: string, body?: unknown, token = adminToken) {
  const answer = await fetch(`${fixture.base}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, link: answer.headers.get('link'), body: text === '' ? null : JSON.parse(text) }
}
const patch = (id: string, ...steps: readonly object[]) => ask('PATCH', `/identities/${id}`, steps)
const nobody = '00000000-0000-4000-8000-000000000000'

it('serves the admin API only if a token is configured and sent', async () => {
  const closed = await openIdentityFixture()
  expect((await fetch(`${closed.base}/admin/identities`)).status).toBe(404)
  await closed.close()
  for (const token of ['', 'wrong', adminToken.slice(1)]) {
    const answer = await ask('GET', '/identities', undefined, token)
    expect([answer.status, answer.body.error.code]).toEqual([401, 401])
  }
  const withCookie = await ada.request(`${fixture.base}/admin/identities/${adaId}`, { method: 'GET' })
  expect(withCookie.status).toBe(401)
  expect(fixture.auditEvents.map(({ kind }) => kind)).toContain('admin-refused')
})

it('lists people page by page and finds one by email in any spelling', async () => {
  const first = await ask('GET', '/identities?page_size=3')
  expect(first.body).toHaveLength(3)
  const next = new URL(/<([^>]+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? '')
  const second = await ask('GET', `/identities${next.search}`)
  expect([second.body.length, second.link]).toEqual([1, null])
  const ids = [...first.body, ...second.body].map(({ id }: Identity) => id)
  expect(new Set(ids).size).toBe(4)
  const found = await ask('GET', '/identities?credentials_identifier=ADA%40example.com')
  expect(found.body.map(({ id }: Identity) => id)).toEqual([adaId])
  expect((await ask('GET', '/identities?credentials_identifier=eve%40example.com')).body).toEqual([])
  expect((await ask('GET', `/identities?ids=${adaId}&ids=${nobody}`)).body).toHaveLength(1)
  expect((await ask('GET', '/identities?page_token=x')).status).toBe(400)
  expect(JSON.stringify(first.body)).not.toMatch(/hashed_password|argon2/)
})

it('changes metadata_public, which whoami shows at the next call', async () => {
  const value = { status: 'pending', plan: { seats: 3 } }
  const changed = await patch(adaId, { op: 'add', path: '/metadata_public', value })
  expect([changed.status, changed.body.metadata_public, changed.body.metadata_admin]).toEqual([200, value, null])
  expect((await ada.api.toSession()).identity?.metadata_public).toEqual(value)
  const status = await patch(adaId, { op: 'replace', path: '/metadata_public/status', value: 'active' })
  expect(status.body.metadata_public).toEqual({ ...value, status: 'active' })
  await patch(adaId, { op: 'remove', path: '/metadata_public/plan' })
  expect((await ask('GET', `/identities/${adaId}`)).body.metadata_public).toEqual({ status: 'active' })
})

it.each([
  [[{ op: 'replace', path: '/credentials', value: {} }]],
  [[{ op: 'add', path: '/credentials/password/config', value: {} }]],
  [[{ op: 'replace', path: '/id', value: nobody }]],
  [[{ op: 'replace', path: '/traits/email', value: 'x@example.com' }]],
  [[{ op: 'replace', path: '/state', value: 'asleep' }]],
  [[{ op: 'test', path: '/metadata_public', value: {} }]],
  [[{ op: 'add', path: '/metadata_public', value: 'text' }]],
  [[{ op: 'add', path: '/metadata_public', value: { name: 'a\u0000b' } }]],
  [
    [
      { op: 'add', path: '/metadata_public', value: {} },
      { op: 'add', path: '/credentials', value: {} },
    ],
  ],
  [[]],
  [{}],
  ['{'],
])('refuses the patch %j and changes nothing', async (body) => {
  const before = (await ask('GET', `/identities/${adaId}`)).body
  const answer = await ask('PATCH', `/identities/${adaId}`, body)
  expect([answer.status, answer.body.error.code]).toEqual([400, 400])
  expect((await ask('GET', `/identities/${adaId}`)).body).toEqual(before)
})

it('answers 404 for people and paths that do not exist', async () => {
  const step = { op: 'add', path: '/metadata_public', value: {} }
  for (const id of [nobody, 'x']) {
    expect((await ask('GET', `/identities/${id}`)).status).toBe(404)
    expect((await patch(id, step)).status).toBe(404)
    expect((await ask('DELETE', `/identities/${id}/sessions`)).status).toBe(404)
  }
  expect((await ask('GET', '/sessions')).status).toBe(404)
})

it('ends all sessions of a person', async () => {
  const ben = fixture.browser()
  await ben.logIn('ben@example.com')
  const { id: sessionId, identity } = await ben.api.toSession()
  const ended = await ask('DELETE', `/identities/${identity?.id}/sessions`)
  expect(ended.status).toBe(204)
  await expect(ben.api.toSession()).rejects.toThrow()
  expect(fixture.endedSessions).toContain(sessionId)
})

it('deactivates a person, who then cannot sign in or recover, and activates them again', async () => {
  const cy = fixture.browser()
  await cy.logIn('cy@example.com')
  const { id: sessionId, identity } = await cy.api.toSession()
  const id = identity?.id ?? ''
  const recovering = fixture.browser()
  const sent = await recovering.submit(await recovering.start('recovery'), { method: 'code', email: 'cy@example.com' })
  const { code } = await fixture.nextMail()
  expect((await patch(id, { op: 'replace', path: '/state', value: 'inactive' })).body.state).toBe('inactive')
  await expect(cy.api.toSession()).rejects.toThrow()
  expect(fixture.endedSessions).toContain(sessionId)
  const refused = await fixture.browser().logIn('cy@example.com')
  expect([refused.status, readMessageIds(refused.body)]).toEqual([400, [4010011]])
  const late = await recovering.submit(sent.body, { method: 'code', code })
  expect([late.status, readMessageIds(late.body)]).toEqual([400, [4010011]])
  expect(await fixture.identity.whoami({ cookie: '' })).toBeNull()
  expect(fixture.auditEvents).toContainEqual({ kind: 'state-changed', identityId: id, reason: 'inactive' })
  await patch(id, { op: 'replace', path: '/state', value: 'active' })
  expect((await fixture.browser().logIn('cy@example.com')).status).toBe(200)
})
