import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  findUiNode,
  getUiNodeName,
  nodeMessageIds,
  readMessageIds,
  type ResponseBody,
  type TestBrowser,
} from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'
import { createRecoveryCodes, enableTotp, readRecoveryCodes, submitSecondStep } from '../testing/two-step.ts'

const email = 'ada@example.com'
let fixture: IdentityFixture
let browser: TestBrowser
beforeEach(async () => {
  fixture = await openIdentityFixture()
  browser = fixture.browser()
  await browser.register(email)
})
afterEach(() => fixture.close())

async function openHalfSignedIn(): Promise<TestBrowser> {
  const half = fixture.browser()
  expect((await half.logIn(email)).status).toBe(422)
  return half
}

const useCode = (half: TestBrowser, code: string) =>
  submitSecondStep(half, { method: 'lookup_secret', lookup_secret: code })

const listLookupNodes = (flow: ResponseBody) =>
  flow.ui.nodes.filter(({ group }) => group === 'lookup_secret').map((node) => getUiNodeName(node))

/** What the database has of credentials and of flows, which have the codes until they are confirmed. */
async function readStoredFactors(): Promise<string> {
  const { rows: credentials } = await fixture.pool.query('SELECT config FROM identity.credentials')
  const { rows: flows } = await fixture.pool.query('SELECT context FROM identity.flows')
  return JSON.stringify([credentials, flows])
}

it('shows new recovery codes before they count, and saves them when they are confirmed', async () => {
  const flow = await browser.start('settings')
  expect(listLookupNodes(flow)).toEqual(['lookup_secret_regenerate'])
  const offered = await browser.submit(flow, { lookup_secret_regenerate: true })
  expect([offered.status, offered.body.state]).toEqual([200, 'show_form'])
  expect(listLookupNodes(offered.body)).toEqual(['lookup_secret_codes', 'lookup_secret_confirm'])
  const codes = readRecoveryCodes(offered.body)
  expect(codes).toHaveLength(12)
  const offeredRows = await readStoredFactors()
  for (const code of codes) expect(code).toMatch(/^[a-z0-9]{8}$/)
  expect(findUiNode(offered.body, 'lookup_secret_codes')?.attributes.text).toMatchObject({
    id: 1050015,
    context: {
      secrets: expect.arrayContaining([{ id: 1050009, text: codes[0], type: 'info', context: { secret: codes[0] } }]),
    },
  })
  expect((await browser.api.toSession()).authenticator_assurance_level).toBe('aal1')
  const saved = await browser.submit(offered.body, { lookup_secret_confirm: true })
  expect([saved.status, saved.body.state]).toEqual([200, 'success'])
  expect(listLookupNodes(saved.body)).toEqual(['lookup_secret_reveal', 'lookup_secret_disable'])
  expect((await browser.api.toSession()).authenticator_assurance_level).toBe('aal2')
  const savedRows = await readStoredFactors()
  for (const code of codes) for (const stored of [offeredRows, savedRows]) expect(stored).not.toContain(code)
})

it('accepts each recovery code once, however it is typed', async () => {
  await enableTotp(browser)
  const codes = await createRecoveryCodes(browser)
  const [first = '', second = ''] = codes
  expect((await useCode(await openHalfSignedIn(), first)).status).toBe(200)
  const repeated = await useCode(await openHalfSignedIn(), first)
  expect([repeated.status, readMessageIds(repeated.body)]).toEqual([400, [4000012]])
  const typed = ` ${second.slice(0, 4).toUpperCase()}-${second.slice(4)} `
  const done = await useCode(await openHalfSignedIn(), typed)
  expect(done.body.session.authentication_methods.map(({ method }) => method)).toEqual(['password', 'lookup_secret'])
  const third = codes[2] ?? ''
  const halves = await Promise.all([openHalfSignedIn(), openHalfSignedIn()])
  const both = await Promise.all(halves.map((half) => useCode(half, third)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

it('refuses wrong recovery codes', async () => {
  await createRecoveryCodes(browser)
  const half = await openHalfSignedIn()
  for (const code of ['aaaaaaaa', '-', "' OR 1=1", 'x'.repeat(1000)]) {
    const answer = await useCode(half, code)
    expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4000016]])
  }
  const missing = await submitSecondStep(half, { method: 'lookup_secret' })
  expect([missing.status, nodeMessageIds(missing.body, 'lookup_secret')]).toEqual([400, [4000002]])
  await fixture.pool.query(`UPDATE identity.credentials SET type = 'totp', config = '{}' WHERE type = 'lookup_secret'`)
  const none = await useCode(half, 'aaaaaaaa')
  expect([none.status, readMessageIds(none.body)]).toEqual([400, [4000014]])
})

it('reveals which recovery codes are used, and replaces or removes them', async () => {
  await enableTotp(browser)
  const codes = await createRecoveryCodes(browser)
  await useCode(await openHalfSignedIn(), codes[3] ?? '')
  const revealed = await browser.submit(await browser.start('settings'), { lookup_secret_reveal: true })
  expect(listLookupNodes(revealed.body)).toEqual([
    'lookup_secret_codes',
    'lookup_secret_disable',
    'lookup_secret_regenerate',
  ])
  expect(readRecoveryCodes(revealed.body)).toEqual(codes.map((code, index) => (index === 3 ? 'used' : code)))
  const fresh = await createRecoveryCodes(browser)
  expect(fresh).not.toEqual(codes)
  const old = await useCode(await openHalfSignedIn(), codes[0] ?? '')
  expect([old.status, readMessageIds(old.body)]).toEqual([400, [4000016]])
  const off = await browser.submit(await browser.start('settings'), { lookup_secret_disable: true })
  expect([off.status, listLookupNodes(off.body)]).toEqual([200, ['lookup_secret_regenerate']])
})

it('lets a person confirm new recovery codes some time after the fresh login that showed them', async () => {
  await enableTotp(browser)
  const offered = await browser.submit(await browser.start('settings'), { lookup_secret_regenerate: true })
  fixture.advanceClock(600_000)
  expect((await browser.submit(offered.body, { lookup_secret_confirm: true })).status).toBe(200)
  expect((await useCode(await openHalfSignedIn(), readRecoveryCodes(offered.body)[0] ?? '')).status).toBe(200)
})

it('refuses to confirm, reveal or remove recovery codes that do not exist', async () => {
  const answers = [
    await browser.submit(await browser.start('settings'), { lookup_secret_confirm: true }),
    await browser.submit(await browser.start('settings'), { lookup_secret_reveal: true }),
    await browser.submit(await browser.start('settings'), { lookup_secret_disable: true }),
    await browser.submit(await browser.start('settings'), { method: 'lookup_secret' }),
  ]
  expect(answers.map(({ status, body }) => [status, ...readMessageIds(body)])).toEqual([
    [400, 4000001],
    [400, 4000014],
    [400, 4000014],
    [400, 4010004],
  ])
})

it('asks for no second step when the app is gone and all recovery codes are used up', async () => {
  const codes = await createRecoveryCodes(browser)
  for (const code of codes) expect((await useCode(await openHalfSignedIn(), code)).status).toBe(200)
  expect((await fixture.browser().logIn(email)).status).toBe(200)
})
