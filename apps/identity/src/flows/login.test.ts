import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findCsrfToken,
  findUiNode,
  goodPassword,
  nodeMessageIds,
  readMessageIds,
  type TestBrowser,
} from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

let fixture: IdentityFixture
const email = 'Ada@Example.com'

beforeAll(async () => {
  fixture = await openIdentityFixture()
  const registered = await fixture.browser().register(email)
  expect(registered.status).toBe(200)
})
afterAll(() => fixture.close())

const signedIn = async (): Promise<TestBrowser> => {
  const browser = fixture.browser()
  expect((await browser.logIn(email)).status).toBe(200)
  return browser
}

describe('Login flow start', () => {
  it('returns the login flow to a JSON client with its nodes in order', async () => {
    const answer = await fixture.browser().get('/self-service/login/browser?plan=pro&return_to=%2Ftree')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-store, must-revalidate')
    expect(answer.headers.get('vary')).toContain('Cookie')
    expect(answer.body).toMatchObject({
      organization_id: null,
      type: 'browser',
      state: 'choose_method',
      refresh: false,
      requested_aal: 'aal1',
      return_to: '/tree',
      request_url: `${fixture.base}/self-service/login/browser?plan=pro&return_to=%2Ftree`,
    })
    expect(answer.body.ui.action).toBe(`${fixture.base}/self-service/login?flow=${answer.body.id}`)
    expect(answer.body.ui.messages).toBeUndefined()
    expect(answer.body.ui.nodes.map((node) => [node.group, node.attributes.name, node.meta.label?.id])).toEqual([
      ['default', 'csrf_token', undefined],
      ['default', 'identifier', 1070002],
      ['password', 'password', 1070001],
      ['password', 'method', 1010022],
    ])
    expect(findUiNode(answer.body, 'identifier')?.attributes).toEqual({
      name: 'identifier',
      type: 'text',
      value: '',
      required: true,
      autocomplete: 'username',
      disabled: false,
      node_type: 'input',
    })
  })

  it('redirects a browser to the login page, also without an Accept type', async () => {
    const browser = fixture.browser()
    const answer = await browser.get('/self-service/login/browser', 'page')
    expect(answer.status).toBe(303)
    expect(answer.location).toMatch(new RegExp(`^${fixture.origin}/page/login\\?flow=[0-9a-f-]{36}$`))
    const bare = await browser.request(`${fixture.base}/self-service/login/browser`, { headers: { accept: '*/*' } })
    expect(bare.status).toBe(303)
  })

  it('refuses a login return_to outside the allowed URLs', async () => {
    for (const bad of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/tree\0']) {
      const path = `/self-service/login/browser?return_to=${encodeURIComponent(bad)}`
      const answer = await fixture.browser().get(path)
      expect([bad, answer.status, answer.body.error.id]).toEqual([bad, 400, 'self_service_flow_return_to_forbidden'])
      expect(answer.headers.get('ory-error-id')).toBe('self_service_flow_return_to_forbidden')
      expect((await fixture.browser().get(path, 'page')).location).toMatch(/\/page\/error\?id=/)
    }
  })

  it('refuses to start a login when already signed in, unless a refresh is requested', async () => {
    const browser = await signedIn()
    const again = await browser.get('/self-service/login/browser')
    expect([again.status, again.body.error.id]).toEqual([400, 'session_already_available'])
    const page = await browser.get('/self-service/login/browser', 'page')
    expect([page.status, page.location]).toEqual([303, `${fixture.origin}/projects`])
    const redirected = await browser.get('/self-service/login/browser?return_to=%2Fuser', 'page')
    expect(redirected.location).toBe(`${fixture.origin}/user`)
    const refresh = await browser.start('login', '?refresh=true')
    expect(refresh.refresh).toBe(true)
    expect(readMessageIds(refresh)).toEqual([1010003])
    expect(findUiNode(refresh, 'identifier')?.attributes).toMatchObject({ type: 'hidden', value: email })
  })

  it('accepts only the assurance levels aal1 and aal2', async () => {
    const browser = fixture.browser()
    expect((await browser.get('/self-service/login/browser?aal=aal9')).status).toBe(400)
    const second = await browser.get('/self-service/login/browser?aal=aal2')
    expect([second.status, second.body.error.id]).toEqual([401, 'session_aal1_required'])
    expect((await browser.start('login', '?refresh=true')).refresh).toBe(false)
    const inside = await signedIn()
    const higher = await inside.start('login', '?aal=aal2')
    expect(higher.ui.nodes.map(({ attributes }) => attributes.name)).toEqual(['csrf_token'])
    const answer = await inside.submit(higher, { method: 'password', identifier: email, password: goodPassword })
    expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4010002]])
  })
})

describe('Fetching a login flow', () => {
  it('shows a login flow only to the browser that started it', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const same = await browser.api.getLoginFlow({ id: flow.id })
    expect(same.id).toBe(flow.id)
    const other = await fixture.browser().get(`/self-service/login/flows?id=${flow.id}`)
    expect([other.status, other.body.error.id]).toEqual([403, 'security_csrf_violation'])
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000', '']) {
      expect((await browser.get(`/self-service/login/flows?id=${id}`, 'page')).status).toBe(404)
    }
  })

  it('answers 410 for an expired login flow and 403 after the sign-in', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const later = await openIdentityFixture()
    try {
      const elsewhere = later.browser()
      const old = await elsewhere.start('login')
      later.advanceClock(3_600_001)
      const gone = await elsewhere.get(`/self-service/login/flows?id=${old.id}`)
      expect([gone.status, gone.body.error.id]).toEqual([410, 'self_service_flow_expired'])
      expect(gone.body.error.details?.['redirect_to']).toBe(`${later.base}/self-service/login/browser`)
      expect(gone.body.use_flow_id).toBeUndefined()
    } finally {
      await later.close()
    }
    expect((await browser.logIn(email)).status).toBe(200)
    expect((await browser.get(`/self-service/login/flows?id=${flow.id}`)).status).toBe(403)
  })
})

describe('Password login', () => {
  it('returns the session and the next URL to a JSON client', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login', '?return_to=%2Ftree%2F1')
    const before = await browser.cookie('csrf_token_')
    const answer = await browser.submit(flow, {
      method: 'password',
      identifier: ' ada@EXAMPLE.com ',
      password: goodPassword,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.continue_with).toEqual([
      { action: 'redirect_browser_to', redirect_browser_to: `${fixture.origin}/tree/1` },
    ])
    expect(JSON.stringify(answer.body)).not.toContain('ory_st_')
    expect(await browser.cookie('csrf_token_')).not.toBe(before)
    const me = await browser.api.toSession()
    expect(me).toMatchObject({ id: answer.body.session.id, active: true, authenticator_assurance_level: 'aal1' })
    expect(me.identity?.traits).toEqual({ email })
    expect(me.authentication_methods).toMatchObject([{ method: 'password', aal: 'aal1' }])
    expect(me.devices).toHaveLength(1)
  })

  it('redirects a browser after a password login', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const answer = await browser.submit(flow, { method: 'password', identifier: email, password: goodPassword }, 'page')
    expect([answer.status, answer.location]).toEqual([303, `${fixture.origin}/projects`])
    expect((await browser.api.toSession()).active).toBe(true)
  })

  it('answers a wrong password and an unknown account identically', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const wrong = await browser.submit(flow, { method: 'password', identifier: email, password: 'not this one' })
    const unknown = await browser.submit(flow, {
      method: 'password',
      identifier: 'no@one.test',
      password: 'not this one',
    })
    for (const answer of [wrong, unknown]) {
      expect([answer.status, readMessageIds(answer.body), answer.body.id]).toEqual([400, [4000006], flow.id])
      expect(answer.body.active).toBe('password')
      expect(findUiNode(answer.body, 'password')?.attributes.value).toBeUndefined()
      expect(findCsrfToken(answer.body)).not.toBe(findCsrfToken(flow))
    }
    expect(findUiNode(wrong.body, 'identifier')?.attributes.value).toBe(email)
    const page = await browser.submit(flow, { method: 'password', identifier: email, password: 'not this one' }, 'page')
    expect([page.status, page.location]).toEqual([303, `${fixture.origin}/page/login?flow=${flow.id}`])
    expect((await browser.get('/sessions/whoami')).status).toBe(401)
  })

  it('reports missing login fields before anything else', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const answer = await browser.post(flow.ui.action, { method: 'password', identifier: '' })
    expect(answer.status).toBe(400)
    expect(nodeMessageIds(answer.body, 'identifier')).toEqual([4000002])
    expect(nodeMessageIds(answer.body, 'password')).toEqual([4000002])
    const after = await browser.submit(flow, { method: 'password', identifier: email, password: 'not this one' })
    expect(nodeMessageIds(after.body, 'password')).toEqual([])
  })

  it('requires the CSRF token of the form and the cookie to submit a login', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const fields = { method: 'password', identifier: email, password: goodPassword }
    const stranger = fixture.browser()
    const token = findCsrfToken(flow)
    for (const answer of [
      await browser.post(flow.ui.action, fields),
      await browser.post(flow.ui.action, { ...fields, csrf_token: 'AAAA' }),
      await browser.post(flow.ui.action, { ...fields, csrf_token: `A${token.slice(1, -3)}AA=` }),
      await stranger.post(flow.ui.action, { ...fields, csrf_token: token }),
    ]) {
      expect([answer.status, answer.body.error.id]).toEqual([403, 'security_csrf_violation'])
      expect(Object.keys(answer.body.error.details ?? {}).toSorted()).toEqual(['docs', 'hint', 'reject_reason'])
    }
    const page = await browser.post(flow.ui.action, fields, 'page')
    expect(page.status).toBe(303)
    expect(page.location).toMatch(/\/page\/error\?id=/)
    const unmasked = decodeURIComponent((await browser.cookie('csrf_token_')) ?? '')
    expect((await browser.post(flow.ui.action, { ...fields, csrf_token: unmasked })).status).toBe(200)
  })

  it('refuses a cross-site login submit', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const body = JSON.stringify({
      method: 'password',
      identifier: email,
      password: goodPassword,
      csrf_token: findCsrfToken(flow),
    })
    const base = { accept: 'application/json', 'content-type': 'application/json' }
    const send = (headers: object) =>
      browser.request(flow.ui.action, { method: 'POST', headers: { ...base, ...headers }, body })
    expect((await send({ origin: 'https://evil.test' })).body.error.id).toBe('security_csrf_violation')
    expect((await send({ 'sec-fetch-site': 'cross-site' })).body.error.id).toBe('security_csrf_violation')
    expect((await send({ origin: fixture.origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('refuses unknown login methods', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    for (const fields of [{ method: 'totp' }, { identifier: email }]) {
      const answer = await browser.post(flow.ui.action, fields)
      expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4010002]])
    }
    const get = await browser.get(flow.ui.action)
    expect([get.status, readMessageIds(get.body)]).toEqual([400, [4010002]])
  })

  it('answers a login submit for an unknown flow with an error', async () => {
    const browser = fixture.browser()
    const path = `${fixture.base}/self-service/login`
    expect((await browser.post(path, { method: 'password' })).status).toBe(400)
    expect((await browser.post(`${path}?flow=nonsense`, { method: 'password' })).status).toBe(400)
    const unknown = `${path}?flow=00000000-0000-4000-8000-000000000000`
    expect((await browser.post(unknown, { method: 'password' })).status).toBe(404)
    expect((await browser.post(unknown, { method: 'password' }, 'page')).location).toMatch(/\/page\/error\?id=/)
  })

  it('refuses a login submit when already signed in', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    await browser.logIn(email)
    const answer = await browser.submit(flow, { method: 'password', identifier: email, password: goodPassword })
    expect([answer.status, readMessageIds(answer.body), answer.body.error]).toEqual([400, [4000001], undefined])
    const page = await browser.submit(flow, { method: 'password', identifier: email, password: goodPassword }, 'page')
    expect([page.status, page.location]).toEqual([303, `${fixture.origin}/projects`])
  })
})

describe('Expired login flow', () => {
  it('replaces an expired login flow with a new one', async () => {
    const later = await openIdentityFixture()
    try {
      const browser = later.browser()
      const flow = await browser.start('login', '?return_to=%2Ftree&plan=pro')
      later.advanceClock(3_600_001)
      const fields = { method: 'password', identifier: email, password: goodPassword }
      const gone = await browser.submit(flow, fields)
      expect([gone.status, gone.body.error.id]).toEqual([410, 'self_service_flow_expired'])
      expect(gone.body).toMatchObject({ expired_at: flow.expires_at, since: expect.any(Number) })
      const replacement = await browser.api.getLoginFlow({ id: gone.body.use_flow_id })
      expect(replacement.ui.messages?.map(({ id }) => id)).toEqual([4010001])
      expect([replacement.return_to, replacement.request_url]).toEqual(['/tree', flow.request_url])
      const page = await browser.submit(flow, fields, 'page')
      expect(page.status).toBe(303)
      expect(page.location).toMatch(/\/page\/login\?flow=/)
      expect(page.location).not.toContain(flow.id)
    } finally {
      await later.close()
    }
  })
})

describe('Session refresh', () => {
  it('keeps the session and records the second authentication', async () => {
    const browser = await signedIn()
    const before = await browser.api.toSession()
    const token = await browser.cookie('ory_kratos_session')
    const csrf = await browser.cookie('csrf_token_')
    const flow = await browser.start('login', '?refresh=true')
    const answer = await browser.submit(flow, { method: 'password', identifier: email, password: goodPassword })
    expect(answer.status).toBe(200)
    const after = await browser.api.toSession()
    expect(after.id).toBe(before.id)
    expect(after.authentication_methods).toHaveLength(2)
    expect(after.authenticated_at?.getTime()).toBeGreaterThan(before.authenticated_at?.getTime() ?? 0)
    expect(await browser.cookie('ory_kratos_session')).not.toBe(token)
    expect(await browser.cookie('csrf_token_')).toBe(csrf)
    const old = await fixture.identity.whoami({ cookie: `ory_kratos_session=${token}` })
    expect(old).toBeNull()
  })

  it('creates a new session and ends the old one when another person signs in', async () => {
    await fixture.browser().register('eve@example.com')
    const browser = await signedIn()
    const before = await browser.api.toSession()
    const flow = await browser.start('login', '?refresh=true')
    await browser.submit(flow, { method: 'password', identifier: 'eve@example.com', password: goodPassword })
    const after = await browser.api.toSession()
    expect(after.id).not.toBe(before.id)
    expect(after.identity?.traits.email).toBe('eve@example.com')
    expect(fixture.endedSessions).toContain(before.id)
  })
})
