import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../api/viewer.ts'
import { buildRawGet, sendRawRequest, parseRawStatus } from '../testing/test-client.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const script = Buffer.from(`export const big = '${'y'.repeat(5000)}'`)
  const path = join(server.webRoot, 'assets', 'big-9f8e7d.js')
  await writeFile(path, script)
  await writeFile(`${path}.br`, brotliCompressSync(script))
  await writeFile(`${path}.gz`, gzipSync(script))
})
afterAll(() => server.close())

const html = { accept: 'text/html,application/xhtml+xml' }
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method })

const isAdmin = (viewer: Viewer) => viewer.kind === 'person' && viewer.person.id === 'operator'

describe('Page', () => {
  it.each(['/', '/login', '/tree/5b1c', '/projects?trial=1', '/feedback/p/12-dark-mode', '/Projects/'])(
    'serves the page at %s',
    async (path) => {
      const response = await get(path, html)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(await response.text()).toContain('<title>Espalier</title>')
    },
  )

  it.each(['/no/such/place', '/some.thing', '/tree', '/tree/5b1c/nothing', '/projects/edit', '/index.htm'])(
    'sends the page with status 404 at %s, which has no screen',
    async (path) => {
      const response = await get(path, html)
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-cache'])
      expect(await response.text()).toContain('<title>Espalier</title>')
    },
  )

  it('sends the page for operators with status 404 to everybody else, and 200 to them', async () => {
    const gated = await startTestServer({ isAdmin })
    const readStatus = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(gated.url + path, { headers: { ...html, ...headers } })).status
    for (const path of ['/admin', '/Admin/']) {
      expect(await readStatus(path)).toBe(404)
      expect(await readStatus(path, { cookie: 'person=somebody' })).toBe(404)
      expect(await readStatus(path, { cookie: 'person=operator' })).toBe(200)
    }
    expect((await get('/admin', { ...html, cookie: 'person=operator' })).status).toBe(404)
    await gated.close()
  })

  it('sends the page for operators with status 200 where only the API gets the session', async () => {
    const env = { WEB_URL: 'http://localhost:3000', API_URL: 'http://127.0.0.1:3001' }
    const split = await startTestServer({ isAdmin, env })
    const readStatus = async (headers: Record<string, string> = {}) =>
      (await fetch(`${split.url}/admin`, { headers: { ...html, ...headers } })).status
    expect(await readStatus()).toBe(200)
    expect(await readStatus({ cookie: 'person=somebody' })).toBe(404)
    await split.close()
  })

  it('answers HEAD for the page and clients that accept anything', async () => {
    expect((await get('/login', html, 'HEAD')).status).toBe(200)
    expect((await get('/login')).status).toBe(200)
  })

  it('redirects password managers to the page that changes the password', async () => {
    const response = await fetch(`${server.url}/.well-known/change-password`, { redirect: 'manual', headers: html })
    expect([response.status, response.headers.get('location')]).toEqual([302, `${server.url}/user`])
  })

  it('does not send the page again to a client that has it', async () => {
    const etag = (await get('/', html)).headers.get('etag') ?? ''
    expect(parseRawStatus(await sendRawRequest(server.port, buildRawGet('/', [`if-none-match: ${etag}`])))).toBe(304)
  })

  it.each([
    '/graphql/x',
    '/identity/x',
    '/dev/outbox',
    '/jira/x',
    '/avatar/x',
    '/calendar/x',
    '/account-data/x',
    '/config.json/x',
    '/subscriptions',
    '/metrics/x',
  ])('does not serve the page for a missing API path: %s', async (path) => {
    expect((await get(path, html)).status).toBe(404)
    const response = await get(path, { accept: 'application/json' })
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'Not Found' } },
    ])
  })

  it('does not answer a POST with the page', async () => {
    expect((await get('/login', html, 'POST')).status).toBe(404)
  })

  it('does not send the page to a program or for a missing picture', async () => {
    expect((await get('/projects', { accept: 'application/json' })).status).toBe(404)
    expect((await get('/nothing.png', { accept: 'image/*,*/*' })).status).toBe(404)
  })
})

describe('Static files', () => {
  it('caches files with a hash in their name for a year', async () => {
    const response = await get('/assets/app-1a2b3c.js')
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  })

  it('sends a file with the same headers whether the browser names its origin or not', async () => {
    const own = new URL((await get('/assets/app-1a2b3c.js')).url).origin
    for (const headers of [{}, { origin: own }, { origin: 'https://other.example' }]) {
      const response = await get('/assets/app-1a2b3c.js', headers)
      expect([response.headers.get('vary'), response.headers.get('access-control-allow-origin')]).toEqual([
        'accept-encoding',
        null,
      ])
    }
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('compresses files as accepted: %s', async (accepted, encoding) => {
    for (const name of ['big-9f8e7d.js', 'app-1a2b3c.js']) {
      const response = await get(`/assets/${name}`, { 'accept-encoding': accepted })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
      expect(response.headers.get('vary')).toContain('accept-encoding')
      expect(await response.text()).toMatch(/^export const/)
    }
  })

  it('revalidates files in the folder itself each time', async () => {
    const response = await get('/favicon.svg')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
  })

  it.each(['/assets/none-1.js', '/assets/', '/assets/big-9f8e7d.js.br', '/assets/../index.html.gz', '/index.html.br'])(
    'answers a plain 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

describe('Paths outside the folder', () => {
  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//....//etc/passwd',
    '/assets//etc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/\\..\\..\\etc\\passwd',
    '/assets/%00',
    '/assets/app-1a2b3c.js%00.png',
    '/.vite/manifest.json',
    '/assets/%2e%2e%2f.vite/manifest.json',
    '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/..;/..;/etc/passwd',
  ])('the path %s reveals nothing', async (path) => {
    const answer = await sendRawRequest(server.port, buildRawGet(path))
    expect(parseRawStatus(answer)).toBeGreaterThanOrEqual(200)
    expect(parseRawStatus(answer)).toBeLessThan(500)
    expect(answer).not.toMatch(/root:|"name"|espalier-page|node_modules/)
    if (parseRawStatus(answer) === 200) expect(answer).toContain('<title>Espalier</title>')
  })

  it('answers a malformed path with a coded 400', async () => {
    const answer = await sendRawRequest(server.port, buildRawGet('/%zz'))
    expect([parseRawStatus(answer), answer.includes('BAD_USER_INPUT')]).toEqual([400, true])
  })
})

describe('Page without a build', () => {
  it('answers 404 until the page is built', async () => {
    const empty = await startTestServer({ webRoot: join(server.webRoot, 'none') })
    expect((await fetch(empty.url)).status).toBe(404)
    expect((await fetch(`${empty.url}/healthz`)).status).toBe(200)
    await empty.close()
  })
})
