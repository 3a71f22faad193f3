import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestBrowser } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

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

it('ends the session on the server for a JSON client', async () => {
  const browser = await signedIn()
  const { id } = await browser.api.toSession()
  const cookie = await browser.cookie('ory_kratos_session')
  const csrf = await browser.cookie('csrf_token_')
  const logout = await browser.api.createBrowserLogoutFlow()
  expect(logout.logout_token).toMatch(/^ory_lo_[A-Za-z0-9]{32}$/)
  expect(logout.logout_url).toBe(`${fixture.base}/self-service/logout?token=${logout.logout_token}`)
  const answer = await browser.get(logout.logout_url)
  expect(answer.status).toBe(204)
  expect(answer.headers.get('set-cookie')).toMatch(/ory_kratos_session=; Max-Age=0/)
  expect(await browser.cookie('csrf_token_')).not.toBe(csrf)
  expect(await fixture.identity.whoami({ cookie: `ory_kratos_session=${cookie}` })).toBeNull()
  expect(fixture.endedSessions).toContain(id)
  expect(fixture.auditEvents).toContainEqual(expect.objectContaining({ kind: 'logout', sessionId: id }))
})

it('redirects a browser after logout to an allowed return_to', async () => {
  const browser = await signedIn()
  const { logout_url: home } = (await browser.get('/self-service/logout/browser', 'page')).body as never
  const plain = await browser.get(home, 'page')
  expect([plain.status, plain.location]).toEqual([303, `${fixture.origin}/projects`])
  const other = await signedIn()
  const started = await other.api.createBrowserLogoutFlow({ returnTo: `${fixture.origin}/page/login` })
  const redirected = await other.get(started.logout_url, 'page')
  expect(redirected.location).toBe(`${fixture.origin}/page/login`)
  const evil = await (await signedIn()).get('/self-service/logout/browser?return_to=https://evil.test')
  expect(evil.body.error.id).toBe('self_service_flow_return_to_forbidden')
})

it('requires a session and its logout token', async () => {
  const browser = await signedIn()
  const stranger = fixture.browser()
  const nobody = await stranger.get('/self-service/logout/browser')
  expect([nobody.status, nobody.body.error.id]).toEqual([401, 'session_inactive'])
  const page = await stranger.get('/self-service/logout/browser', 'page')
  expect([page.status, page.location]).toEqual([303, expect.stringContaining('/page/error?id=')])
  expect((await browser.get('/self-service/logout')).status).toBe(400)
  const other = await (await signedIn()).api.createBrowserLogoutFlow()
  expect((await browser.get(`/self-service/logout?token=${other.logout_token}`)).status).toBe(403)
  expect((await browser.get('/self-service/logout?token=x')).status).toBe(403)
  expect((await stranger.get(`/self-service/logout?token=${other.logout_token}`)).status).toBe(401)
  expect((await browser.get('/sessions/whoami')).status).toBe(200)
})
