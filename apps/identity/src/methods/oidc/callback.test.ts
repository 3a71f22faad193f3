import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMessageIds, findUiNode, type TestBrowser } from '../../testing/browser.ts'
import { submitProviderButton, openSocialFixture, type SocialFixture } from '../../testing/social-fixture.ts'

let fixture: SocialFixture

beforeAll(async () => {
  fixture = await openSocialFixture([
    { sub: 'ada', email: 'ada@example.com', email_verified: true },
    { sub: 'liar', email: 'liar@example.com', email_verified: true, userinfoSub: 'ada' },
  ])
})
afterAll(() => fixture.close())

const callbackPath = '/self-service/methods/oidc/callback'

async function back(browser: TestBrowser, flow: 'login' | 'registration' = 'login', sub = 'ada'): Promise<URL> {
  fixture.google.nextAccount(sub)
  const left = await submitProviderButton(browser, await browser.start(flow), { provider: 'google' })
  return new URL(await fixture.followToCallback(browser, left))
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/sessions/whoami')).status === 200
}

async function expectErrorPage(browser: TestBrowser, callback: URL, code: number): Promise<void> {
  const answer = await browser.get(callback.href, 'page')
  expect(answer.status).toBe(303)
  const page = new URL(answer.location ?? '')
  expect(page.pathname).toBe('/page/error')
  const shown = await browser.get(`/self-service/errors?id=${page.searchParams.get('id')}`)
  expect([shown.status, shown.body.error.code]).toEqual([200, code])
  expect(await isSignedIn(browser)).toBe(false)
}

describe('OIDC callback that ends on the error page', () => {
  it('shows the error page for a callback without a state or with a forged one', async () => {
    const browser = fixture.browser()
    const callback = await back(browser)
    for (const state of [null, '', 'x', 'A'.repeat(200), 'A'.repeat(10_000)]) {
      const forged = new URL(callback)
      if (state === null) forged.searchParams.delete('state')
      else forged.searchParams.set('state', state)
      await expectErrorPage(browser, forged, 400)
    }
    expect((await fixture.follow(browser, callback.href)).url.pathname).toBe('/projects')
  })

  it('shows the error page for a callback with the state of another flow', async () => {
    const [browser, stranger] = [fixture.browser(), fixture.browser()]
    const [callback, strange] = [await back(browser), await back(stranger)]
    callback.searchParams.set('state', strange.searchParams.get('state') ?? '')
    await expectErrorPage(browser, callback, 400)
  })

  it('shows the error page for a callback with the state of an earlier attempt in the same flow', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const first = await fixture.followToCallback(
      browser,
      await submitProviderButton(browser, flow, { provider: 'google' }),
    )
    await submitProviderButton(browser, flow, { provider: 'google' })
    await expectErrorPage(browser, new URL(first), 400)
  })

  it('shows the error page for a callback from another or an unknown provider', async () => {
    const browser = fixture.browser()
    for (const provider of ['acme', 'nobody', '%00']) {
      const callback = await back(browser)
      callback.pathname = `/identity${callbackPath}/${provider}`
      await expectErrorPage(browser, callback, 400)
    }
  })

  it('shows the error page when an OIDC callback is replayed', async () => {
    const browser = fixture.browser()
    const callback = await back(browser)
    const kept = await browser.cookie('ory_kratos_continuity')
    expect((await fixture.follow(browser, callback.href)).url.pathname).toBe('/projects')
    const thief = fixture.browser()
    await thief.jar.setCookie(`ory_kratos_continuity=${kept}; Path=/`, fixture.base)
    await expectErrorPage(thief, callback, 400)
  })

  it('shows the error page for a callback in a browser without the cookie', async () => {
    const callback = await back(fixture.browser())
    await expectErrorPage(fixture.browser(), callback, 400)
  })

  it('shows the error page for a callback after the flow has expired', async () => {
    const browser = fixture.browser()
    const callback = await back(browser)
    await fixture.pool.query("update identity.flows set expires_at = now() - interval '1 second'")
    await expectErrorPage(browser, callback, 410)
  })

  it('shows the error page for a callback half an hour later', async () => {
    const browser = fixture.browser()
    const callback = await back(browser)
    await fixture.pool.query("update identity.continuity set expires_at = now() - interval '1 second'")
    await expectErrorPage(browser, callback, 400)
  })
})

describe('OIDC callback that returns to its form', () => {
  it('reports on the form that the person canceled', async () => {
    for (const flow of ['login', 'registration'] as const) {
      const browser = fixture.browser()
      fixture.google.denyNext()
      const landing = await fixture.signInWithGoogle(browser, flow, 'ada')
      expect([landing.status, landing.url.pathname]).toEqual([303, `/page/${flow}`])
      expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
      expect(landing.flow && findUiNode(landing.flow, 'provider')).toBeDefined()
      expect(await isSignedIn(browser)).toBe(false)
    }
  })

  it('keeps what was typed when the callback fails', async () => {
    const browser = fixture.browser()
    fixture.google.denyNext()
    const flow = await browser.start('registration')
    const fields = { provider: 'google', traits: { email: 'typed@example.com' } }
    const landing = await fixture.follow(browser, await submitProviderButton(browser, flow, fields))
    expect(landing.flow && findUiNode(landing.flow, 'traits.email')?.attributes.value).toBe('typed@example.com')
  })

  it.each([
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['another code', (url: URL) => url.searchParams.set('code', 'guessed')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.test')],
    ['an error of the provider', (url: URL) => url.searchParams.set('error', 'server_error')],
  ])('shows a message on the form when the callback has %s', async (_what, change) => {
    const browser = fixture.browser()
    const callback = await back(browser)
    change(callback)
    const landing = await fixture.follow(browser, callback.href)
    expect([landing.status, landing.url.pathname]).toEqual([303, '/page/login'])
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('shows a message on the form when userinfo and ID token are about different people', async () => {
    const browser = fixture.browser()
    const landing = await fixture.signInWithGoogle(browser, 'login', 'liar')
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
    expect(await isSignedIn(browser)).toBe(false)
    expect(fixture.auditEvents).toContainEqual(expect.objectContaining({ kind: 'sign-in-refused', provider: 'google' }))
    const logged = JSON.stringify(fixture.loggedProblems)
    expect(logged).toContain('COMPARISON_FAILED')
    expect(logged).not.toContain('liar@example.com')
  })
})

it('repeats a posted callback as a GET, which carries the cookies', async () => {
  const browser = fixture.browser()
  const callback = await back(browser)
  const posted = await fixture.browser().request(callback.origin + callback.pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: fixture.google.issuer,
      'sec-fetch-site': 'cross-site',
    },
    body: callback.searchParams.toString(),
  })
  expect(posted.status).toBe(302)
  expect(new URL(posted.location ?? '').search).toContain('code=')
  expect((await fixture.follow(browser, posted.location ?? '')).url.pathname).toBe('/projects')
})

describe('Refused OIDC start', () => {
  it('refuses to start with an unknown provider', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    expect((await browser.post(flow.ui.action, { provider: 'nobody' })).status).toBe(404)
    const page = await browser.post(flow.ui.action, { provider: 'nobody' }, 'page')
    expect([page.status, page.location]).toEqual([303, expect.stringContaining('/page/error?id=')])
    expect((await browser.post(flow.ui.action, { provider: ['google'] })).status).toBe(400)
    const none = await browser.post(flow.ui.action, { method: 'oidc' })
    expect([none.status, readMessageIds(none.body)]).toEqual([400, [4010002]])
  })

  it('refuses to start from another site or with a wrong CSRF token', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const wrong = await browser.post(flow.ui.action, { provider: 'google', csrf_token: 'AAAA' })
    expect([wrong.status, wrong.body.error.id]).toEqual([403, 'security_csrf_violation'])
    expect((await browser.submit(flow, { provider: 'google' })).status).toBe(422)
    for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
      const body = 'provider=google'
      const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
      const foreign = await browser.request(flow.ui.action, { method: 'POST', headers: { ...type, ...headers }, body })
      expect([foreign.status, foreign.body.error.id]).toEqual([403, 'security_csrf_violation'])
    }
  })

  it('refuses to start in an expired flow', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    await fixture.pool.query("update identity.flows set expires_at = now() - interval '1 second'")
    const gone = await browser.post(flow.ui.action, { provider: 'google' })
    expect([gone.status, gone.body.error.id]).toEqual([410, 'self_service_flow_expired'])
    const next = await browser.get(`/self-service/login/flows?id=${gone.body.use_flow_id}`)
    expect((await browser.post(next.body.ui.action, { provider: 'google' })).status).toBe(422)
  })
})

it('reports a provider outage before and after the redirect', async () => {
  const down = await openSocialFixture([{ sub: 'ada', email: 'ada@example.com', email_verified: true }])
  try {
    const browser = down.browser()
    const flow = await browser.start('login')
    const callback = await down.followToCallback(
      browser,
      await submitProviderButton(browser, flow, { provider: 'google' }),
    )
    await down.google.stop()
    await down.acme.stop()
    const landing = await down.follow(browser, callback)
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
    const script = await browser.post(flow.ui.action, { provider: 'acme' })
    expect([script.status, readMessageIds(script.body)]).toEqual([400, [4000001]])
    const page = await browser.post(flow.ui.action, { provider: 'acme' }, 'page')
    expect([page.status, page.location]).toEqual([303, `${down.origin}/page/login?flow=${flow.id}`])
    const registration = await browser.start('registration')
    const refused = await browser.post(
      registration.ui.action,
      { provider: 'acme', traits: { email: 'a@b.test' } },
      'json',
    )
    expect([refused.status, readMessageIds(refused.body)]).toEqual([400, [4000001]])
    expect(findUiNode(refused.body, 'traits.email')?.attributes.value).toBe('a@b.test')
  } finally {
    await down.close()
  }
})
