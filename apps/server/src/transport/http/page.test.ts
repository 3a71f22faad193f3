import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('the page', () => {
  it.each(['/', '/login', '/tree/5b1c', '/projects?trial=1', '/feedback/p/12-dark-mode', '/Projects/'])(
    'answers at %s',
    async (path) => {
      const response = await get(path, html)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(await response.text()).toContain('<title>Espalier</title>')
    },
  )

  it.each(['/no/such/place', '/some.thing', '/tree', '/tree/5b1c/nothing', '/projects/edit', '/index.htm'])(
    'is sent with status 404 at %s, which no screen has',
    async (path) => {
      const response = await get(path, html)
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-cache'])
      expect(await response.text()).toContain('<title>Espalier</title>')
    },
  )

  it('answers HEAD, and whoever accepts anything', async () => {
    expect((await get('/login', html, 'HEAD')).status).toBe(200)
    expect((await get('/login')).status).toBe(200)
  })

  it('is where a password manager is led to change a password', async () => {
    const response = await fetch(`${server.url}/.well-known/change-password`, { redirect: 'manual', headers: html })
    expect([response.status, response.headers.get('location')]).toEqual([302, `${server.url}/user`])
  })

  it('is not sent again to who has it', async () => {
    const etag = (await get('/', html)).headers.get('etag') ?? ''
    expect(parseRawStatus(await sendRawRequest(server.port, buildRawGet('/', [`if-none-match: ${etag}`])))).toBe(304)
  })

  it.each([
    '/graphql/x',
    '/identity/x',
    '/dev/outbox',
    '/jira/x',
    '/avatar/x',
    '/config.json/x',
    '/subscriptions',
    '/metrics/x',
  ])('does not stand in for a missing API path: %s', async (path) => {
    expect((await get(path, html)).status).toBe(404)
    const response = await get(path, { accept: 'application/json' })
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'Not Found' } },
    ])
  })

  it('answers no POST', async () => {
    expect((await get('/login', html, 'POST')).status).toBe(404)
  })

  it('is no answer for a program or a missing picture', async () => {
    expect((await get('/projects', { accept: 'application/json' })).status).toBe(404)
    expect((await get('/nothing.png', { accept: 'image/*,*/*' })).status).toBe(404)
  })
})

describe('files', () => {
  it('with a hash in their name are kept for a year', async () => {
    const response = await get('/assets/app-1a2b3c.js')
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('come compressed as accepted: %s', async (accepted, encoding) => {
    for (const name of ['big-9f8e7d.js', 'app-1a2b3c.js']) {
      const response = await get(`/assets/${name}`, { 'accept-encoding': accepted })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
      expect(response.headers.get('vary')).toContain('accept-encoding')
      expect(await response.text()).toMatch(/^export const/)
    }
  })

  it('of the folder itself are asked for again each time', async () => {
    const response = await get('/favicon.svg')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
  })

  it.each(['/assets/none-1.js', '/assets/', '/assets/big-9f8e7d.js.br', '/assets/../index.html.gz', '/index.html.br'])(
    '%s is a plain 404',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

describe('paths out of the folder', () => {
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
  ])('%s gives away nothing', async (path) => {
    const answer = await sendRawRequest(server.port, buildRawGet(path))
    expect(parseRawStatus(answer)).toBeGreaterThanOrEqual(200)
    expect(parseRawStatus(answer)).toBeLessThan(500)
    expect(answer).not.toMatch(/root:|"name"|espalier-page|node_modules/)
    if (parseRawStatus(answer) === 200) expect(answer).toContain('<title>Espalier</title>')
  })

  it('a path that is no path is a coded 400', async () => {
    const answer = await sendRawRequest(server.port, buildRawGet('/%zz'))
    expect([parseRawStatus(answer), answer.includes('BAD_USER_INPUT')]).toEqual([400, true])
  })
})

describe('a page that is not built', () => {
  it('is a 404, and appears when it is', async () => {
    const empty = await startTestServer({ webRoot: join(server.webRoot, 'none') })
    expect((await fetch(empty.url)).status).toBe(404)
    expect((await fetch(`${empty.url}/healthz`)).status).toBe(200)
    await empty.close()
  })
})
