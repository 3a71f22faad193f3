import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pictureTexts } from '@espalier/domain'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createGravatarPictures,
  createProviderPictures,
  gravatarHash,
} from '../../adapters/pictures/picture-sources.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import { createRates } from '../../reliability/rates.ts'
import { createFakeIdentities } from '../../testing/fake-identities.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { samplePictures } from '../../testing/sample-pictures.ts'
import { startTestServer, type TestServer } from '../../transport/testing/test-server.ts'
import { createAccounts } from '../account/index.ts'
import { type AvatarOptions, avatarRoutes } from './avatar-routes.ts'

const trusting = { allowsPlain: true, isAllowed: () => true }
const dayMs = 24 * 60 * 60_000

let test: TestDatabase
let elsewhere: Server
let base: string
let server: TestServer
let at: number
const fake = createFakeIdentities()
const asked: string[] = []
let reply: (path: string) => { status: number; body?: Buffer } | 'silence'

beforeAll(async () => {
  test = await testDatabase([serverMigrations])
  elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = reply(request.url ?? '')
    if (answer !== 'silence') response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(async () => {
  elsewhere.closeAllConnections()
  elsewhere.close()
  await test.drop()
})
beforeEach(() => {
  at = Date.now()
  asked.length = 0
  reply = () => ({ status: 200, body: samplePictures.jpeg })
})
afterEach(() => server.close())

async function open(options: Partial<AvatarOptions> = {}): Promise<void> {
  const database = openDatabase(test.pool)
  const accounts = createAccounts({ database, identities: fake.identities, signup: 'open', trialDays: 14 })
  const { authenticate } = accounts
  const apiUrl = () => server.url
  const routes = [
    avatarRoutes({
      database,
      authenticate,
      sources: [],
      rates: null,
      log: createRecordedLog(),
      apiUrl,
      now: () => at,
      ...options,
    }),
  ]
  server = await startTestServer({ authenticate, routes })
}

let people = 0
async function person(more: { firstname?: string; lastname?: string; picture?: string; email?: string } = {}) {
  people += 1
  const { id, cookie } = fake.signIn({ email: `person-${people}@example.com`, ...more })
  const get = (path = `/avatar/${id}`, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
  const own = (method: string, body?: Buffer, type = 'image/png') =>
    fetch(`${server.url}/avatar`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: new Uint8Array(body) }),
    })
  // The first request creates the account.
  await own('GET')
  return { id, get, own }
}

describe('Avatar', () => {
  it('draws escaped initials, always the same', async () => {
    await open()
    const { get } = await person({ firstname: 'Ada', lastname: '<Byron' })
    const first = await get()
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(first.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    const text = await first.text()
    expect(text).toMatch(/>\s*A&lt;\s*</)
    expect(await (await get()).text()).toBe(text)
    const again = await get(undefined, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it.each(['nobody', '%00', encodeURIComponent('<script>'), 'x'.repeat(90)])(
    'draws a picture for %s, who is unknown, that reveals nothing',
    async (other) => {
      await open()
      const answer = await fetch(`${server.url}/avatar/${other}`)
      const text = await answer.text()
      expect(answer.status).toBe(200)
      expect(text).toMatch(/>\s*\?\s*</)
      expect(text).not.toContain('script')
    },
  )
})

describe('Chosen picture', () => {
  it('stores a picture without its metadata, serves it under its own URL and removes it', async () => {
    await open()
    const { id, get, own } = await person()
    const saved = await own('POST', samplePictures.png)
    expect(saved.status).toBe(200)
    const { kind, picture } = (await saved.json()) as { kind: string; picture: string }
    expect(kind).toBe('chosen')
    expect(picture).toMatch(new RegExp(`/avatar/${id}\\?v=[\\w-]{16}$`))
    const shown = await get(new URL(picture).pathname + new URL(picture).search)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('cache-control')).toContain('immutable')
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toContain('Secret')
    expect((await get()).headers.get('cache-control')).toBe('private, no-cache')
    expect((await get(`/avatar/${id}?v=older`)).headers.get('cache-control')).toBe('private, no-cache')
    expect(await (await own('DELETE')).json()).toMatchObject({ kind: 'drawn' })
    expect((await get()).headers.get('content-type')).toContain('svg')
  })

  it.each([
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400, pictureTexts.unreadable],
    [samplePictures.png.subarray(0, 80), 'image/png', 400, pictureTexts.unreadable],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 415, null],
    [Buffer.from('{}'), 'application/json', 400, pictureTexts.unreadable],
    [Buffer.alloc(600_000), 'image/png', 413, null],
  ])('refuses a file that is not a picture', async (body, type, status, message) => {
    await open()
    const { own, get } = await person()
    const refused = await own('POST', body, type)
    expect(refused.status).toBe(status)
    if (message !== null) expect(await refused.json()).toMatchObject({ error: { message } })
    expect((await get()).headers.get('content-type')).toContain('svg')
  })

  it('requires a session and our own origin, and limits the number of uploads', async () => {
    await open({ rates: createRates({ store: null, log: createRecordedLog() }) })
    expect((await fetch(`${server.url}/avatar`)).status).toBe(401)
    const headers = { 'content-type': 'image/png' }
    const sent = { method: 'POST', headers, body: new Uint8Array(samplePictures.png) }
    expect((await fetch(`${server.url}/avatar`, sent)).status).toBe(401)
    const foreign = { ...sent, headers: { ...headers, origin: 'https://evil.example' } }
    expect((await fetch(`${server.url}/avatar`, foreign)).status).toBe(403)
    const { own } = await person()
    for (let count = 0; count < 20; count += 1) expect((await own('POST', samplePictures.webp)).status).toBe(200)
    expect((await own('POST', samplePictures.webp)).status).toBe(429)
  })
})

describe('External picture', () => {
  it('proxies the picture of the sign-in provider and fetches it once a day', async () => {
    await open({ sources: [createProviderPictures(trusting)] })
    const { get } = await person({ picture: `${base}/ada.jpg` })
    const shown = await get()
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toContain('Secret')
    await get()
    expect(asked).toEqual(['/ada.jpg'])
    at += dayMs + 1
    await get()
    await expect.poll(() => asked).toEqual(['/ada.jpg', '/ada.jpg'])
  })

  it('requests Gravatar with a hash that no browser sees', async () => {
    await open({ sources: [createProviderPictures(trusting), createGravatarPictures({ base, rules: trusting })] })
    const { id, get, own } = await person({ email: ' MyEmailAddress@example.com ' })
    expect(gravatarHash(' MyEmailAddress@example.com ')).toBe(
      '84059b07d4be67b806386c0aad8070a23f18836bbaae342275dc0a83414c32ee',
    )
    const answers = [await get(), await own('GET'), await get(`/avatar/${id}?v=x`)]
    expect(asked).toEqual([`/avatar/${gravatarHash('myemailaddress@example.com')}?s=192&d=404&r=g`])
    const md5 = createHash('md5').update('myemailaddress@example.com').digest('hex')
    for (const answer of answers) {
      const content = JSON.stringify([...answer.headers]) + Buffer.from(await answer.arrayBuffer()).toString('latin1')
      expect(content).not.toContain(gravatarHash('myemailaddress@example.com'))
      expect(content.toLowerCase()).not.toContain(md5)
      expect(content.toLowerCase()).not.toContain('myemailaddress')
    }
  })

  it.each([
    ['none', () => ({ status: 404 })],
    ['a failure', () => ({ status: 500 })],
    ['no answer', () => 'silence' as const],
    ['a redirect', () => ({ status: 302 })],
    ['no picture', () => ({ status: 200, body: Buffer.from('<html></html>') })],
    ['too much', () => ({ status: 200, body: Buffer.alloc(2_000_000) })],
  ])('falls back to the initials when the source of the picture returns %s', async (_name, answer) => {
    reply = answer
    await open({ sources: [createGravatarPictures({ base, rules: trusting })] })
    const { get } = await person()
    const shown = await get()
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toContain('svg')
    await get()
    expect(asked).toHaveLength(1)
  })

  it('keeps the last picture while its source is unavailable and pauses requests to it', async () => {
    await open({ sources: [createGravatarPictures({ base, rules: trusting })] })
    const { get } = await person()
    expect((await get()).headers.get('content-type')).toBe('image/jpeg')
    reply = () => ({ status: 503 })
    at += dayMs + 1
    expect((await get()).headers.get('content-type')).toBe('image/jpeg')
    await expect.poll(() => asked.length).toBe(2)
    for (let count = 0; count < 8; count += 1) await (await person()).get()
    expect(asked.length).toBeLessThanOrEqual(7)
  })

  it('does not request a picture from an internal address', async () => {
    await open({ sources: [createProviderPictures()] })
    for (const picture of [`${base}/x.png`, 'https://127.0.0.1/x.png', 'https://localhost/x.png', 'javascript:1']) {
      const { get } = await person({ picture })
      expect((await get()).headers.get('content-type')).toContain('svg')
    }
    expect(asked).toEqual([])
  })
})
