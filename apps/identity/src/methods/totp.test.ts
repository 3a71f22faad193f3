import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type BrowserReply,
  findUiNode,
  getUiNodeName,
  nodeMessageIds,
  readMessageIds,
  type TestBrowser,
} from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'
import {
  type AuthenticatorApp,
  createAuthenticatorApp,
  createRecoveryCodes,
  enableTotp,
  nextStep,
  readOfferedSecret,
  submitSecondStep,
} from '../testing/two-step.ts'

const email = 'ada@example.com'
const freshMs = 300_000
let fixture: IdentityFixture
let browser: TestBrowser
beforeEach(async () => {
  fixture = await openIdentityFixture()
  browser = fixture.browser()
  await browser.register(email)
})
afterEach(() => fixture.close())

/** A browser after the password, which has the second step before it. */
async function openHalfSignedIn(): Promise<TestBrowser> {
  const half = fixture.browser()
  expect((await half.logIn(email)).status).toBe(422)
  return half
}

const readLevel = async (at: TestBrowser) => (await at.api.toSession()).authenticator_assurance_level

describe('Setting up an authenticator app', () => {
  it('offers the secret of an authenticator app as text and as a picture, the same one as long as the flow lasts', async () => {
    const flow = await browser.start('settings')
    const secret = readOfferedSecret(flow)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(findUiNode(flow, 'totp_secret_key')).toMatchObject({
      type: 'text',
      attributes: { node_type: 'text', text: { id: 1050006, context: { secret } } },
    })
    expect(findUiNode(flow, 'totp_qr')).toMatchObject({
      type: 'img',
      attributes: { node_type: 'img', src: expect.stringMatching(/^data:image\/png;base64,/), width: 256, height: 256 },
    })
    expect(readOfferedSecret((await browser.get(`/self-service/settings/flows?id=${flow.id}`)).body)).toBe(secret)
    expect(readOfferedSecret(await browser.start('settings'))).not.toBe(secret)
  })

  it('turns two-step sign-in on with a right code only, and raises the session to aal2', async () => {
    const flow = await browser.api.createBrowserSettingsFlow()
    const shown = await browser.start('settings')
    const missing = await browser.submit(shown, { method: 'totp' })
    expect([missing.status, nodeMessageIds(missing.body, 'totp_code')]).toEqual([400, [4000002]])
    const wrong = await browser.submit(shown, { method: 'totp', totp_code: '12345' })
    expect([wrong.status, nodeMessageIds(wrong.body, 'totp_code')]).toEqual([400, [4000008]])
    expect(flow.id).not.toBe(shown.id)
    const app = createAuthenticatorApp(readOfferedSecret(shown))
    const saved = await browser.api.updateSettingsFlow({
      flow: shown.id,
      updateSettingsFlowBody: {
        method: 'totp',
        totp_code: app.code(Date.now()),
        csrf_token: findUiNode(shown, 'csrf_token')?.attributes.value ?? '',
      },
    })
    expect(saved.state).toBe('success')
    expect(saved.ui.nodes.filter(({ group }) => group === 'totp').map(({ meta }) => meta.label?.id)).toEqual([1050004])
    expect(await readLevel(browser)).toBe('aal2')
    await expect.poll(() => fixture.notices.map(({ change }) => change.kind)).toEqual(['two-step-on'])
    expect(fixture.auditEvents.at(-1)).toMatchObject({ kind: 'second-factor-added', method: 'totp' })
  })

  it('stores no secret that can be read', async () => {
    const flow = await browser.start('settings')
    await browser.submit(flow, {
      method: 'totp',
      totp_code: createAuthenticatorApp(readOfferedSecret(flow)).code(Date.now()),
    })
    const { rows } = await fixture.pool.query(`SELECT config FROM identity.credentials WHERE type = 'totp'`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(readOfferedSecret(flow))
  })

  it('refuses a form without its token', async () => {
    const flow = await browser.start('settings')
    const code = createAuthenticatorApp(readOfferedSecret(flow)).code(Date.now())
    const answer = await browser.post(flow.ui.action, { method: 'totp', totp_code: code })
    expect([answer.status, answer.body.error.id]).toEqual([403, 'security_csrf_violation'])
  })
})

describe('The second step of a sign-in', () => {
  let app: AuthenticatorApp
  beforeEach(async () => {
    app = await enableTotp(browser)
  })

  it('leads from the password to the second step, and from there to the requested page', async () => {
    const other = fixture.browser()
    const started = await other.start('login', '?return_to=%2Ftree')
    const half = await other.submit(started, {
      method: 'password',
      identifier: email,
      password: 'plum-orchard-lattice-7',
    })
    expect([half.status, half.body.error.id]).toEqual([422, 'browser_location_change_required'])
    const url = new URL(half.body.redirect_browser_to)
    expect([url.pathname, url.searchParams.get('aal'), url.searchParams.get('return_to')]).toEqual([
      '/identity/self-service/login/browser',
      'aal2',
      '/tree',
    ])
    const page = await other.get(url.href, 'page')
    expect([page.status, page.location]).toEqual([303, expect.stringContaining('/page/login?flow=')])
    const plain = fixture.browser()
    const form = { method: 'password', identifier: email, password: 'plum-orchard-lattice-7' }
    const left = await plain.submit(await plain.start('login'), form, 'page')
    expect([left.status, left.location]).toEqual([303, expect.stringContaining('/self-service/login/browser?aal=aal2')])
  })

  it('signs in with the code of the app, in the same session', async () => {
    const half = await openHalfSignedIn()
    const flow = await half.start('login', '?aal=aal2')
    expect(readMessageIds(flow)).toEqual([1010004])
    expect(flow.ui.nodes.map((node) => [node.group, getUiNodeName(node), node.meta.label?.id])).toEqual([
      ['default', 'csrf_token', undefined],
      ['totp', 'totp_code', 1010006],
      ['totp', 'method', 1010009],
    ])
    const done = await half.api.updateLoginFlow({
      flow: flow.id,
      updateLoginFlowBody: {
        method: 'totp',
        totp_code: app.code(Date.now()),
        csrf_token: findUiNode(flow, 'csrf_token')?.attributes.value ?? '',
      },
    })
    expect(done.session.authenticator_assurance_level).toBe('aal2')
    expect(done.session.authentication_methods?.map(({ method, aal }) => [method, aal])).toEqual([
      ['password', 'aal1'],
      ['totp', 'aal2'],
    ])
    expect(await readLevel(half)).toBe('aal2')
    const again = await half.get('/self-service/login/browser?aal=aal2')
    expect([again.status, again.body.error.id]).toEqual([400, 'session_already_available'])
  })

  it('opens nothing before the second step: whoami, settings and sessions answer 403', async () => {
    const half = await openHalfSignedIn()
    const settingsFlow = await browser.start('settings')
    const answers = [
      await half.get('/sessions/whoami'),
      await half.get('/sessions'),
      await half.request(`${fixture.base}/sessions`, { method: 'DELETE' }),
      await half.get('/self-service/settings/browser'),
      await half.get(`/self-service/settings/flows?id=${settingsFlow.id}`),
      await half.post(settingsFlow.ui.action, { totp_unlink: true }),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.body.error.id]).toEqual([403, 'session_aal2_required'])
      expect(answer.headers.get('ory-error-id')).toBe('session_aal2_required')
      expect(answer.body.redirect_browser_to).toContain('/self-service/login/browser?aal=aal2')
      expect(answer.body.error.details?.['redirect_browser_to']).toBe(answer.body.redirect_browser_to)
    }
    const page = await half.get('/self-service/settings/browser', 'page')
    expect([page.status, page.location]).toEqual([303, expect.stringContaining('aal=aal2&return_to=')])
    const cookie = `ory_kratos_session=${await half.cookie('ory_kratos_session')}`
    expect(await fixture.identity.whoami({ cookie })).toBeNull()
    expect((await browser.get('/sessions/whoami')).status).toBe(200)
  })

  it('asks earlier sessions for the second step, and closes their sockets', async () => {
    await fixture.pool.query(`DELETE FROM identity.credentials WHERE type = 'totp'`)
    const before = fixture.browser()
    await before.logIn(email)
    const { id } = await before.api.toSession()
    await enableTotp(browser)
    expect((await before.get('/sessions/whoami')).status).toBe(403)
    const mine = (await browser.api.toSession()).id
    expect(await fixture.identity.admin.findEndedSessions([id, mine])).toEqual([id])
  })

  it('accepts a code once, also for two browsers at the same time', async () => {
    const code = app.code(Date.now())
    const halves = await Promise.all([openHalfSignedIn(), openHalfSignedIn()])
    const answers = await Promise.all(halves.map((half) => submitSecondStep(half, { method: 'totp', totp_code: code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const late = await submitSecondStep(await openHalfSignedIn(), { method: 'totp', totp_code: code })
    expect([late.status, readMessageIds(late.body)]).toEqual([400, [4000008]])
    fixture.advanceClock(60_000)
    const fresh = app.code(nextStep(nextStep(Date.now())))
    expect((await submitSecondStep(await openHalfSignedIn(), { method: 'totp', totp_code: fresh })).status).toBe(200)
  })

  it('refuses wrong, old and foreign codes, and says nothing more', async () => {
    const half = await openHalfSignedIn()
    for (const code of [app.code(Date.now() - 120_000), 'abcdef', '１２３４５６', '1', '0'.repeat(100)]) {
      const answer = await submitSecondStep(half, { method: 'totp', totp_code: code })
      expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4000008]])
    }
    expect((await half.get('/sessions/whoami')).status).toBe(403)
    const missing = await submitSecondStep(half, { method: 'totp' })
    expect([missing.status, nodeMessageIds(missing.body, 'totp_code')]).toEqual([400, [4000002]])
    const password = await submitSecondStep(half, { method: 'password', identifier: email, password: 'x' })
    expect([password.status, readMessageIds(password.body)]).toEqual([400, [4010002]])
    expect(fixture.auditEvents.filter(({ kind }) => kind === 'sign-in-refused')).toHaveLength(5)
  })

  it('lets nobody but the person of the first step do the second one', async () => {
    const half = await openHalfSignedIn()
    const flow = await half.start('login', '?aal=aal2')
    const stranger = fixture.browser()
    await stranger.register('eve@example.com')
    const stolen = await stranger.submit(flow, { method: 'totp', totp_code: app.code(Date.now()) })
    expect([stolen.status, stolen.body.error.id]).toEqual([403, 'security_identity_mismatch'])
    const nobody = await fixture.browser().submit(flow, { method: 'totp', totp_code: app.code(Date.now()) })
    expect([nobody.status, nobody.body.error.id]).toEqual([401, 'session_aal1_required'])
  })

  it('asks for the second step after a recovery: the mailed code is a first step only', async () => {
    const lost = fixture.browser()
    const asked = await lost.submit(await lost.start('recovery'), { method: 'code', email })
    await lost.submit(asked.body, { method: 'code', code: (await fixture.nextMail()).code })
    expect((await lost.get('/sessions/whoami')).status).toBe(403)
    expect((await submitSecondStep(lost, { method: 'totp', totp_code: app.code(Date.now()) })).status).toBe(200)
  })

  it('does not lock out the owner of an address that somebody else registered first', async () => {
    const verifying = await openIdentityFixture({ verifiesEmail: true })
    try {
      const squatter = verifying.browser()
      await squatter.register(email)
      await enableTotp(squatter)
      const owner = verifying.browser()
      const asked = await owner.submit(await owner.start('recovery'), { method: 'code', email })
      await verifying.nextMail()
      await owner.submit(asked.body, { method: 'code', code: (await verifying.nextMail()).code })
      expect((await owner.get('/sessions/whoami')).status).toBe(200)
      expect((await squatter.get('/sessions/whoami')).status).toBe(401)
    } finally {
      await verifying.close()
    }
  })
})

/** Follows the redirect to a login form, which asks for one step of the sign-in again. */
async function openConfirmation(to: string) {
  const { location } = await browser.get(to, 'page')
  const id = new URL(location ?? '').searchParams.get('flow') ?? ''
  return browser.api.getLoginFlow({ id })
}
const readRefusal = ({ status, body }: BrowserReply) => [
  status,
  body.error?.id,
  new URL(body.redirect_browser_to ?? 'none:').searchParams.get('aal'),
]
const refusedFirst = [403, 'session_refresh_required', null]
const refusedSecond = [403, 'session_refresh_required', 'aal2']

describe('Turning two-step sign-in off', () => {
  it('turns two-step sign-in off only after a fresh login: a session that is minutes old, or stolen, cannot weaken it', async () => {
    await enableTotp(browser)
    await createRecoveryCodes(browser)
    fixture.advanceClock(freshMs + 1000)
    const changes = [
      { totp_unlink: true },
      { lookup_secret_disable: true },
      { lookup_secret_reveal: true },
      { lookup_secret_regenerate: true },
      { lookup_secret_confirm: true },
    ]
    for (const change of changes) {
      const refused = await browser.submit(await browser.start('settings'), change)
      expect(readRefusal(refused)).toEqual(refusedFirst)
      expect(refused.body.redirect_browser_to).toContain('/self-service/login/browser?refresh=true&return_to=')
    }
    const names = (await browser.start('settings')).ui.nodes.map((node) => getUiNodeName(node))
    expect(names).toEqual(expect.arrayContaining(['totp_unlink', 'lookup_secret_reveal']))
    // The hour for everything else is not over.
    const named = { method: 'profile', traits: { email, firstname: 'Ada' } }
    expect((await browser.submit(await browser.start('settings'), named)).status).toBe(200)
  })

  it('turns two-step sign-in off only after both steps of a login: the password alone is not enough', async () => {
    await enableTotp(browser)
    fixture.advanceClock(freshMs + 1000)
    const password = { method: 'password', identifier: email, password: 'plum-orchard-lattice-7' }
    expect((await browser.submit(await browser.start('login', '?refresh=true'), password)).status).toBe(200)
    const refused = await browser.submit(await browser.start('settings'), { totp_unlink: true })
    expect(readRefusal(refused)).toEqual(refusedSecond)
    const wrong = await browser.submit(await browser.start('login', '?refresh=true&aal=aal2'), {
      method: 'totp',
      totp_code: '12345',
    })
    expect(wrong.status).toBe(400)
    expect(readRefusal(await browser.submit(await browser.start('settings'), { totp_unlink: true }))).toEqual(
      refusedSecond,
    )
  })

  it('continues by itself after both steps of the login', async () => {
    const app = await enableTotp(browser)
    fixture.advanceClock(freshMs + 1000)
    const flow = await browser.start('settings')
    const refused = await browser.submit(flow, { totp_unlink: true })
    const first = await openConfirmation(refused.body.redirect_browser_to)
    expect([first.refresh, first.requested_aal]).toEqual([true, 'aal1'])
    const password = { method: 'password', identifier: email, password: 'plum-orchard-lattice-7' }
    const half = await browser.submit((await browser.get(`/self-service/login/flows?id=${first.id}`)).body, password)
    const back = half.body.continue_with[0]?.redirect_browser_to ?? ''
    const onward = await browser.get(back, 'page')
    expect([onward.status, onward.location]).toEqual([303, expect.stringContaining('refresh=true&aal=aal2&return_to=')])
    const second = await openConfirmation(onward.location ?? '')
    expect([second.refresh, second.requested_aal]).toEqual([true, 'aal2'])
    const code = { method: 'totp', totp_code: app.code(Date.now() + freshMs + 1000) }
    const done = await browser.submit((await browser.get(`/self-service/login/flows?id=${second.id}`)).body, code)
    const resumed = await browser.get(done.body.continue_with[0]?.redirect_browser_to ?? '', 'page')
    expect([resumed.status, resumed.location]).toEqual([303, `${fixture.origin}/page/settings?flow=${flow.id}`])
    expect((await fixture.browser().logIn(email)).status).toBe(200)
    await expect.poll(() => fixture.notices.map(({ change }) => change.kind)).toContain('two-step-off')
  })

  it('does not let a stolen session add a second factor that turns the first one off', async () => {
    await enableTotp(browser)
    fixture.advanceClock(freshMs + 1000)
    for (const change of [{ lookup_secret_regenerate: true }, { lookup_secret_confirm: true }]) {
      expect(readRefusal(await browser.submit(await browser.start('settings'), change))).toEqual(refusedSecond)
    }
    const codesOnly = fixture.browser()
    await codesOnly.register('eve@example.com')
    await createRecoveryCodes(codesOnly)
    fixture.advanceClock(freshMs + 1000)
    const flow = await codesOnly.start('settings')
    const added = createAuthenticatorApp(readOfferedSecret(flow)).code(Date.now() + 2 * (freshMs + 1000))
    expect(readRefusal(await codesOnly.submit(flow, { method: 'totp', totp_code: added }))).toEqual(refusedSecond)
  })

  it('refuses to turn off two-step sign-in that is off', async () => {
    const answer = await browser.submit(await browser.start('settings'), { totp_unlink: true })
    expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4000011]])
  })

  it('offers another secret in the same flow', async () => {
    const flow = await browser.start('settings')
    const secret = readOfferedSecret(flow)
    const code = createAuthenticatorApp(secret).code(Date.now())
    const on = await browser.submit(flow, { method: 'totp', totp_code: code })
    const off = await browser.submit(on.body, { totp_unlink: true })
    expect(readOfferedSecret(off.body)).toMatch(/^[A-Z2-7]{32}$/)
    expect(readOfferedSecret(off.body)).not.toBe(secret)
  })
})

describe('Guessing a second factor', () => {
  it('slows down guesses of a second factor over all servers, whatever browser or method is used', async () => {
    const now = new Date()
    const limited = await openIdentityFixture({ backOff: true, clock: () => now })
    try {
      const owner = limited.browser()
      await owner.register(email)
      await enableTotp(owner)
      const statuses: number[] = []
      for (let guess = 0; guess < 7; guess += 1) {
        const half = limited.browser()
        await half.logIn(email)
        const field =
          guess % 2 === 0
            ? { method: 'totp', totp_code: '000000' }
            : { method: 'lookup_secret', lookup_secret: 'aaaaaaaa' }
        statuses.push((await submitSecondStep(half, field)).status)
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    } finally {
      await limited.close()
    }
  })
})
