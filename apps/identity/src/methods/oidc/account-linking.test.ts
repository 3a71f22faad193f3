import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUiNode, goodPassword, readMessageIds, type ResponseBody, type TestBrowser } from '../../testing/browser.ts'
import { openSocialFixture, type SocialFixture, submitProviderButton } from '../../testing/social-fixture.ts'

const names = ['ada', 'ben', 'cy', 'dora', 'eve', 'fay', 'gus', 'hal'] as const
type Name = (typeof names)[number]
const toEmail = (name: Name) => `${name}@example.com`

let fixture: SocialFixture

beforeAll(async () => {
  fixture = await openSocialFixture([
    ...names.map((sub) => ({
      sub,
      email: toEmail(sub),
      email_verified: true,
      picture: `https://pictures.test/${sub}.png`,
    })),
    { sub: 'nameless' },
    { sub: 'second-ada', email: toEmail('ada'), email_verified: true },
  ])
})
afterAll(() => fixture.close())

/** A person with a password returns with a social account of the same address. */
async function conflicted(
  name: Name,
  flowName: 'login' | 'registration' = 'login',
): Promise<[TestBrowser, ResponseBody]> {
  await fixture.browser().register(toEmail(name))
  const browser = fixture.browser()
  const landingPage = await fixture.signInWithGoogle(browser, flowName, name, '?plan=pro&return_to=%2Ftree')
  expect([landingPage.status, landingPage.url.pathname]).toEqual([303, '/page/login'])
  expect(landingPage.url.searchParams.get('no_org_ui')).toBe('true')
  if (landingPage.flow === null) throw new Error('no flow')
  return [browser, landingPage.flow]
}

const readSignInMethods = async (browser: TestBrowser) =>
  ((await browser.api.toSession()).authentication_methods ?? []).map(({ method, provider }) => [method, provider])

async function enters(name: string): Promise<string | undefined> {
  const browser = fixture.browser()
  await fixture.signInWithGoogle(browser, 'login', name)
  return (await browser.api.toSession()).identity?.traits.email
}

describe('Social account with the address of an existing account', () => {
  it('asks the owner of the address to sign in with a method that they have', async () => {
    for (const [name, begun] of [
      ['ada', 'login'],
      ['ben', 'registration'],
    ] as const) {
      const [, flow] = await conflicted(name, begun)
      expect(flow.active).toBe('oidc')
      expect(readMessageIds(flow)).toEqual([1010016])
      expect(flow.ui.messages?.[0]?.context).toMatchObject({
        duplicate_identifier: toEmail(name),
        provider: 'Google',
        new_login_url: expect.stringContaining(`${fixture.base}/self-service/login/browser`),
        available_credential_types: ['password'],
        available_providers: [],
      })
      expect(findUiNode(flow, 'identifier')?.attributes).toMatchObject({ type: 'hidden', value: toEmail(name) })
      expect(findUiNode(flow, 'provider')).toBeUndefined()
      expect(flow.return_to).toBe('/tree')
      expect(new URL(flow.request_url).searchParams.get('plan')).toBe('pro')
    }
  })

  it('links the social account after the password sign-in, and both then open the account', async () => {
    const [browser, flow] = await conflicted('cy')
    const wrong = await browser.submit(flow, {
      method: 'password',
      identifier: toEmail('cy'),
      password: 'not-this-one',
    })
    expect([wrong.status, readMessageIds(wrong.body)]).toEqual([400, [4000006]])
    expect(findUiNode(wrong.body, 'identifier')?.attributes.type).toBe('hidden')
    const right = { method: 'password', identifier: toEmail('cy'), password: goodPassword }
    const done = await browser.submit(wrong.body, right)
    expect([done.status, done.body.continue_with[0]?.redirect_browser_to]).toEqual([200, `${fixture.origin}/tree`])
    expect(await readSignInMethods(browser)).toEqual([
      ['password', undefined],
      ['oidc', 'google'],
    ])
    expect(await enters('cy')).toBe(toEmail('cy'))
    const { identity } = await browser.api.toSession()
    expect(identity?.metadata_public).toEqual({ status: 'active', picture: 'https://pictures.test/cy.png' })
    expect(identity?.verifiable_addresses).toMatchObject([{ verified: true }])
    expect(fixture.auditEvents).toContainEqual(expect.objectContaining({ kind: 'linked', provider: 'google' }))
  })

  it('does not link the social account when another account signs in', async () => {
    await fixture.browser().register('other@example.com')
    const [browser, flow] = await conflicted('dora')
    const other = { method: 'password', identifier: 'other@example.com', password: goodPassword }
    const refused = await browser.submit(flow, other)
    expect([refused.status, readMessageIds(refused.body)]).toEqual([400, [4010009]])
    const page = await browser.submit(refused.body, other, 'page')
    expect([page.status, page.location]).toEqual([303, `${fixture.origin}/page/login?flow=${flow.id}`])
    expect((await browser.get('/sessions/whoami')).status).toBe(401)
    const again = await fixture.signInWithGoogle(fixture.browser(), 'login', 'dora')
    expect(again.flow && readMessageIds(again.flow)).toEqual([1010016])
  })

  it('does not link the social account when the owner was lured into the flow of another browser', async () => {
    const [, flow] = await conflicted('eve')
    const owner = fixture.browser()
    const own = await owner.start('login')
    const credentials = { method: 'password', identifier: toEmail('eve'), password: goodPassword }
    const lured = await owner.submit({ ...own, ui: { ...own.ui, action: flow.ui.action } }, credentials)
    expect([lured.status, lured.body.error.id]).toEqual([403, 'security_csrf_violation'])
    const rows = await fixture.pool.query("select from identity.credential_identifiers where identifier = 'google:eve'")
    expect(rows.rowCount).toBe(0)
  })

  it('links the social account when the owner signs in with another provider', async () => {
    const owner = fixture.browser()
    fixture.acme.nextAccount('fay')
    await fixture.follow(
      owner,
      await submitProviderButton(owner, await owner.start('registration'), { provider: 'acme' }),
    )
    const browser = fixture.browser()
    const { flow } = await fixture.signInWithGoogle(browser, 'login', 'fay')
    if (flow === null) throw new Error('no flow')
    expect(flow.ui.nodes.map(({ attributes, meta }) => [attributes.name, attributes.value, meta.label?.id])).toEqual([
      ['provider', 'acme', 1010018],
      ['csrf_token', expect.any(String), undefined],
    ])
    fixture.acme.nextAccount('gus')
    const stranger = await fixture.follow(browser, await submitProviderButton(browser, flow, { provider: 'acme' }))
    expect(stranger.flow && readMessageIds(stranger.flow)).toEqual([4010009])
    fixture.acme.nextAccount('fay')
    await fixture.follow(browser, await submitProviderButton(browser, flow, { provider: 'acme' }))
    expect(await readSignInMethods(browser)).toEqual([
      ['oidc', 'acme'],
      ['oidc', 'google'],
    ])
    expect(await enters('fay')).toBe(toEmail('fay'))
  })

  it('reveals nothing about the owner to a person who only typed the address', async () => {
    await fixture.browser().register(toEmail('hal'))
    const browser = fixture.browser()
    fixture.google.nextAccount('nameless')
    const flow = await browser.start('registration')
    const typed = { provider: 'google', traits: { email: 'HAL@example.com' } }
    const landing = await fixture.follow(browser, await submitProviderButton(browser, flow, typed))
    expect(landing.flow?.ui.messages?.[0]).toMatchObject({
      id: 1010016,
      context: { available_credential_types: ['password', 'oidc'], available_providers: ['acme'] },
    })
    const right = { method: 'password', identifier: toEmail('hal'), password: goodPassword }
    expect((await browser.submit(landing.flow ?? flow, right)).status).toBe(200)
    const { identity } = await browser.api.toSession()
    expect(identity?.verifiable_addresses).toMatchObject([{ verified: false }])
  })

  it('reports without linking when the owner already has an account of the same provider', async () => {
    const [browser, flow] = await conflicted('gus')
    await browser.submit(flow, { method: 'password', identifier: toEmail('gus'), password: goodPassword })
    await fixture.pool.query(
      "update identity.credential_identifiers set identifier = 'google:former' where identifier = 'google:gus'",
    )
    const landing = await fixture.signInWithGoogle(fixture.browser(), 'login', 'gus')
    expect(landing.url.pathname).toBe('/page/login')
    expect(landing.flow && readMessageIds(landing.flow)).toEqual([4000001])
  })
})
