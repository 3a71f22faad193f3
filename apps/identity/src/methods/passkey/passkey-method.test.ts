import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type BrowserReply,
  findUiNode,
  readMessageIds,
  type ResponseBody,
  type TestBrowser,
} from '../../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../../testing/identity-fixture.ts'
import { createSoftAuthenticator } from '../../testing/soft-authenticator.ts'
import { enableTotp, submitSecondStep } from '../../testing/two-step.ts'

const email = 'ada@example.com'
let fixture: IdentityFixture
let browser: TestBrowser
beforeEach(async () => {
  fixture = await openIdentityFixture()
  browser = fixture.browser()
  await browser.register(email)
})
afterEach(() => fixture.close())

const readValue = (flow: ResponseBody, name: string): string => findUiNode(flow, name)?.attributes.value ?? ''

async function register(at: TestBrowser, options: { hasCounter?: boolean } = {}) {
  const authenticator = createSoftAuthenticator(fixture.origin, options)
  const flow = await at.start('settings')
  const answer = authenticator.create(readValue(flow, 'passkey_create_data'))
  return { authenticator, saved: await at.submit(flow, { passkey_settings_register: answer }) }
}

const submitPasskey = (at: TestBrowser, flow: ResponseBody, answer: string): Promise<BrowserReply> =>
  at.submit(flow, { method: 'passkey', passkey_login: answer })

it('offers passkeys at sign-in only where somebody has one', async () => {
  expect(findUiNode(await fixture.browser().start('login'), 'passkey_challenge')).toBeUndefined()
  const { saved } = await register(browser)
  expect([saved.status, saved.body.state]).toEqual([200, 'success'])
  expect(findUiNode(saved.body, 'passkey_remove')?.meta.label?.id).toBe(1050020)
  const flow = await fixture.browser().start('login')
  const nodes = flow.ui.nodes.filter(({ group }) => group === 'passkey')
  expect(nodes.map(({ attributes }) => [attributes.name, attributes.type])).toEqual([
    ['passkey_challenge', 'hidden'],
    ['passkey_login', 'hidden'],
    ['passkey_login_trigger', 'button'],
  ])
  expect(JSON.parse(readValue(flow, 'passkey_challenge'))).toMatchObject({
    publicKey: { rpId: 'localhost', userVerification: 'required' },
  })
})

it('signs in with a passkey alone', async () => {
  const { authenticator } = await register(browser)
  const other = fixture.browser()
  const flow = await other.start('login')
  const done = await other.api.updateLoginFlow({
    flow: flow.id,
    updateLoginFlowBody: {
      method: 'passkey',
      passkey_login: authenticator.get(readValue(flow, 'passkey_challenge')),
      csrf_token: readValue(flow, 'csrf_token'),
    },
  })
  expect(done.session.identity?.traits).toMatchObject({ email })
  expect(done.session.authentication_methods?.map(({ method, aal }) => [method, aal])).toEqual([['passkey', 'aal1']])
})

it('asks for the second step after a passkey, too', async () => {
  const { authenticator } = await register(browser)
  const app = await enableTotp(browser)
  const other = fixture.browser()
  const flow = await other.start('login')
  expect((await submitPasskey(other, flow, authenticator.get(readValue(flow, 'passkey_challenge')))).status).toBe(422)
  expect((await submitSecondStep(other, { method: 'totp', totp_code: app.code(Date.now()) })).status).toBe(200)
})

it('accepts the answer of a passkey once, for its own flow and site only', async () => {
  const { authenticator } = await register(browser)
  const other = fixture.browser()
  const flow = await other.start('login')
  const answer = authenticator.get(readValue(flow, 'passkey_challenge'))
  const elsewhere = fixture.browser()
  const foreign = await submitPasskey(elsewhere, await elsewhere.start('login'), answer)
  expect([foreign.status, readMessageIds(foreign.body)]).toEqual([400, [4000001]])
  const relayed = authenticator.get(readValue(flow, 'passkey_challenge'), undefined, 'https://phishing.test')
  expect((await submitPasskey(other, flow, relayed)).status).toBe(400)
  expect((await submitPasskey(other, flow, answer)).status).toBe(200)
  await other.api.createBrowserLogoutFlow().then(({ logout_url: url }) => other.get(url))
  const { status } = await submitPasskey(other, flow, answer)
  expect(status).toBe(403)
  const phished = createSoftAuthenticator('https://phishing.test')
  const settings = await browser.start('settings')
  const created = phished.create(readValue(settings, 'passkey_create_data'))
  expect((await browser.submit(settings, { passkey_settings_register: created })).status).toBe(400)
})

it('accepts the answer of a passkey once, also without a counter and by two requests at the same time', async () => {
  const { authenticator } = await register(browser, { hasCounter: false })
  const other = fixture.browser()
  const flow = await other.start('login')
  const answer = authenticator.get(readValue(flow, 'passkey_challenge'))
  // Afterwards the form token of the flow is another one, which would refuse a repeated answer as well.
  const both = await Promise.all([submitPasskey(other, flow, answer), submitPasskey(other, flow, answer)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

it('refuses the passkey of somebody else, of nobody, and nonsense', async () => {
  const { authenticator } = await register(browser)
  const eve = fixture.browser()
  await eve.register('eve@example.com')
  const eveId = (await eve.api.toSession()).identity?.id ?? ''
  const other = fixture.browser()
  const flow = await other.start('login')
  const challenge = readValue(flow, 'passkey_challenge')
  const wrong = [authenticator.get(challenge, eveId), authenticator.get(challenge, 'nobody'), '{}', 'nonsense', '[]']
  for (const answer of wrong) {
    const refused = await submitPasskey(other, flow, answer)
    expect([refused.status, readMessageIds(refused.body)]).toEqual([400, [4000015]])
  }
  await register(eve)
  const mixed = await submitPasskey(other, flow, authenticator.get(challenge, eveId))
  expect([mixed.status, readMessageIds(mixed.body)]).toEqual([400, [4000001]])
  const empty = await other.submit(flow, { method: 'passkey' })
  expect([empty.status, empty.body.ui.messages]).toEqual([400, undefined])
})

it('removes a passkey, but never the only way to log in', async () => {
  const { saved } = await register(browser)
  const hex = readValue(saved.body, 'passkey_remove')
  expect(hex).toMatch(/^[0-9a-f]{64}$/)
  await fixture.pool.query(`UPDATE identity.credentials SET config = '{}' WHERE type = 'password'`)
  const last = await browser.submit(await browser.start('settings'), { passkey_remove: hex })
  expect([last.status, readMessageIds(last.body)]).toEqual([400, [4000001]])
  await register(browser)
  const unknown = await browser.submit(await browser.start('settings'), { passkey_remove: 'abcd' })
  expect([unknown.status, readMessageIds(unknown.body)]).toEqual([400, [4000001]])
  expect((await browser.submit(await browser.start('settings'), { passkey_remove: hex })).status).toBe(200)
  expect(fixture.auditEvents.map(({ kind }) => kind)).toContain('passkey-removed')
})

it('adds and removes passkeys only after a recent sign-in', async () => {
  const { saved } = await register(browser)
  fixture.advanceClock(3_601_000)
  const { saved: late } = await register(browser)
  expect([late.status, late.body.error.id]).toEqual([403, 'session_refresh_required'])
  const hex = readValue(saved.body, 'passkey_remove')
  const removal = await browser.submit(await browser.start('settings'), { passkey_remove: hex })
  expect([removal.status, removal.body.error.id]).toEqual([403, 'session_refresh_required'])
})

it('removes a passkey only after a fresh login, not within the hour in which one may be added', async () => {
  const { saved } = await register(browser)
  fixture.advanceClock(301_000)
  const hex = readValue(saved.body, 'passkey_remove')
  const removal = await browser.submit(await browser.start('settings'), { passkey_remove: hex })
  expect([removal.status, removal.body.error.id]).toEqual([403, 'session_refresh_required'])
  expect((await register(browser)).saved.status).toBe(200)
})
