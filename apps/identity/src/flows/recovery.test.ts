import { afterEach, beforeEach, expect, it } from 'vitest'
import { findUiNode, nodeMessageIds, readMessageIds, type ResponseBody, type TestBrowser } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

const newPassword = 'quince-terrace-mortar-9'
let fixture: IdentityFixture
let browser: TestBrowser

beforeEach(async () => {
  fixture = await openIdentityFixture()
  await fixture.browser().register('Ada@example.com')
  browser = fixture.browser()
})
afterEach(() => fixture.close())

async function asked(email = 'ada@EXAMPLE.com'): Promise<ResponseBody> {
  const answer = await browser.submit(await browser.start('recovery'), { method: 'code', email })
  expect(answer.status).toBe(200)
  return answer.body
}
const shape = ({ state, active, ui }: ResponseBody) => [
  state,
  active,
  ui.messages,
  ui.nodes.map(({ attributes }) => [attributes.name, attributes.type]),
]

const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

it('recovers an account from email through code to a new password for a JSON client', async () => {
  const flow = await browser.api.createBrowserRecoveryFlow()
  expect(flow.state).toBe('choose_method')
  const started = (await browser.get(`/self-service/recovery/flows?id=${flow.id}`)).body
  expect(started.ui.nodes.map((node) => [node.group, node.attributes.name, node.meta.label?.id])).toEqual([
    ['default', 'csrf_token', undefined],
    ['code', 'email', 1070007],
    ['code', 'method', 1070009],
  ])
  const sent = await browser.submit(started, { method: 'code', email: 'ada@EXAMPLE.com' })
  expect([sent.status, sent.body.state, readMessageIds(sent.body), sent.body.active]).toEqual([
    200,
    'sent_email',
    [1060003],
    'code',
  ])
  expect(findUiNode(sent.body, 'email')?.attributes).toMatchObject({ type: 'submit', value: 'ada@EXAMPLE.com' })
  const mail = await fixture.nextMail()
  expect(mail).toMatchObject({ to: 'Ada@example.com', code: expect.stringMatching(/^\d{6}$/) })
  const { rows } = await fixture.pool.query('SELECT * FROM identity.recovery_codes')
  expect(JSON.stringify(rows)).not.toContain(mail.code)
  const done = await browser.submit(sent.body, { method: 'code', code: mail.code })
  expect([done.status, done.body.error.id]).toEqual([422, 'browser_location_change_required'])
  const next = new URL(done.body.redirect_browser_to)
  expect(next.pathname).toBe('/page/settings')
  const settings = (await browser.get(`/self-service/settings/flows?id=${next.searchParams.get('flow')}`)).body
  expect(readMessageIds(settings)).toEqual([1060001])
  expect((await browser.api.toSession()).authentication_methods).toMatchObject([{ method: 'code_recovery' }])
  expect((await browser.submit(settings, { method: 'password', password: newPassword })).status).toBe(200)
  expect((await fixture.browser().logIn('ada@example.com', newPassword)).status).toBe(200)
  expect(fixture.auditEvents.map(({ kind }) => kind)).toContain('recovered')
})

it('recovers an account through page redirects in a browser', async () => {
  const page = await browser.get('/self-service/recovery/browser?return_to=%2Ftree', 'page')
  expect(page.location).toMatch(/\/page\/recovery\?flow=/)
  const id = new URL(page.location ?? '').searchParams.get('flow')
  const flow = (await browser.get(`/self-service/recovery/flows?id=${id}`)).body
  const sent = await browser.submit(flow, { method: 'code', email: 'ada@example.com' }, 'page')
  expect([sent.status, sent.location]).toEqual([303, `${fixture.origin}/page/recovery?flow=${id}`])
  const { code } = await fixture.nextMail()
  const wrong = await browser.submit(flow, { method: 'code', code: wrongFor(code) }, 'page')
  expect([wrong.status, wrong.location]).toEqual([303, `${fixture.origin}/page/recovery?flow=${id}`])
  const done = await browser.submit(flow, { method: 'code', code }, 'page')
  expect([done.status, done.location]).toEqual([303, expect.stringContaining('/page/settings?flow=')])
})

it('answers the same for an address without an account and mails nothing', async () => {
  const known = await asked()
  const unknown = await asked('nobody@example.com')
  expect(shape(unknown)).toEqual(shape(known))
  await fixture.nextMail()
  const answer = await browser.submit(unknown, { method: 'code', code: '123456' })
  expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4060006]])
  expect(fixture.mails).toHaveLength(1)
})

it('accepts a recovery code once, within a few attempts and a short time', async () => {
  const flow = await asked()
  const { code } = await fixture.nextMail()
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await browser.submit(flow, { method: 'code', code: wrongFor(code) })
    expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4060006]])
  }
  expect(readMessageIds((await browser.submit(flow, { method: 'code', code })).body)).toEqual([4060006])
  expect((await browser.submit(flow, { method: 'code', email: 'ada@example.com' })).status).toBe(200)
  const second = await fixture.nextMail()
  fixture.advanceClock(15 * 60_000 + 1)
  expect(readMessageIds((await browser.submit(flow, { method: 'code', code: second.code })).body)).toEqual([4060006])
  await browser.submit(flow, { method: 'code', email: 'ada@example.com' })
  const third = await fixture.nextMail()
  const other = fixture.browser()
  const theirs = await other.start('recovery')
  await other.submit(theirs, { method: 'code', email: 'ada@example.com' })
  await fixture.nextMail()
  expect((await other.submit(theirs, { method: 'code', code: third.code })).status).toBe(400)
  expect((await browser.submit(flow, { method: 'code', code: third.code })).status).toBe(422)
  await browser.jar.removeAllCookies()
  expect((await fixture.browser().post(flow.ui.action, { method: 'code', code: third.code })).body.ui).toBeDefined()
})

it('reports an invalid address, requires the CSRF token and refuses recovery to signed-in people', async () => {
  const flow = await browser.start('recovery')
  expect(nodeMessageIds((await browser.submit(flow, { method: 'code' })).body, 'email')).toEqual([4000002])
  expect(nodeMessageIds((await browser.submit(flow, { method: 'code', email: 'nope' })).body, 'email')).toEqual([
    4000040,
  ])
  expect(readMessageIds((await browser.submit(flow, { method: 'link', email: 'a@b.cd' })).body)).toEqual([4000001])
  const forged = await browser.post(flow.ui.action, { method: 'code', email: 'ada@example.com' })
  expect([forged.status, forged.body.error.id]).toEqual([403, 'security_csrf_violation'])
  await browser.logIn('ada@example.com')
  expect((await browser.get('/self-service/recovery/browser')).status).toBe(400)
  expect((await browser.submit(flow, { method: 'code', email: 'ada@example.com' })).status).toBe(400)
  expect(fixture.mails).toHaveLength(0)
})

it('replaces an expired recovery flow and has no verification flow', async () => {
  const flow = await browser.start('recovery')
  fixture.advanceClock(3_600_001)
  const gone = await browser.submit(flow, { method: 'code', email: 'ada@example.com' })
  expect(gone.body.error.id).toBe('self_service_flow_expired')
  const replacement = await browser.api.getRecoveryFlow({ id: gone.body.use_flow_id })
  expect(replacement.ui.messages?.map(({ id }) => id)).toEqual([4060005])
  for (const path of ['/self-service/verification/browser', '/self-service/verification/flows?id=x', '/nothing']) {
    const answer = await browser.get(path)
    expect([answer.status, answer.body.error.code]).toEqual([404, 404])
  }
})
