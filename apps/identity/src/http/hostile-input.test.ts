import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type BrowserReply,
  findCsrfToken,
  goodPassword,
  type ResponseBody,
  type TestBrowser,
} from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

let fixture: IdentityFixture
let browser: TestBrowser
let flow: ResponseBody

beforeAll(async () => {
  fixture = await openIdentityFixture()
  browser = fixture.browser()
  flow = await browser.start('registration')
})
afterAll(() => fixture.close())

const send = (
  body: string | Uint8Array,
  type = 'application/json',
  accept = 'application/json',
): Promise<BrowserReply> =>
  browser.request(flow.ui.action, { method: 'POST', headers: { accept, 'content-type': type }, body })

const form = (email: unknown, more: object = {}) =>
  JSON.stringify({
    method: 'password',
    password: goodPassword,
    csrf_token: findCsrfToken(flow),
    traits: { email },
    ...more,
  })

async function expectCoded(answer: BrowserReply): Promise<void> {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body.error.code).toBe(answer.status)
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|node_modules|at Object|stack/)
  const { rows } = await fixture.pool.query('SELECT count(*)::int AS people FROM identity.identities')
  expect(rows).toEqual([{ people: 0 }])
}

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

it.each<[string, string | Uint8Array, string?]>([
  ['broken JSON', '{"method":'],
  ['no object', '[1,2]'],
  ['a number', '1e400'],
  ['wrong UTF-8', bytes('{"method":"password","password":"', 0xff, 0xfe, '"}')],
  ['wrong UTF-8 in a form', 'method=password&password=%ff%fe', 'application/x-www-form-urlencoded'],
  ['half an escape in a form', 'method=%', 'application/x-www-form-urlencoded'],
  ['a thousand fields', 'a=b&'.repeat(1000), 'application/x-www-form-urlencoded'],
  ['an unknown type', 'x', 'application/xml'],
  ['a type without an end', '--x', 'multipart/form-data; boundary=x'],
  ['a multipart without boundary', 'x', 'multipart/form-data'],
])('answers %s with an error code of the protocol', async (_what, body, type) => {
  await expectCoded(await send(body, type))
})

it.each<[string, () => string]>([
  ['a NUL', () => form('a\u0000@example.com')],
  ['a lone surrogate', () => form('a@example.com', { 'traits.firstname': '\ud800' })],
  ['a list for a text', () => form(['a@example.com'])],
  ['an object for a text', () => form({ a: 1 })],
  ['a list for a password', () => form('a@example.com', { password: ['x'] })],
  ['a list for a method', () => form('a@example.com', { method: ['password'] })],
])('refuses %s and stores nothing', async (_what, body) => {
  await expectCoded(await send(body()))
})

it('refuses ten thousand levels of nesting without walking them', async () => {
  const deep = `{"method":"password","traits":{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`
  await expectCoded(await send(deep))
  const objects = `{"method":"password","traits":${'{"traits":'.repeat(10_000)}1${'}'.repeat(10_000)}}`
  expect((await send(objects)).status).toBe(400)
})

it('refuses a body of ten megabytes and an empty one', async () => {
  const large = await send(form('a@example.com', { padding: 'x'.repeat(10 * 1024 * 1024) }))
  expect(large.status).toBe(413)
  await expectCoded(large)
  await expectCoded(await send(''))
  const nothing = await browser.request(flow.ui.action, { method: 'POST', headers: { accept: 'application/json' } })
  await expectCoded(nothing)
})

it('accepts a form larger than the limit of the outer server', async () => {
  const answer = await send(form('not an address', { padding: 'x'.repeat(100_000) }))
  expect([answer.status, answer.body.id]).toEqual([400, flow.id])
})

it('does not let a form change an object prototype', async () => {
  const body = `{"__proto__":{"method":"password"},"constructor":{"prototype":{"polluted":1}},"traits":{"__proto__":{"email":"a@example.com"}}}`
  expect((await send(body)).status).toBe(400)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect((await send('__proto__[method]=password&method=__proto__', 'application/x-www-form-urlencoded')).status).toBe(
    400,
  )
})

it('redirects a browser with a broken form to the error page', async () => {
  const answer = await send('method=%', 'application/x-www-form-urlencoded', 'text/html')
  expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/page/error?id=')])
  const id = new URL(answer.location ?? '').searchParams.get('id') ?? ''
  expect(await browser.api.getFlowError({ id })).toMatchObject({ error: { code: 400 } })
})

it('survives malformed cookies, paths and headers', async () => {
  for (const cookie of [
    '=',
    ';;;',
    'a',
    'ory_kratos_continuity=%',
    `csrf_token_x=${'é'.codePointAt(0)}`,
    'x'.repeat(4000),
  ]) {
    const answer = await fixture.browser().get('/self-service/login/browser', 'json', { cookie })
    expect(answer.status).toBe(200)
  }
  for (const path of [
    '/self-service/login/flows?id=%00',
    '/self-service/login/flows?id=a&id=b',
    '/sessions/%ff',
    '/%',
  ]) {
    const status = (await browser.get(path)).status
    expect([path, status >= 400 && status < 500]).toEqual([path, true])
  }
  const odd = await browser.get('/self-service/login/browser', 'json', { accept: ';q=x,,*/*;q=application/json' })
  expect([303, 200]).toContain(odd.status)
})

async function speakRaw(words: string): Promise<string> {
  const { hostname, port } = new URL(fixture.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`${words}\r\nHost: localhost\r\nAccept: application/json\r\nConnection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

it('answers malformed request targets and never takes the origin from them', async () => {
  const path = '/identity/self-service/login/browser'
  expect(await speakRaw(`GET ${path}?x=\u0001 HTTP/1.1`)).toMatch(/^HTTP\/1\.1 [24]/)
  const absolute = await speakRaw(`GET http://evil.test${path} HTTP/1.1`)
  expect(absolute).toMatch(/^HTTP\/1\.1 200/)
  expect(absolute).not.toContain('evil.test')
  expect(await speakRaw(`GET http://[${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 [24]/)
})

it('masks an unexpected error and logs it with its incident number', async () => {
  const broken = await openIdentityFixture()
  try {
    await broken.pool.query('ALTER TABLE identity.flows RENAME TO gone')
    const answer = await broken.browser().get('/self-service/login/browser')
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toMatch(/flows|relation/)
    expect(broken.loggedProblems).toContainEqual(
      expect.objectContaining({ incident: answer.body.error.details?.['incident'], err: expect.any(Error) }),
    )
    const page = await broken.browser().get('/self-service/login/browser', 'page')
    expect(page.location).toContain('/page/error?id=')
  } finally {
    await broken.close()
  }
})

it('answers 503 while the database is unavailable', async () => {
  const alone = await openIdentityFixture()
  await alone.pool.end()
  const answer = await alone.browser().get('/self-service/login/browser', 'page')
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(answer.body.error.code).toBe(answer.status)
  await alone.close()
})
