import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  findCsrfToken,
  findUiNode,
  getUiNodeName,
  goodPassword,
  nodeMessageIds,
  readMessageIds,
  type TestBrowser,
} from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

const hour = 3_600_000
const newPassword = 'quince-terrace-mortar-9'
let fixture: IdentityFixture
let browser: TestBrowser

beforeEach(async () => {
  fixture = await openIdentityFixture()
  browser = fixture.browser()
  await browser.register('ada@example.com')
})
afterEach(() => fixture.close())

const profile = (traits: object) => ({ method: 'profile', traits })

describe('Settings flow start', () => {
  it('returns the settings flow to a JSON client with its nodes in order', async () => {
    const flow = await browser.api.createBrowserSettingsFlow()
    expect(flow).toMatchObject({ state: 'show_form', identity: { traits: { email: 'ada@example.com' } } })
    const nodes = (await browser.start('settings')).ui.nodes
    expect(nodes.map((node) => [node.group, getUiNodeName(node), node.meta.label?.id])).toEqual([
      ['default', 'csrf_token', undefined],
      ['profile', 'traits.email', 1070002],
      ['profile', 'traits.firstname', 1070002],
      ['profile', 'traits.lastname', 1070002],
      ['profile', 'method', 1070003],
      ['password', 'password', 1070001],
      ['password', 'method', 1070003],
      ['lookup_secret', 'lookup_secret_regenerate', 1050008],
      ['passkey', 'passkey_register_trigger', 1050019],
      ['passkey', 'passkey_settings_register', undefined],
      ['passkey', 'passkey_create_data', undefined],
      ['totp', 'totp_secret_key', 1050017],
      ['totp', 'totp_qr', 1050005],
      ['totp', 'totp_code', 1070006],
      ['totp', 'method', 1070003],
    ])
    expect(nodes[1]?.attributes.value).toBe('ada@example.com')
    const page = await browser.get('/self-service/settings/browser', 'page')
    expect([page.status, page.location]).toEqual([303, expect.stringContaining('/page/settings?flow=')])
  })

  it('requires a session to start the settings flow', async () => {
    const stranger = fixture.browser()
    const answer = await stranger.get('/self-service/settings/browser')
    expect([answer.status, answer.body.error.id]).toEqual([401, 'session_inactive'])
    expect(answer.body).toHaveProperty('CredentialsMissing', false)
    const page = await stranger.get('/self-service/settings/browser?return_to=%2Ftree', 'page')
    const login = `${fixture.base}/self-service/login/browser?return_to=%2Ftree`
    expect([page.status, page.location]).toEqual([303, login])
  })
})

describe('Fetching a settings flow', () => {
  it('shows a settings flow only to its owner', async () => {
    const flow = await browser.start('settings')
    expect((await browser.api.getSettingsFlow({ id: flow.id })).id).toBe(flow.id)
    const path = `/self-service/settings/flows?id=${flow.id}`
    const nobody = await fixture.browser().get(path)
    expect([nobody.status, nobody.body.error.id]).toEqual([401, undefined])
    const page = await fixture.browser().get(path, 'page')
    expect([page.status, page.location]).toEqual([302, `${fixture.origin}/page/login`])
    const other = fixture.browser()
    await other.register('eve@example.com')
    const theirs = await other.get(path)
    expect([theirs.status, theirs.body.error.id]).toEqual([403, 'security_identity_mismatch'])
    expect((await browser.get('/self-service/settings/flows?id=none')).status).toBe(404)
    fixture.advanceClock(hour + 1)
    const gone = await browser.get(path)
    expect([gone.status, gone.body.error.id]).toEqual([410, undefined])
  })
})

describe('Profile change', () => {
  it('replaces the traits with the submitted profile', async () => {
    const flow = await browser.start('settings')
    const answer = await browser.submit(flow, profile({ email: 'ADA@example.com', firstname: 'Ada', lastname: 'L' }))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ state: 'success', id: flow.id, active: 'profile' })
    expect(answer.body.ui.messages).toMatchObject([{ id: 1050001, type: 'success' }])
    expect(answer.body.continue_with[0]?.redirect_browser_to).toBe(`${fixture.origin}/page/settings?flow=${flow.id}`)
    expect(answer.body.identity.traits).toEqual({ email: 'ADA@example.com', firstname: 'Ada', lastname: 'L' })
    expect(findUiNode(answer.body, 'traits.firstname')?.attributes.value).toBe('Ada')
    await browser.submit(flow, profile({ email: 'ada@example.com', firstname: '' }))
    expect((await browser.api.toSession()).identity?.traits).toEqual({ email: 'ada@example.com' })
  })

  it('saves a profile from a plain form and ignores a password next to it', async () => {
    const flow = await browser.start('settings')
    const fields = { method: 'profile', 'traits.email': 'ada@example.com', 'traits.firstname': 'Ada', password: 'x' }
    const answer = await browser.submit(flow, fields, 'page')
    expect([answer.status, answer.location]).toEqual([303, `${fixture.origin}/page/settings?flow=${flow.id}`])
    expect(answer.headers.get('set-cookie')).toContain('ory_kratos_session=')
    const saved = await browser.api.getSettingsFlow({ id: flow.id })
    expect([saved.state, saved.ui.messages?.[0]?.id]).toEqual(['success', 1050001])
  })

  it('changes the sign-in address unless it is taken', async () => {
    await fixture.browser().register('eve@example.com')
    const flow = await browser.start('settings')
    const rejected = await browser.submit(flow, profile({ email: 'EVE@example.com' }))
    expect([rejected.status, readMessageIds(rejected.body), rejected.body.state]).toEqual([400, [4000007], 'show_form'])
    expect((await browser.submit(flow, profile({ email: 'countess@example.com' }))).status).toBe(200)
    expect((await fixture.browser().logIn('countess@example.com')).status).toBe(200)
    expect((await fixture.browser().logIn('ada@example.com')).status).toBe(400)
    expect((await fixture.browser().register('ada@example.com')).status).toBe(200)
  })

  it('reports profile errors at the field', async () => {
    const flow = await browser.start('settings')
    const bad = await browser.submit(flow, profile({ email: 'nope', firstname: 'Ada' }))
    expect([bad.status, nodeMessageIds(bad.body, 'traits.email')]).toEqual([400, [4000040]])
    expect(findUiNode(bad.body, 'traits.firstname')?.attributes.value).toBe('Ada')
    const page = await browser.submit(flow, { method: 'profile', 'traits.email': 'nope' }, 'page')
    expect([page.status, page.location]).toEqual([303, `${fixture.origin}/page/settings?flow=${flow.id}`])
    const forged = await browser.post(flow.ui.action, profile({ email: 'ada@example.com' }))
    expect([forged.status, forged.body.error.id]).toEqual([403, 'security_csrf_violation'])
  })

  it('requires a recent sign-in only for a change of address', async () => {
    fixture.advanceClock(hour + 1)
    const flow = await browser.start('settings')
    expect((await browser.submit(flow, profile({ email: 'ada@example.com', firstname: 'A' }))).status).toBe(200)
    const moved = await browser.submit(flow, profile({ email: 'moved@example.com' }))
    expect([moved.status, moved.body.error.id]).toEqual([403, 'session_refresh_required'])
  })
})

describe('Password change', () => {
  it('ends the other sessions, but not the current one, after a password change', async () => {
    const elsewhere = fixture.browser()
    await elsewhere.logIn('ada@example.com')
    const other = await elsewhere.api.toSession()
    const flow = await browser.start('settings')
    const answer = await browser.submit(flow, { method: 'password', password: newPassword })
    expect([answer.status, readMessageIds(answer.body)]).toEqual([200, [1050001]])
    expect(fixture.endedSessions).toEqual([other.id])
    expect((await elsewhere.get('/sessions/whoami')).status).toBe(401)
    expect((await browser.get('/sessions/whoami')).status).toBe(200)
    expect((await fixture.browser().logIn('ada@example.com')).status).toBe(400)
    expect((await fixture.browser().logIn('ada@example.com', newPassword)).status).toBe(200)
    expect(fixture.auditEvents.map(({ kind }) => kind)).toContain('password-changed')
  })

  it('refuses the old password, a weak password and no password', async () => {
    const flow = await browser.start('settings')
    const id = async (fields: object) => {
      const answer = await browser.submit(flow, { method: 'password', ...fields })
      return [answer.status, ...nodeMessageIds(answer.body, 'password')]
    }
    expect(await id({ password: goodPassword })).toEqual([400, 4000039])
    expect(await id({ password: 'ada@example' })).toEqual([400, 4000031])
    expect(await id({})).toEqual([400, 4000002])
    expect((await browser.post(flow.ui.action, { method: 'password', password: newPassword })).status).toBe(403)
  })

  it('requires a session, an own settings flow and a known method', async () => {
    const flow = await browser.start('settings')
    const stranger = fixture.browser()
    const nobody = await stranger.post(flow.ui.action, { method: 'password', password: newPassword })
    expect([nobody.status, nobody.body.error.id]).toEqual([401, undefined])
    const page = await stranger.post(flow.ui.action, { method: 'password', password: newPassword }, 'page')
    expect([page.status, page.location]).toEqual([302, `${fixture.origin}/page/login`])
    await stranger.register('eve@example.com')
    const theirs = await stranger.post(flow.ui.action, { method: 'password', password: newPassword })
    expect([theirs.status, theirs.body.error.id]).toEqual([403, 'security_identity_mismatch'])
    const unknown = `${fixture.base}/self-service/settings?flow=00000000-0000-4000-8000-000000000000`
    expect((await browser.post(unknown, { method: 'password' })).status).toBe(404)
    const strange = await browser.submit(flow, { method: 'webauthn' })
    expect([strange.status, readMessageIds(strange.body)]).toEqual([400, [4010004]])
    const get = await browser.get(flow.ui.action)
    expect([get.status, readMessageIds(get.body)]).toEqual([400, [4010004]])
  })
})

const paused = async (clientKind: 'json' | 'page') => {
  fixture.advanceClock(hour + 1)
  const flow = await browser.start('settings')
  return { flow, answer: await browser.submit(flow, { method: 'password', password: newPassword }, clientKind) }
}
const confirm = async (start: string, clientKind: 'json' | 'page') => {
  const location = (await browser.get(start, 'page')).location ?? ''
  const id = new URL(location).searchParams.get('flow') ?? ''
  const login = (await browser.get(`/self-service/login/flows?id=${id}`)).body
  expect(login.refresh).toBe(true)
  return browser.submit(
    login,
    { method: 'password', identifier: 'ada@example.com', password: goodPassword },
    clientKind,
  )
}

describe('Settings change that needs a recent sign-in', () => {
  it('applies a paused change after sign-in for a JSON client', async () => {
    const { flow, answer } = await paused('json')
    const back = `${fixture.base}/self-service/settings?flow=${flow.id}`
    const login = `${fixture.base}/self-service/login/browser?refresh=true&return_to=${encodeURIComponent(back)}`
    expect([answer.status, answer.body.error.id]).toEqual([403, 'session_refresh_required'])
    expect(answer.body.redirect_browser_to).toBe(login)
    expect(await browser.cookie('ory_kratos_continuity')).toBeDefined()
    const { rows } = await fixture.pool.query('SELECT * FROM identity.continuity')
    expect(JSON.stringify(rows)).not.toContain(newPassword)
    const confirmed = await confirm(login, 'json')
    expect(confirmed.body.continue_with[0]?.redirect_browser_to).toBe(back)
    const resumed = await browser.get(back, 'page')
    expect([resumed.status, resumed.location]).toEqual([303, `${fixture.origin}/page/settings?flow=${flow.id}`])
    expect((await fixture.browser().logIn('ada@example.com', newPassword)).status).toBe(200)
    const again = await browser.get(back)
    expect(readMessageIds(again.body)).toEqual([4010004])
  })

  it('applies a paused change after sign-in for a browser', async () => {
    const { flow, answer } = await paused('page')
    expect(answer.status).toBe(303)
    const confirmed = await confirm(answer.location ?? '', 'page')
    expect(confirmed.location).toBe(`${fixture.base}/self-service/settings?flow=${flow.id}`)
    expect((await browser.get(confirmed.location ?? '', 'page')).status).toBe(303)
    expect((await fixture.browser().logIn('ada@example.com', newPassword)).status).toBe(200)
  })

  it('forgets a paused change after 15 minutes and never applies it for another person', async () => {
    const { flow } = await paused('json')
    fixture.advanceClock(15 * 60_000 + 1)
    const late = await browser.get(flow.ui.action)
    expect(readMessageIds(late.body)).toEqual([4010004])
    await browser.submit(flow, { method: 'password', password: newPassword })
    await fixture.browser().register('eve@example.com')
    const login = await browser.start('login', '?refresh=true')
    await browser.submit(login, { method: 'password', identifier: 'eve@example.com', password: goodPassword })
    const theirs = await browser.get(flow.ui.action)
    expect([theirs.status, theirs.body.error.id]).toEqual([403, 'security_identity_mismatch'])
    expect((await fixture.browser().logIn('eve@example.com')).status).toBe(200)
  })

  it('does not pause a forged settings form', async () => {
    fixture.advanceClock(hour + 1)
    const flow = await browser.start('settings')
    const fields = { method: 'password', password: newPassword, csrf_token: `${findCsrfToken(flow).slice(4)}AAAA` }
    expect((await browser.post(flow.ui.action, fields)).body.error.id).toBe('security_csrf_violation')
    expect((await fixture.pool.query('SELECT 1 FROM identity.continuity')).rowCount).toBe(0)
  })
})

it('replaces an expired settings flow with a new one', async () => {
  const flow = await browser.start('settings')
  fixture.advanceClock(hour + 1)
  const gone = await browser.submit(flow, profile({ email: 'ada@example.com' }))
  expect([gone.status, gone.body.error.id]).toEqual([410, 'self_service_flow_expired'])
  const replacement = await browser.api.getSettingsFlow({ id: gone.body.use_flow_id })
  expect(replacement.ui.messages?.map(({ id }) => id)).toEqual([4050001])
  const page = await browser.submit(flow, { method: 'profile' }, 'page')
  expect(page.location).toMatch(/\/page\/settings\?flow=/)
  const passwords = await browser.get('/.well-known/change-password', 'page')
  expect([passwords.status, passwords.location]).toEqual([303, `${fixture.origin}/page/settings`])
})
