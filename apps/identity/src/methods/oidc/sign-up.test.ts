import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMessageIds, nodeMessageIds, findUiNode } from '../../testing/browser.ts'
import { submitProviderButton, openSocialFixture, type SocialFixture } from '../../testing/social-fixture.ts'

const person = (sub: string) => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Byron',
})

let fixture: SocialFixture

beforeAll(async () => {
  fixture = await openSocialFixture(
    [
      { ...person('ada'), picture: 'https://pictures.test/ada.png' },
      { ...person('ben'), picture: 'http://pictures.test/ben.png' },
      person('cy'),
      { ...person('dora'), email_verified: false },
      { sub: 'eve', given_name: 'Eve\u0000' },
      person('fay'),
      person('gus'),
      person('hal'),
    ],
    { initialStatus: 'pending' },
  )
})
afterAll(() => fixture.close())

const whoami = async (browser: ReturnType<SocialFixture['browser']>) =>
  (await browser.api.toSession()) as never as {
    id: string
    identity: { id: string; traits: object; metadata_public: object; verifiable_addresses: { verified: boolean }[] }
    authentication_methods: { method: string; provider?: string }[]
  }

describe('Redirect to the provider', () => {
  it('sends a URL to a JSON client and a redirect to a browser, with PKCE, nonce and sealed state', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const script = await browser.post(flow.ui.action, { provider: 'google' })
    expect([script.status, script.body.error.id]).toEqual([422, 'browser_location_change_required'])
    const page = await browser.post(flow.ui.action, { provider: 'google', method: 'oidc' }, 'page')
    expect(page.status).toBe(303)
    for (const address of [script.body.redirect_browser_to, page.location ?? '']) {
      const url = new URL(address)
      expect(url.origin).toBe(fixture.google.issuer)
      const query = Object.fromEntries(url.searchParams)
      expect(query).toMatchObject({
        client_id: fixture.google.clientId,
        response_type: 'code',
        redirect_uri: `${fixture.base}/self-service/methods/oidc/callback/google`,
        code_challenge_method: 'S256',
        nonce: expect.stringMatching(/^\w{32}$/),
      })
      expect(query['scope']?.split(' ')).toContain('openid')
      expect(query['prompt']).toBeUndefined()
      expect(Buffer.from(query['state'] ?? '', 'base64url').toString('latin1')).not.toContain(flow.id)
    }
    expect(await browser.cookie('ory_kratos_continuity')).toBeDefined()
  })

  it('forwards the known upstream parameters and protects our own', async () => {
    const browser = fixture.browser()
    const parameters = { hd: 'example.com', prompt: 'select_account', scope: 'admin', state: 'mine' }
    const left = await submitProviderButton(browser, await browser.start('registration'), {
      provider: 'google',
      upstream_parameters: parameters,
    })
    const query = Object.fromEntries(new URL(left).searchParams)
    expect(query).toMatchObject({ hd: 'example.com', prompt: 'select_account', scope: 'openid email profile' })
    expect(query['state']).not.toBe('mine')
  })

  it('offers one button per provider', async () => {
    const browser = fixture.browser()
    const offered = async (flow: 'login' | 'registration') =>
      (await browser.start(flow)).ui.nodes
        .filter(({ group }) => group === 'oidc')
        .map(({ attributes, meta }) => [attributes.name, attributes.value, meta.label?.id, meta.label?.context])
    const contexts = [
      { provider: 'Google', provider_id: 'google' },
      { provider: 'Acme', provider_id: 'acme' },
    ]
    expect(await offered('login')).toEqual([
      ['provider', 'google', 1010002, contexts[0]],
      ['provider', 'acme', 1010002, contexts[1]],
    ])
    expect(await offered('registration')).toEqual([
      ['provider', 'google', 1040002, contexts[0]],
      ['provider', 'acme', 1040002, contexts[1]],
    ])
  })

  it('redirects to the provider with the official client, which sends no token', async () => {
    const browser = fixture.browser()
    const flow = await browser.api.createBrowserLoginFlow()
    const body = { method: 'oidc', provider: 'google' } as const
    const refusal = await browser.api.updateLoginFlow({ flow: flow.id, updateLoginFlowBody: body }).catch((e) => e)
    expect(refusal.response.status).toBe(422)
  })
})

describe('Social registration', () => {
  it('creates an account from the claims that the provider vouches for', async () => {
    const browser = fixture.browser()
    const landing = await fixture.signInWithGoogle(browser, 'registration', 'ada')
    expect([landing.status, landing.url.href]).toEqual([303, `${fixture.origin}/projects`])
    const session = await whoami(browser)
    expect(session.identity).toMatchObject({
      traits: { email: 'ada@example.com', firstname: 'Ada', lastname: 'Byron' },
      metadata_public: { picture: 'https://pictures.test/ada.png', status: 'pending' },
      verifiable_addresses: [{ verified: true }],
    })
    expect(session.authentication_methods).toMatchObject([{ method: 'oidc', provider: 'google' }])
    expect(await browser.cookie('ory_kratos_continuity')).toBeUndefined()
    const stored = await fixture.pool.query("select config from identity.credentials where type = 'oidc'")
    expect(stored.rows).toEqual([{ config: { providers: [{ provider: 'google', subject: 'ada' }] } }])
  })

  it('signs in a known person even from a registration and keeps an approval', async () => {
    const first = fixture.browser()
    await fixture.signInWithGoogle(first, 'registration', 'ben')
    const { identity } = await whoami(first)
    expect(identity.metadata_public).toEqual({ status: 'pending' })
    await fixture.identity.admin.setMetadataPublic(identity.id, { status: 'active' })
    for (const flow of ['login', 'registration'] as const) {
      const browser = fixture.browser()
      const landing = await fixture.signInWithGoogle(browser, flow, 'ben', '?return_to=%2Ftree')
      expect(landing.url.href).toBe(`${fixture.origin}/tree`)
      expect((await whoami(browser)).identity).toMatchObject({ id: identity.id, metadata_public: { status: 'active' } })
    }
  })

  it('registers from the login flow in a plain browser', async () => {
    const browser = fixture.browser()
    fixture.google.nextAccount('cy')
    const left = await submitProviderButton(browser, await browser.start('login'), { provider: 'google' }, 'page')
    expect((await fixture.follow(browser, left)).url.pathname).toBe('/projects')
    expect((await whoami(browser)).identity.traits).toMatchObject({ email: 'cy@example.com' })
  })

  it('registers once when two browsers finish at the same time', async () => {
    const browsers = [fixture.browser(), fixture.browser()]
    fixture.google.nextAccount('gus')
    const callbacks = await Promise.all(
      browsers.map(async (browser) =>
        fixture.followToCallback(
          browser,
          await submitProviderButton(browser, await browser.start('login'), { provider: 'google' }),
        ),
      ),
    )
    const landings = await Promise.all(browsers.map((browser, at) => fixture.follow(browser, callbacks[at] ?? '')))
    expect(landings.map(({ url }) => url.pathname)).toEqual(['/projects', '/projects'])
    const [one, two] = await Promise.all(browsers.map(whoami))
    expect(one?.identity.id).toBe(two?.identity.id)
  })

  it('redirects a person who is already signed in', async () => {
    const browser = fixture.browser()
    fixture.google.nextAccount('fay')
    const flow = await browser.start('login', '?return_to=%2Ftree')
    const callback = await fixture.followToCallback(
      browser,
      await submitProviderButton(browser, flow, { provider: 'google' }),
    )
    await browser.register('someone@example.com')
    const before = await whoami(browser)
    const landing = await fixture.follow(browser, callback)
    expect([landing.status, landing.url.href]).toEqual([303, `${fixture.origin}/tree`])
    expect((await whoami(browser)).id).toBe(before.id)
  })
})

describe('Social registration that lacks a trait', () => {
  it('asks for the address that the provider has not verified and continues with it', async () => {
    const browser = fixture.browser()
    const landing = await fixture.signInWithGoogle(browser, 'login', 'dora', '?plan=pro&return_to=%2Ftree')
    expect([landing.status, landing.url.pathname]).toEqual([302, '/page/registration'])
    const flow = landing.flow
    if (flow === null) throw new Error('no flow')
    expect(flow.active).toBe('oidc')
    expect(new URL(flow.request_url).searchParams.get('plan')).toBe('pro')
    expect(nodeMessageIds(flow, 'traits.email')).toEqual([4000002])
    expect(findUiNode(flow, 'traits.email')?.attributes.value).toBeUndefined()
    expect(findUiNode(flow, 'traits.firstname')?.attributes.value).toBe('Ada')
    expect(flow.ui.nodes.filter(({ group }) => group === 'oidc').map(({ meta }) => meta.label?.id)).toEqual([1040003])
    expect(findUiNode(flow, 'password')).toBeUndefined()
    const typed = { provider: 'google', 'traits.email': 'Dora@Example.com', 'traits.firstname': 'Dora' }
    const end = await fixture.follow(browser, await submitProviderButton(browser, flow, typed, 'page'))
    expect(end.url.href).toBe(`${fixture.origin}/tree`)
    const { identity } = await whoami(browser)
    expect(identity.traits).toEqual({ email: 'Dora@Example.com', firstname: 'Dora', lastname: 'Byron' })
    expect(identity.verifiable_addresses).toMatchObject([{ verified: false }])
  })

  it('keeps the started flow and drops names that cannot be stored', async () => {
    const browser = fixture.browser()
    fixture.google.nextAccount('eve')
    const begun = await browser.start('registration')
    const landing = await fixture.follow(browser, await submitProviderButton(browser, begun, { provider: 'google' }))
    expect(landing.flow?.id).toBe(begun.id)
    expect(landing.flow && findUiNode(landing.flow, 'traits.firstname')?.attributes.value).toBeUndefined()
    const wrong = { provider: 'google', traits: { email: 'nowhere' } }
    const again = await fixture.follow(browser, await submitProviderButton(browser, begun, wrong))
    expect(again.flow && nodeMessageIds(again.flow, 'traits.email')).toEqual([4000040])
    expect(again.flow && readMessageIds(again.flow)).toEqual([])
  })
})
