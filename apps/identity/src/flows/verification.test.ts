import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findUiNode, goodPassword, readMessageIds, type ResponseBody, type TestBrowser } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

let fixture: IdentityFixture
let browser: TestBrowser

beforeEach(async () => {
  fixture = await openIdentityFixture({ verifiesEmail: true })
  browser = fixture.browser()
})
afterEach(() => fixture.close())

const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns the addresses of the account that this browser is signed in to, and whether they are verified. */
async function readVerifiableAddresses(one: TestBrowser): Promise<(readonly [string, boolean])[]> {
  const { identity } = await one.api.toSession()
  return (identity?.verifiable_addresses ?? []).map(({ value, verified }) => [value, verified] as const)
}

async function verificationNamedBy(answer: ResponseBody, one: TestBrowser): Promise<ResponseBody> {
  const step = answer.continue_with.find(({ action }) => action === 'show_verification_ui')
  return (await one.get(`/self-service/verification/flows?id=${step?.flow?.id}`)).body
}

async function register(one: TestBrowser, email: string): Promise<ResponseBody> {
  const answer = await one.register(email)
  expect(answer.status).toBe(200)
  return verificationNamedBy(answer.body, one)
}

describe('Verification of a new account', () => {
  it('mails a code to a new account, which verifies its address with it', async () => {
    const flow = await register(browser, 'Ada@example.com')
    expect([flow.state, readMessageIds(flow)]).toEqual(['sent_email', [1080003]])
    expect(findUiNode(flow, 'code')?.meta.label?.id).toBe(1070011)
    expect(await readVerifiableAddresses(browser)).toEqual([['ada@example.com', false]])
    const { to, code } = await fixture.nextMail()
    expect(to).toBe('Ada@example.com')
    const wrong = await browser.submit(flow, { method: 'code', code: wrongFor(code) })
    expect([wrong.status, readMessageIds(wrong.body)]).toEqual([400, [4070006]])
    const done = await browser.submit(flow, { method: 'code', code })
    expect([done.status, done.body.state, readMessageIds(done.body)]).toEqual([200, 'passed_challenge', [1080002]])
    expect(await readVerifiableAddresses(browser)).toEqual([['ada@example.com', true]])
    expect(fixture.auditEvents.map(({ kind }) => kind)).toContain('email-verified')
    expect((await fixture.browser().logIn('ada@example.com')).status).toBe(200)
    const again = await browser.submit(flow, { method: 'code', code })
    expect([again.status, readMessageIds(again.body)]).toEqual([400, [4070002]])
  })

  it('allows an unverified account to work and to request another code, with the official client or a plain form', async () => {
    await register(browser, 'ada@example.com')
    await fixture.nextMail()
    const started = await browser.api.createBrowserVerificationFlow()
    expect(started.state).toBe('choose_method')
    const flow = (await browser.get(`/self-service/verification/flows?id=${started.id}`)).body
    const sent = await browser.submit(flow, { method: 'code', email: 'ADA@example.com' }, 'page')
    const page = `${fixture.origin}/page/verification?flow=${flow.id}`
    expect([sent.status, sent.location]).toEqual([303, page])
    const { code } = await fixture.nextMail()
    const done = await browser.submit(flow, { method: 'code', code }, 'page')
    expect([done.status, done.location]).toEqual([303, page])
    expect(await readVerifiableAddresses(browser)).toEqual([['ada@example.com', true]])
  })

  it('keeps the session and the password of a verified account and ends its other sessions', async () => {
    const flow = await register(browser, 'ada@example.com')
    const other = fixture.browser()
    await other.logIn('ada@example.com')
    const { code } = await fixture.nextMail()
    await browser.submit(flow, { method: 'code', code })
    await browser.api.toSession()
    await expect(other.api.toSession()).rejects.toThrow()
    expect((await fixture.browser().logIn('ada@example.com')).status).toBe(200)
  })
})

describe('Verification code', () => {
  it('mails no code to unknown or already verified addresses and answers the same', async () => {
    const flow = await register(browser, 'ada@example.com')
    const { code } = await fixture.nextMail()
    await browser.submit(flow, { method: 'code', code })
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const stranger = fixture.browser()
      const asked = await stranger.submit(await stranger.start('verification'), { method: 'code', email })
      expect([asked.status, readMessageIds(asked.body)]).toEqual([200, [1080003]])
    }
    expect(fixture.mails).toHaveLength(1)
  })

  it('refuses a recovery code for verification and a verification code for recovery', async () => {
    const flow = await register(browser, 'ada@example.com')
    const verifying = await fixture.nextMail()
    const stranger = fixture.browser()
    const recovery = await stranger.submit(await stranger.start('recovery'), {
      method: 'code',
      email: 'ada@example.com',
    })
    const recovering = await fixture.nextMail()
    expect((await stranger.submit(recovery.body, { method: 'code', code: verifying.code })).status).toBe(400)
    expect((await browser.submit(flow, { method: 'code', code: recovering.code })).status).toBe(400)
  })

  it.each([
    ['verification', 'recovery'],
    ['recovery', 'verification'],
  ] as const)(
    'refuses the right code of a %s at the address of %s, even if the flow claims to be one',
    async (from, to) => {
      await register(browser, 'ada@example.com')
      await fixture.nextMail()
      const one = fixture.browser()
      const asked = await one.submit(await one.start(from), { method: 'code', email: 'ada@example.com' })
      const { code } = await fixture.nextMail()
      const other = { ...asked.body.ui, action: asked.body.ui.action.replace(from, to) }
      const submitToOther = async () =>
        (await one.submit({ ...asked.body, ui: other }, { method: 'code', code })).status
      expect(await submitToOther()).toBe(404)
      await fixture.pool.query('update identity.flows set kind = $2 where id = $1', [asked.body.id, to])
      expect(await submitToOther()).toBe(400)
      await fixture.pool.query('update identity.flows set kind = $2 where id = $1', [asked.body.id, from])
      expect((await one.submit(asked.body, { method: 'code', code })).status).toBe(from === 'recovery' ? 422 : 200)
    },
  )

  it('removes the password when the code is entered outside the session of the account', async () => {
    await register(browser, 'victim@example.com')
    await fixture.nextMail()
    const victim = fixture.browser()
    const asked = await victim.submit(await victim.start('verification'), {
      method: 'code',
      email: 'victim@example.com',
    })
    const { code } = await fixture.nextMail()
    expect((await victim.submit(asked.body, { method: 'code', code })).status).toBe(200)
    await expect(browser.api.toSession()).rejects.toThrow()
    expect((await fixture.browser().logIn('victim@example.com')).status).toBe(400)
  })

  it('accepts a verification code only in the browser that started the flow', async () => {
    const flow = await register(browser, 'ada@example.com')
    const { code } = await fixture.nextMail()
    const forged = await fixture.browser().post(flow.ui.action, { method: 'code', code })
    expect([forged.status, forged.body.error.id]).toEqual([403, 'security_csrf_violation'])
  })
})

const change = async (email: string, names: object = {}) =>
  browser.submit(await browser.start('settings'), { method: 'profile', 'traits.email': email, ...names })

describe('Change of address', () => {
  beforeEach(async () => {
    const flow = await register(browser, 'old@example.com')
    const { code } = await fixture.nextMail()
    await browser.submit(flow, { method: 'code', code })
  })

  it('keeps the old sign-in address until the new one is proven', async () => {
    const saved = await change('New@example.com', { 'traits.firstname': 'Ada' })
    expect([saved.status, saved.body.state, readMessageIds(saved.body)]).toEqual([200, 'success', [1050001]])
    expect(saved.body.identity.traits).toEqual({ email: 'old@example.com', firstname: 'Ada' })
    expect(await readVerifiableAddresses(browser)).toEqual([
      ['old@example.com', true],
      ['New@example.com', false],
    ])
    expect((await fixture.browser().logIn('old@example.com')).status).toBe(200)
    expect((await fixture.browser().logIn('new@example.com')).status).toBe(400)
    expect(await fixture.identity.admin.findByEmail('new@example.com')).toBeNull()
    expect(fixture.notices).toEqual([])

    const flow = await verificationNamedBy(saved.body, browser)
    const { to, code } = await fixture.nextMail()
    expect(to).toBe('New@example.com')
    expect((await browser.submit(flow, { method: 'code', code })).status).toBe(200)
    expect(await fixture.identity.admin.findByEmail('new@example.com')).not.toBeNull()
    expect((await browser.api.toSession()).identity?.traits.email).toBe('New@example.com')
    expect(await readVerifiableAddresses(browser)).toEqual([['new@example.com', true]])
    expect((await fixture.browser().logIn('new@example.com')).status).toBe(200)
    expect((await fixture.browser().logIn('old@example.com')).status).toBe(400)
    await fixture.identity.close()
    expect(fixture.notices).toEqual([{ to: 'old@example.com', firstname: 'Ada', change: { kind: 'email-changed' } }])
    expect(fixture.auditEvents.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['email-change-requested', 'email-changed']),
    )
  })

  it('leaves a wanted address free for registration and refuses the change once it is taken', async () => {
    const saved = await change('new@example.com')
    const flow = await verificationNamedBy(saved.body, browser)
    const { code } = await fixture.nextMail()
    expect((await fixture.browser().register('new@example.com')).status).toBe(200)
    const late = await browser.submit(flow, { method: 'code', code })
    expect([late.status, readMessageIds(late.body)]).toEqual([400, [4000007]])
    expect((await browser.api.toSession()).identity?.traits.email).toBe('old@example.com')
    expect(readMessageIds((await change('new@example.com')).body)).toEqual([4000007])
  })

  it('does not change the address when the code comes without the session that requested it', async () => {
    const saved = await change('new@example.com')
    const flow = await verificationNamedBy(saved.body, browser)
    const { code } = await fixture.nextMail()
    await fixture.pool.query('DELETE FROM identity.sessions')
    const refused = await browser.submit(flow, { method: 'code', code })
    expect([refused.status, readMessageIds(refused.body)]).toEqual([400, [4000001]])
    expect(await fixture.identity.admin.findByEmail('new@example.com')).toBeNull()
    expect((await fixture.browser().logIn('old@example.com')).status).toBe(200)
    expect((await fixture.browser().logIn('new@example.com')).status).toBe(400)
  })

  it('drops an address change that a thief requested when the owner recovers the account', async () => {
    await change('thief@example.com')
    await fixture.nextMail()
    const owner = fixture.browser()
    const asked = await owner.submit(await owner.start('recovery'), { method: 'code', email: 'old@example.com' })
    const { code } = await fixture.nextMail()
    expect((await owner.submit(asked.body, { method: 'code', code })).status).toBe(422)
    expect(await readVerifiableAddresses(owner)).toEqual([['old@example.com', true]])
    await expect(browser.api.toSession()).rejects.toThrow()
    // The address was proven before, so the password is known to be the owner's.
    expect((await fixture.browser().logIn('old@example.com', goodPassword)).status).toBe(200)
  })
})
