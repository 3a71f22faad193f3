import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { deleteExpiredRecords } from '../storage/sweep.ts'
import { openIdentityDatabase } from '../storage/database.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { openIdentityFixture, type IdentityFixture } from '../testing/identity-fixture.ts'

let fixture: IdentityFixture
beforeAll(async () => {
  fixture = await openIdentityFixture()
  await fixture.browser().register('ada@example.com')
})
afterAll(() => fixture.close())

async function signedIn(): Promise<TestBrowser> {
  const browser = fixture.browser()
  expect((await browser.logIn('ada@example.com')).status).toBe(200)
  return browser
}

it('identifies the person by cookie, header and bearer token', async () => {
  const browser = await signedIn()
  const me = await browser.get('/sessions/whoami', 'page')
  expect(me.status).toBe(200)
  expect(me.headers.get('x-kratos-authenticated-identity-id')).toBe(me.body.identity.id)
  expect(me.headers.get('set-cookie')).toBeNull()
  const token = (await browser.cookie('ory_kratos_session')) ?? ''
  expect(token).toMatch(/^ory_st_[A-Za-z0-9]{32}$/)
  const stranger = fixture.browser()
  expect((await stranger.get('/sessions/whoami', 'json', { 'x-session-token': token })).status).toBe(200)
  expect((await stranger.get('/sessions/whoami', 'json', { authorization: `Bearer ${token}` })).status).toBe(200)
  expect((await browser.request(`${fixture.base}/sessions/whoami`, { method: 'POST' })).status).toBe(200)
  const direct = await fixture.identity.whoami({ cookie: `a=b; ory_kratos_session=${token}` })
  expect(direct?.identity.traits.email).toBe('ada@example.com')
})

it('answers 401 without an error id to everybody else', async () => {
  for (const token of ['', 'nonsense', `ory_st_${'a'.repeat(32)}`, `ory_st_${'a'.repeat(31)}\u0000`, '%00']) {
    const answer = await fixture
      .browser()
      .get('/sessions/whoami', 'json', { cookie: `ory_kratos_session=${encodeURI(token)}` })
    expect([answer.status, answer.body.error.id, answer.headers.get('ory-error-id')]).toEqual([401, undefined, ''])
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

it('names the person in a cookie that the page can read, as long as the session lasts', async () => {
  const browser = fixture.browser()
  const answer = await browser.logIn('ada@example.com')
  const { id } = (await browser.get('/sessions/whoami')).body.identity
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('espalier_person='))
  expect(cookie).toMatch(new RegExp(`^espalier_person=${id}; Max-Age=\\d+; Path=/(?:; Secure)?; SameSite=Lax$`))
  expect(answer.headers.getSetCookie().join()).toMatch(/ory_kratos_session=[^;]+;[^,]*HttpOnly/)
  const token = await browser.cookie('ory_kratos_session')
  for (const name of ['espalier_person', 'ory_kratos_session']) {
    const opened = await fixture.browser().get('/sessions/whoami', 'json', { cookie: `${name}=${id}` })
    expect(opened.status).toBe(401)
    expect(await fixture.identity.whoami({ cookie: `${name}=${id}` })).toBeNull()
  }
  const older = await fixture.browser().get('/sessions/whoami', 'json', { cookie: `ory_kratos_session=${token}` })
  expect(older.headers.get('set-cookie')).toContain(`espalier_person=${id};`)
  const { logout_url: leave } = await browser.api.createBrowserLogoutFlow()
  expect((await browser.get(leave)).headers.get('set-cookie')).toContain('espalier_person=; Max-Age=0')
})

it('stores no usable session token', async () => {
  const browser = await signedIn()
  const token = (await browser.cookie('ory_kratos_session')) ?? ''
  const { rows } = await fixture.pool.query('SELECT * FROM identity.sessions')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('creates a new session at every sign-in, whatever cookie the request carried', async () => {
  const forgedToken = `ory_st_${'x'.repeat(32)}`
  const browser = fixture.browser()
  await browser.jar.setCookie(`ory_kratos_session=${forgedToken}`, fixture.base)
  expect((await browser.logIn('ada@example.com')).status).toBe(200)
  expect(await browser.cookie('ory_kratos_session')).not.toBe(forgedToken)
})

it('lists and ends the other sessions', async () => {
  const browser = await signedIn()
  const other = await signedIn()
  const { id } = await other.api.toSession()
  const listed = await browser.api.listMySessions()
  expect(listed.map((session) => session.id)).toContain(id)
  expect(listed.map((session) => session.id)).not.toContain((await browser.api.toSession()).id)
  await browser.api.disableMySession({ id })
  expect((await other.get('/sessions/whoami')).status).toBe(401)
  expect(fixture.endedSessions).toContain(id)
  const mine = (await browser.api.toSession()).id
  expect((await browser.request(`${fixture.base}/sessions/${mine}`, { method: 'DELETE' })).status).toBe(400)
  expect((await browser.request(`${fixture.base}/sessions/${id}`, { method: 'DELETE' })).status).toBe(404)
  const third = await signedIn()
  expect((await browser.api.disableMyOtherSessions()).count).toBeGreaterThan(0)
  expect((await third.get('/sessions/whoami')).status).toBe(401)
  expect((await fixture.browser().get('/sessions')).status).toBe(401)
})

it('lets the operator read, change and end sessions', async () => {
  const browser = await signedIn()
  const { admin } = fixture.identity
  const ada = await admin.findByEmail('ADA@example.com')
  expect(ada && (await admin.get(ada.id))?.traits.email).toBe('ada@example.com')
  expect(await admin.get('nonsense')).toBeNull()
  expect(await admin.setMetadataPublic(ada?.id ?? '', { status: 'active', picture: 'https://p.test/a' })).toBe(true)
  expect((await browser.api.toSession()).identity?.metadata_public).toEqual({
    status: 'active',
    picture: 'https://p.test/a',
  })
  expect(await admin.setMetadataPublic('nonsense', null)).toBe(false)
  expect(await admin.endSessions(ada?.id ?? '')).not.toHaveLength(0)
  expect((await browser.get('/sessions/whoami')).status).toBe(401)
})

it('rejects a sign-in whose password was changed in the meantime', async () => {
  await fixture.browser().register('late@example.com')
  const changing = await fixture.pool.connect()
  try {
    await changing.query('BEGIN')
    await changing.query(
      `UPDATE identity.credentials SET config = '{"hashed_password":"another"}' WHERE identity_id =
       (SELECT identity_id FROM identity.credential_identifiers WHERE identifier = 'late@example.com')`,
    )
    const late = fixture.browser().logIn('late@example.com')
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    const isWaiting = async () => (await fixture.pool.query(waiting)).rowCount !== 0
    await vi.waitUntil(isWaiting, { timeout: 20_000, interval: 20 })
    await changing.query('COMMIT')
    const answer = await late
    expect([answer.status, answer.body.session]).toEqual([400, undefined])
  } finally {
    changing.release()
  }
})

it('refuses a deactivated person', async () => {
  const disabled = fixture.browser()
  await disabled.register('gone@example.com')
  await fixture.pool.query(
    `UPDATE identity.identities SET state = 'inactive' WHERE traits->>'email' = 'gone@example.com'`,
  )
  expect((await disabled.get('/sessions/whoami')).status).toBe(401)
  const answer = await fixture.browser().logIn('gone@example.com')
  expect([answer.status, answer.body.ui.messages?.[0]?.id]).toEqual([400, 4010011])
})

it('shows the schema and the health of the service', async () => {
  const browser = fixture.browser()
  const [schema] = (await browser.get('/schemas')).body as unknown as { id: string }[]
  expect(schema?.id).toBe('default')
  expect((await browser.get('/schemas/ZGVmYXVsdA')).body).toMatchObject({ $id: 'default' })
  expect((await browser.get('/schemas/bm9wZQ')).status).toBe(404)
  expect((await browser.get('/health/alive')).body).toEqual({ status: 'ok' })
  expect((await browser.get('/health/ready')).body).toEqual({ status: 'ok' })
})

it('shows a stored error by its id, and a sample', async () => {
  const browser = fixture.browser()
  const { location } = await browser.get('/self-service/login/browser?aal=zzz', 'page')
  const id = new URL(location ?? '').searchParams.get('id') ?? ''
  expect(await browser.api.getFlowError({ id })).toMatchObject({ id, error: { code: 400, status: 'Bad Request' } })
  expect((await browser.get('/self-service/errors?id=stub:500')).body.error.code).toBe(500)
  expect((await browser.get('/self-service/errors?id=none')).status).toBe(404)
})

it('expires a session after a day and sweeps it', async () => {
  const later = await openIdentityFixture()
  try {
    const browser = later.browser()
    await browser.register('ada@example.com')
    await browser.start('login', '?refresh=true')
    later.advanceClock(23 * 3_600_000)
    expect((await browser.get('/sessions/whoami')).status).toBe(200)
    later.advanceClock(3_600_001)
    expect((await browser.get('/sessions/whoami')).status).toBe(401)
    const left = async () => {
      const { rows } = await later.pool.query(
        'SELECT (SELECT count(*)::int FROM identity.sessions) AS sessions, (SELECT count(*)::int FROM identity.flows) AS flows',
      )
      return rows[0] as unknown
    }
    expect(await left()).toEqual({ sessions: 1, flows: 2 })
    await deleteExpiredRecords(openIdentityDatabase(later.pool), new Date(Date.now() + 50 * 3_600_000))
    expect(await left()).toEqual({ sessions: 0, flows: 0 })
  } finally {
    await later.close()
  }
})

const readSessionId = async (browser: TestBrowser): Promise<string> => (await browser.get('/sessions/whoami')).body.id

it('finds which of the given sessions have ended', async () => {
  const [stays, leaves] = [await signedIn(), await signedIn()]
  const ids = [await readSessionId(stays), await readSessionId(leaves), '6f1f3c1e-0f5a-4f0e-9a52-1f9f3f8f2a10', 'no id']
  await stays.request(`${fixture.base}/sessions/${ids[1]}`, { method: 'DELETE' })
  expect(await fixture.identity.admin.findEndedSessions(ids)).toEqual([ids[1], ids[2]])
  expect(await fixture.identity.admin.findEndedSessions([])).toEqual([])
})
