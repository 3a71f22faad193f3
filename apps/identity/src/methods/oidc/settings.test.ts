import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, readMessageIds, type ResponseBody, type TestBrowser } from '../../testing/browser.ts'
import { submitProviderButton, openSocialFixture, type SocialFixture } from '../../testing/social-fixture.ts'

let fixture: SocialFixture
const subs = ['ada', 'ben', 'cy', 'dora', 'eve', 'fay', 'gus', 'hal', 'ida', 'joy']

beforeAll(async () => {
  fixture = await openSocialFixture(subs.map((sub) => ({ sub, email: `${sub}@social.test`, email_verified: true })))
})
afterAll(() => fixture.close())

const hour = 3_600_000

async function member(email: string): Promise<TestBrowser> {
  const browser = fixture.browser()
  expect((await browser.register(email)).status).toBe(200)
  return browser
}

const buttons = (flow: ResponseBody) =>
  flow.ui.nodes
    .filter(({ group }) => group === 'oidc')
    .map(({ attributes, meta }) => [attributes.name, attributes.value, meta.label?.id])

async function link(browser: TestBrowser, sub: string, flow?: ResponseBody) {
  fixture.google.nextAccount(sub)
  const settings = flow ?? (await browser.start('settings'))
  return fixture.follow(browser, await submitProviderButton(browser, settings, { link: 'google' }))
}

async function readIdentityId(browser: TestBrowser): Promise<string | undefined> {
  return (await browser.api.toSession()).identity?.id
}

describe('Social button', () => {
  it('refuses a social button in another browser than the one that started the flow', async () => {
    const browser = await member('button@example.com')
    const settings = await browser.start('settings')
    const jar = await browser.jar.getCookies(fixture.base)
    const session = jar.find(({ key }) => key === 'ory_kratos_session')
    const foreign = fixture.browser()
    await foreign.jar.setCookie(`ory_kratos_session=${session?.value}; Path=/`, fixture.base)
    await foreign.start('settings')
    for (const fields of [{ link: 'google' }, { unlink: 'google' }]) {
      const forged = await foreign.post(settings.ui.action, fields)
      expect([forged.status, forged.body.error.id]).toEqual([403, 'security_csrf_violation'])
    }
    const login = await fixture.browser().start('login')
    const forged = await foreign.post(login.ui.action, { provider: 'google' })
    expect(forged.status).not.toBe(422)
    const stranger = fixture.browser()
    await stranger.start('login')
    expect((await stranger.post(login.ui.action, { provider: 'google' })).status).toBe(403)
  })
})

describe('Linking a social account', () => {
  it('offers the link, completes it at the callback and records it in the session', async () => {
    const browser = await member('one@example.com')
    const flow = await browser.start('settings')
    expect(buttons(flow)).toEqual([
      ['link', 'google', 1050002],
      ['link', 'acme', 1050002],
    ])
    const landing = await link(browser, 'ada', flow)
    expect([landing.status, landing.url.pathname]).toEqual([303, '/page/settings'])
    expect([landing.flow?.id, landing.flow?.state]).toEqual([flow.id, 'success'])
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([1050001])
    expect(landing.flow && buttons(landing.flow)).toEqual([
      ['link', 'acme', 1050002],
      ['unlink', 'google', 1050003],
    ])
    const session = await browser.api.toSession()
    expect(session.authentication_methods?.map(({ method }) => method)).toEqual(['password', 'oidc'])
    const other = fixture.browser()
    await fixture.signInWithGoogle(other, 'login', 'ada')
    expect(await readIdentityId(other)).toBe(session.identity?.id)
  })

  it('links with the official client and with a plain browser', async () => {
    const browser = await member('two@example.com')
    const flow = await browser.api.createBrowserSettingsFlow()
    const body = { method: 'oidc', link: 'google' } as const
    const refusal = await browser.api
      .updateSettingsFlow({ flow: flow.id, updateSettingsFlowBody: body })
      .catch((e) => e)
    expect(refusal.response.status).toBe(422)
    fixture.google.nextAccount('ben')
    const page = await browser.post(flow.ui.action, { link: 'google' }, 'page')
    expect(page.status).toBe(303)
    const landing = await fixture.follow(browser, page.location ?? '')
    expect(landing.flow?.state).toBe('success')
  })

  it('refuses to link a social account of somebody else', async () => {
    await link(await member('three@example.com'), 'cy')
    const browser = await member('four@example.com')
    const landing = await link(browser, 'cy')
    expect([landing.url.pathname, landing.flow?.state]).toEqual(['/page/settings', 'show_form'])
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000007])
    expect(landing.flow && buttons(landing.flow)).toContainEqual(['link', 'google', 1050002])
  })

  it('refuses a second account of the same provider and an unknown provider', async () => {
    const browser = await member('five@example.com')
    const { flow } = await link(browser, 'dora')
    if (flow === null) throw new Error('no flow')
    for (const provider of ['google', 'nobody']) {
      const answer = await browser.post(flow.ui.action, { link: provider })
      expect([answer.status, readMessageIds(answer.body), answer.body.state]).toEqual([400, [4000001], 'show_form'])
    }
  })

  it('shows on the settings form that the person canceled the link', async () => {
    const browser = await member('six@example.com')
    fixture.google.denyNext()
    const landing = await link(browser, 'eve')
    expect([landing.status, landing.url.pathname]).toEqual([303, '/page/settings'])
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
  })

  it('ends on the error page when another session than the one that started the link returns', async () => {
    const browser = await member('seven@example.com')
    fixture.google.nextAccount('eve')
    const left = await submitProviderButton(browser, await browser.start('settings'), { link: 'google' })
    const callback = await fixture.followToCallback(browser, left)
    const logout = await browser.api.createBrowserLogoutFlow()
    await browser.get(logout.logout_url)
    expect((await fixture.follow(browser, callback)).url.pathname).toBe('/page/error')
    await browser.register('eight@example.com')
    expect((await fixture.follow(browser, callback)).url.pathname).toBe('/page/error')
    const rows = await fixture.pool.query("select from identity.credential_identifiers where identifier = 'google:eve'")
    expect(rows.rowCount).toBe(0)
  })
})

describe('Unlinking a social account', () => {
  it('unlinks at once for a JSON client and for a browser', async () => {
    const browser = await member('nine@example.com')
    for (const speech of ['json', 'page'] as const) {
      const { flow } = await link(browser, 'fay')
      if (flow === null) throw new Error('no flow')
      const answer = await browser.post(flow.ui.action, { unlink: 'google' }, speech)
      if (speech === 'json') {
        expect([answer.status, answer.body.state, readMessageIds(answer.body)]).toEqual([200, 'success', [1050001]])
        expect(buttons(answer.body)).toContainEqual(['link', 'google', 1050002])
      } else {
        expect([answer.status, answer.location]).toEqual([303, `${fixture.origin}/page/settings?flow=${flow.id}`])
      }
    }
    expect(fixture.auditEvents).toContainEqual(expect.objectContaining({ kind: 'unlinked', provider: 'google' }))
    const stranger = fixture.browser()
    await fixture.signInWithGoogle(stranger, 'login', 'fay')
    expect(await readIdentityId(stranger)).not.toBe(await readIdentityId(browser))
  })

  it('refuses to unlink the last credential until there is a password', async () => {
    const browser = fixture.browser()
    await fixture.signInWithGoogle(browser, 'registration', 'gus')
    const flow = await browser.start('settings')
    expect(buttons(flow)).toEqual([['link', 'acme', 1050002]])
    const last = await browser.submit(flow, { unlink: 'google' })
    expect([last.status, readMessageIds(last.body)]).toEqual([400, [4000001]])
    const set = await browser.submit(last.body, { method: 'password', password: goodPassword })
    expect(set.status).toBe(200)
    expect((await browser.post(flow.ui.action, { unlink: 'google' })).status).toBe(200)
  })

  it('refuses to unlink what is not linked or with a wrong CSRF token', async () => {
    const browser = await member('ten@example.com')
    const flow = await browser.start('settings')
    const answer = await browser.post(flow.ui.action, { unlink: 'google' })
    expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4000001]])
    expect((await browser.post(flow.ui.action, { unlink: 'google', csrf_token: 'AAAA' })).status).toBe(403)
  })
})

describe('Social session refresh', () => {
  it('offers only the linked providers, requests a prompt and keeps the session', async () => {
    const browser = fixture.browser()
    await fixture.signInWithGoogle(browser, 'registration', 'hal')
    const before = await browser.api.toSession()
    const flow = await browser.start('login', '?refresh=true')
    expect(buttons(flow)).toEqual([['provider', 'google', 1010002]])
    const fields = { provider: 'google', upstream_parameters: { prompt: 'none' } }
    const left = await submitProviderButton(browser, flow, fields)
    expect(new URL(left).searchParams.get('prompt')).toBe('login')
    expect((await fixture.follow(browser, left)).url.pathname).toBe('/projects')
    const after = await browser.api.toSession()
    expect(after.id).toBe(before.id)
    expect(after.authentication_methods).toHaveLength(2)
    expect(Number(after.authenticated_at)).toBeGreaterThan(Number(before.authenticated_at))
  })

  it('creates no account for an unlinked social account during a refresh', async () => {
    const browser = fixture.browser()
    await fixture.signInWithGoogle(browser, 'registration', 'ida')
    const flow = await browser.start('login', '?refresh=true')
    fixture.google.nextAccount('joy')
    const landing = await fixture.follow(browser, await submitProviderButton(browser, flow, { provider: 'google' }))
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
    expect((await browser.api.toSession()).identity?.traits.email).toBe('ida@social.test')
  })

  it('asks for a sign-in first when the session is old and then continues the link, also through a provider', async () => {
    const browser = await member('eleven@example.com')
    await link(browser, 'joy')
    const flow = await browser.start('settings')
    fixture.advanceClock(hour)
    const fields = { link: 'acme' }
    const later = await browser.start('settings')
    const asked = await browser.post(later.ui.action, fields)
    expect([asked.status, asked.body.error.id]).toEqual([403, 'session_refresh_required'])
    expect((await browser.post(later.ui.action, { unlink: 'google' })).status).toBe(403)
    expect((await browser.post(flow.ui.action, fields)).status).toBe(410)
    const page = await browser.post(later.ui.action, fields, 'page')
    expect(page.status).toBe(303)
    const confirm = await fixture.follow(browser, page.location ?? '')
    if (confirm.flow === null) throw new Error('no flow')
    expect(confirm.url.pathname).toBe('/page/login')
    fixture.google.nextAccount('joy')
    fixture.acme.nextAccount('ada')
    const landing = await fixture.follow(
      browser,
      await submitProviderButton(browser, confirm.flow, { provider: 'google' }),
    )
    expect([landing.url.pathname, landing.flow?.id]).toEqual(['/page/settings', later.id])
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([1050001])
    expect(landing.flow && buttons(landing.flow)).toContainEqual(['unlink', 'acme', 1050003])
  })
})
