import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserReply, goodPassword, readMessageIds } from '../../testing/browser.ts'
import { openSocialFixture, type SocialFixture, submitProviderButton } from '../../testing/social-fixture.ts'

const person = (sub: string) => ({ sub, email: `${sub}@example.com`, email_verified: true })

let fixture: SocialFixture

beforeAll(async () => {
  fixture = await openSocialFixture([person('ada'), person('ben')], { isSignInByProvidersOnly: true })
})
afterAll(() => fixture.close())

const read = ({ status, body }: BrowserReply) => [status, readMessageIds(body)]

describe('Sign-in by providers only', () => {
  it('offers every provider and no password where people sign in by providers only', async () => {
    const browser = fixture.browser()
    for (const kind of ['login', 'registration'] as const) {
      const { nodes } = (await browser.start(kind)).ui
      expect(nodes.some(({ group }) => group === 'password')).toBe(false)
      const providers = nodes.filter(({ attributes }) => attributes.name === 'provider')
      expect(providers.map(({ attributes }) => attributes.value)).toEqual(['google', 'acme'])
    }
  })

  it('refuses a password in every flow and recovery by mail where people sign in by providers only', async () => {
    const browser = fixture.browser()
    expect(read(await browser.logIn('ada@example.com'))).toEqual([400, [4010002]])
    expect(read(await browser.register('cy@example.com'))).toEqual([400, [4010003]])
    expect((await browser.get('/self-service/recovery/browser')).status).toBe(404)
    await fixture.signInWithGoogle(browser, 'login', 'ada')
    const changed = { method: 'password', password: goodPassword }
    expect(read(await browser.submit(await browser.start('settings'), changed))).toEqual([400, [4010004]])
  })

  it('neither offers nor accepts a passkey of earlier where people sign in by providers only', async () => {
    const browser = fixture.browser()
    await fixture.signInWithGoogle(browser, 'login', 'ada')
    const { identity } = await browser.api.toSession()
    const passkey = { id: 'AQID', public_key: 'AQID', sign_count: 0, transports: [], display_name: 'Key', added_at: '' }
    await fixture.pool.query(
      `INSERT INTO identity.credentials (identity_id, type, config, created_at, updated_at)
       VALUES ($1, 'passkey', $2, now(), now())`,
      [identity?.id, JSON.stringify({ credentials: [passkey] })],
    )
    const login = await fixture.browser().start('login')
    const settings = await browser.start('settings')
    for (const { ui } of [login, settings]) expect(ui.nodes.some(({ group }) => group === 'passkey')).toBe(false)
    const answer = JSON.stringify({ id: 'AQID', response: {} })
    const other = fixture.browser()
    const refused = await other.submit(await other.start('login'), { method: 'passkey', passkey_login: answer })
    expect(read(refused)).toEqual([400, [4010002]])
    expect(read(await browser.submit(settings, { passkey_settings_register: answer }))).toEqual([400, [4010004]])
  })

  it('links a second provider and never unlinks the last one', async () => {
    const browser = fixture.browser()
    await fixture.signInWithGoogle(browser, 'registration', 'ben')
    const names = async () =>
      (await browser.start('settings')).ui.nodes
        .filter(({ group }) => group === 'oidc')
        .map(({ attributes }) => `${attributes.name} ${attributes.value}`)
    expect(await names()).toEqual(['link acme'])
    const refused = await browser.post((await browser.start('settings')).ui.action, { unlink: 'google' })
    expect([refused.status, readMessageIds(refused.body)]).toEqual([400, [4000001]])
    fixture.acme.nextAccount('ben')
    await fixture.follow(
      browser,
      await submitProviderButton(browser, await browser.start('settings'), { link: 'acme' }),
    )
    expect(await names()).toEqual(['unlink google', 'unlink acme'])
    expect((await browser.post((await browser.start('settings')).ui.action, { unlink: 'google' })).status).toBe(200)
    expect(await names()).toEqual(['link google'])
  })
})
