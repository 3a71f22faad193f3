import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCsrfToken, findUiNode, goodPassword, nodeMessageIds, readMessageIds } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

let fixture: IdentityFixture
beforeAll(async () => {
  fixture = await openIdentityFixture({ initialStatus: 'pending' })
})
afterAll(() => fixture.close())

const fields = (email: string, password = goodPassword) => ({ method: 'password', password, traits: { email } })

describe('Registration flow start', () => {
  it('returns the registration flow to a JSON client with its nodes in order', async () => {
    const browser = fixture.browser()
    const flow = await browser.api.createBrowserRegistrationFlow({ returnTo: `${fixture.origin}/tree` })
    expect(flow).toMatchObject({ type: 'browser', state: 'choose_method', return_to: `${fixture.origin}/tree` })
    const answer = await browser.get('/self-service/registration/browser')
    expect(Object.keys(answer.body)).not.toContain('refresh')
    expect(answer.body.ui.nodes.map((node) => [node.group, node.attributes.name, node.attributes.type])).toEqual([
      ['default', 'csrf_token', 'hidden'],
      ['default', 'traits.email', 'email'],
      ['password', 'password', 'password'],
      ['default', 'traits.firstname', 'text'],
      ['default', 'traits.lastname', 'text'],
      ['password', 'method', 'submit'],
    ])
    expect(findUiNode(answer.body, 'method')?.meta.label?.id).toBe(1040001)
  })

  it('redirects a browser to the registration page, and a signed-in person away from it', async () => {
    const browser = fixture.browser()
    const page = await browser.get('/self-service/registration/browser', 'page')
    expect(page.status).toBe(303)
    expect(page.location).toMatch(/\/page\/registration\?flow=/)
    await browser.register('started@example.com')
    expect((await browser.get('/self-service/registration/browser')).body.error.id).toBe('session_already_available')
    const away = await browser.get('/self-service/registration/browser', 'page')
    expect([away.status, away.location]).toEqual([303, `${fixture.origin}/projects`])
  })

  it('shows a registration flow only to the browser that started it', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration')
    expect((await browser.api.getRegistrationFlow({ id: flow.id })).id).toBe(flow.id)
    expect((await fixture.browser().get(`/self-service/registration/flows?id=${flow.id}`)).status).toBe(403)
    expect((await browser.get(`/self-service/login/flows?id=${flow.id}`)).status).toBe(404)
  })
})

describe('Password registration', () => {
  it('creates the account and signs it in', async () => {
    const browser = fixture.browser()
    const flow = await browser.api.createBrowserRegistrationFlow()
    const done = await browser.api.updateRegistrationFlow({
      flow: flow.id,
      updateRegistrationFlowBody: {
        method: 'password',
        password: goodPassword,
        csrf_token: findCsrfToken(flow as never),
        traits: { email: ' Grace@Example.com ', firstname: 'Grace' },
      },
    })
    expect(done.identity).toMatchObject({
      schema_id: 'default',
      schema_url: `${fixture.base}/schemas/ZGVmYXVsdA`,
      state: 'active',
      traits: { email: 'Grace@Example.com', firstname: 'Grace' },
      metadata_public: { status: 'pending' },
      verifiable_addresses: [{ value: 'grace@example.com', verified: false, via: 'email', status: 'pending' }],
      recovery_addresses: [{ value: 'grace@example.com', via: 'email' }],
    })
    expect(done.session?.identity?.id).toBe(done.identity.id)
    expect(done.session_token).toBeUndefined()
    expect((await browser.api.toSession()).id).toBe(done.session?.id)
    expect(JSON.stringify(done)).not.toMatch(/argon2|hashed_password/)
  })

  it('redirects a browser after a form or multipart registration', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration', '?return_to=%2Ftree')
    const form = new FormData()
    form.set('method', 'password')
    form.set('password', goodPassword)
    form.set('traits.email', 'multi@example.com')
    form.set('csrf_token', findCsrfToken(flow))
    const answer = await browser.request(flow.ui.action, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: form,
    })
    expect([answer.status, answer.location]).toEqual([303, `${fixture.origin}/tree`])
    expect((await browser.api.toSession()).identity?.traits.email).toBe('multi@example.com')
    const other = fixture.browser()
    const second = await other.start('registration')
    const plain = { method: 'password', password: goodPassword, 'traits.email': 'plain@example.com' }
    expect((await other.submit(second, plain, 'page')).location).toBe(`${fixture.origin}/projects`)
  })

  it('refuses an uploaded file as a registration field', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration')
    const form = new FormData()
    form.set('method', 'password')
    form.set('password', new Blob(['x']), 'x.txt')
    const headers = { accept: 'application/json' }
    const answer = await browser.request(flow.ui.action, { method: 'POST', headers, body: form })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.error.code).toBe(answer.status)
  })

  it('reports errors at the registration fields and keeps what was typed', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration')
    const empty = await browser.submit(flow, { method: 'password' })
    expect(empty.status).toBe(400)
    expect([nodeMessageIds(empty.body, 'traits.email'), nodeMessageIds(empty.body, 'password')]).toEqual([
      [4000002],
      [4000002],
    ])
    const bad = await browser.submit(flow, { ...fields('no address'), traits: { email: 'no address', lastname: 'L' } })
    expect(nodeMessageIds(bad.body, 'traits.email')).toEqual([4000040])
    expect(findUiNode(bad.body, 'traits.email')?.attributes.value).toBe('no address')
    expect(findUiNode(bad.body, 'traits.lastname')?.attributes.value).toBe('L')
    expect(findUiNode(bad.body, 'password')?.attributes.value).toBeUndefined()
    const long = await browser.submit(flow, { ...fields('l@example.com'), 'traits.lastname': 'x'.repeat(201) })
    expect(nodeMessageIds(long.body, 'traits.lastname')).toEqual([4000017])
    const page = await browser.submit(flow, { method: 'password', 'traits.email': 'x' }, 'page')
    expect([page.status, page.location]).toEqual([302, `${fixture.origin}/page/registration?flow=${flow.id}`])
  })

  it.each([
    ['short', 4000032],
    ['x'.repeat(1025), 4000033],
    ['horatio@example', 4000031],
    ['Password123', 4000034],
  ])('refuses the registration password %s', async (password, id) => {
    const browser = fixture.browser()
    const answer = await browser.submit(await browser.start('registration'), fields('horatio@example.com', password))
    expect([answer.status, nodeMessageIds(answer.body, 'password')]).toEqual([400, [id]])
    expect(await fixture.identity.admin.findByEmail('horatio@example.com')).toBeNull()
  })

  it('creates one account when two registrations want the same address', async () => {
    const [one, other] = [fixture.browser(), fixture.browser()]
    const answers = await Promise.all([
      one.submit(await one.start('registration'), fields('Same@example.com')),
      other.submit(await other.start('registration'), fields('same@EXAMPLE.com')),
    ])
    const [won, lost] = answers.toSorted((left, right) => left.status - right.status)
    expect([won?.status, lost?.status]).toEqual([200, 400])
    expect(lost && readMessageIds(lost.body)).toEqual([4000007])
    expect(lost && findUiNode(lost.body, 'traits.email')?.attributes.value).toMatch(/same@example\.com/i)
  })

  it('requires the CSRF token to register', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration')
    const answer = await browser.post(flow.ui.action, fields('forged@example.com'))
    expect([answer.status, answer.body.error.id]).toEqual([403, 'security_csrf_violation'])
    expect(await fixture.identity.admin.findByEmail('forged@example.com')).toBeNull()
  })

  it('refuses unknown registration methods and ignores unknown fields', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration')
    const answer = await browser.submit(flow, { method: 'passkey' })
    expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4010003]])
    const extra = { ...fields('extra@example.com'), metadata_public: { status: 'active' }, state: 'inactive', role: [] }
    const done = await browser.submit(flow, { ...extra, traits: { email: 'extra@example.com', admin: 'yes' } })
    expect(done.status).toBe(200)
    expect(done.body.identity).toMatchObject({
      traits: { email: 'extra@example.com' },
      metadata_public: { status: 'pending' },
    })
  })

  it('refuses a registration when already signed in', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('registration')
    await browser.register('first@example.com')
    const answer = await browser.submit(flow, fields('second@example.com'))
    expect([answer.status, answer.body.error.id]).toEqual([400, 'session_already_available'])
    const plain = { method: 'password', password: goodPassword, 'traits.email': 'second@example.com' }
    const page = await browser.submit(flow, plain, 'page')
    expect([page.status, page.location]).toEqual([302, `${fixture.origin}/projects`])
  })
})

it('replaces an expired registration flow with a new one', async () => {
  const later = await openIdentityFixture()
  try {
    const browser = later.browser()
    const flow = await browser.start('registration')
    later.advanceClock(3_600_001)
    expect((await browser.get(`/self-service/registration/flows?id=${flow.id}`)).status).toBe(410)
    const gone = await browser.submit(flow, fields('late@example.com'))
    expect(gone.body.error.id).toBe('self_service_flow_expired')
    const replacement = await browser.api.getRegistrationFlow({ id: gone.body.use_flow_id })
    expect(replacement.ui.messages?.map(({ id }) => id)).toEqual([4040001])
    const page = await browser.submit(flow, { method: 'password' }, 'page')
    expect(page.location).toMatch(/\/page\/registration\?flow=/)
  } finally {
    await later.close()
  }
})
