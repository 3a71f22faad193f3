import type { FastifyError, FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { IdentityUnavailableError } from '../ports/identities.ts'
import { buildRawGet, parseRawStatus, sendRawRequest } from './testing/test-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const diskFull = Object.assign(new Error('No space left on device'), { code: '53100' })
const routes: FastifyPluginAsync = async (app) => {
  app.post('/trial', async () => ({ started: true }))
  app.get('/trial/:how', async (request, _reply) => {
    const { how } = request.params as { how: string }
    if (how === 'away') throw new IdentityUnavailableError('no route to host')
    if (how === 'full') throw diskFull
    if (how === 'embedded') throw new IdentityUnavailableError('it failed', { cause: diskFull })
    if (how === 'refused') throw new ApiError('CONFLICT', 'Already <used>')
    throw new Error('the secret reason')
  })
}
const identity: FastifyPluginAsync = async (app) => {
  app.setErrorHandler(async (error: FastifyError, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: { code: error.statusCode, reason: error.message } }),
  )
  app.get('/self-service/logout', async () => ({ done: true }))
  app.post('/self-service/login', async () => ({ done: true }))
  app.post('/self-service/methods/oidc/callback/google', async (_request, reply) => reply.redirect('/next'))
}

let server: TestServer
let split: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes: [routes], identity })
  split = await startTestServer({ env: { WEB_URL: 'https://app.example.com', RATE_LIMITS: 'on' }, identity })
})
afterAll(async () => {
  await server.close()
  await split.close()
})

const post = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  })

describe('Mutating request', () => {
  it.each(['/trial', '/identity/self-service/login'])(
    'accepts a mutating request from our own page or from a program: %s',
    async (path) => {
      const own = [`http://localhost:${server.port}`, `http://127.0.0.1:${server.port}`, `http://[::1]:${server.port}`]
      for (const origin of own) expect((await post(path, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
      expect((await post(path)).status).toBe(200)
    },
  )

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  ])('refuses a mutating request with %j', async (headers) => {
    for (const path of ['/trial', '/graphql/']) {
      const response = await post(path, headers as Record<string, string>)
      expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('FORBIDDEN')])
    }
    const response = await post('/identity/self-service/login', headers as Record<string, string>)
    expect([response.status, await response.json()]).toMatchObject([403, { error: { code: 403 } }])
  })

  it('allows a provider to post to the callback, which only redirects', async () => {
    const response = await fetch(`${server.url}/identity/self-service/methods/oidc/callback/google`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'https://accounts.google.com', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(302)
  })

  it('does not check the origin of navigations', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await fetch(`${server.url}/identity/self-service/logout`, { headers })).status).toBe(200)
  })
})

const preflight = (origin: string) =>
  fetch(`${split.url}/graphql/`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-client-id',
    },
  })

describe('CORS', () => {
  it('allows our own page with credentials', async () => {
    const { status, headers } = await preflight('https://app.example.com')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-headers')).toContain('x-client-id')
    expect(headers.get('vary')).toContain('Origin')
  })

  it.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
    'never reflects the origin %s',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
      const response = await fetch(`${split.url}/config.json`, { headers: { origin } })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

async function readScripts(path: string): Promise<string | undefined> {
  const { headers } = await fetch(server.url + path)
  return /script-src [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]
}

describe('Security headers', () => {
  it('sets the security headers on the page, the API and errors', async () => {
    for (const path of ['/', '/graphql/?query={hello}', '/trial/bug', '/nothing.png', '/assets/none.js']) {
      const { headers } = await fetch(server.url + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  it('allows WebAssembly for the built worker of the forecast, and for no other path', async () => {
    expect(await readScripts('/assets/forecast-worker-1a2_b-4.js')).toBe("script-src 'self' 'wasm-unsafe-eval'")
    for (const path of [
      '/assets/forecast-worker-1a2b3c4.html',
      '/assets/write-worker-1a2b3c4.js',
      '/assets/x/forecast-worker-1a2b3c4.js',
      '/assets/%66orecast-worker-1a2b3c4.js',
      '/projects?/assets/forecast-worker-1a2b3c4.js',
    ])
      expect(await readScripts(path)).toBe("script-src 'self'")
  })

  it('allows the page to use the API host over HTTPS and requires HTTPS', async () => {
    const { headers } = await fetch(split.url)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("connect-src 'self' https://api.example.com wss://api.example.com;")
    expect(policy).toContain("form-action 'self' https://api.example.com")
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  })
})

describe('External hosts', () => {
  it('adds external hosts to the policy only if the configuration names them', async () => {
    const env = {
      OIDC_GOOGLE_CLIENT_ID: 'id',
      OIDC_GOOGLE_CLIENT_SECRET: 'secret',
      IDENTITY_URL: 'https://id.example.org/public',
      IDENTITY_ADMIN_URL: 'http://10.0.0.5:4434',
      SENTRY_DSN: 'https://key@errors.example.org/1',
    }
    const named = await startTestServer({ env })
    const policy = (await fetch(named.url)).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/connect-src [^;]* https:\/\/id\.example\.org;/)
    expect(policy).toMatch(/form-action [^;]* https:\/\/id\.example\.org https:\/\/accounts\.google\.com/)
    // Reports and page views go through the server.
    expect(policy).not.toMatch(/secret|key@|10\.0\.0\.5|errors\.example/)
    await named.close()
  })
})

describe('Separate page and API origins', () => {
  it('redirects navigations from the API host to the page', async () => {
    const answer = await sendRawRequest(
      split.port,
      buildRawGet('//evil.example/x?y=1', ['accept: text/html']).replace('localhost', 'api.example.com'),
    )
    expect(parseRawStatus(answer)).toBe(302)
    expect(answer).toMatch(/\r\nlocation: https:\/\/app\.example\.com\/\/evil\.example\/x\?y=1\r\n/i)
  })

  it('serves the page on its own host', async () => {
    const answer = await sendRawRequest(
      split.port,
      buildRawGet('/projects', ['accept: text/html']).replace('localhost', 'app.example.com'),
    )
    expect([parseRawStatus(answer), answer.includes('<title>Espalier</title>')]).toEqual([200, true])
  })
})

describe('HTTP errors', () => {
  it('every error has a code and never a stack', async () => {
    const bug = await fetch(`${server.url}/trial/bug`)
    const body = (await bug.json()) as { error: { code: string; errorId: string } }
    expect([bug.status, body.error.code]).toEqual([500, 'INTERNAL'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(server.lines.some((line) => line.includes(body.error.errorId) && line.includes('secret'))).toBe(true)
  })

  it('names a retry time when the identity service is unavailable', async () => {
    const response = await fetch(`${server.url}/trial/away`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('names the retry time of the database when the embedded identity service fails with it', async () => {
    const response = await fetch(`${server.url}/trial/embedded`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('names a retry time when the database is full', async () => {
    const response = await fetch(`${server.url}/trial/full`)
    const { error } = (await response.json()) as { error: object }
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', retryAfter: 2 })
  })

  it('shows errors to a person as a plain page with their input escaped', async () => {
    const response = await fetch(`${server.url}/trial/refused`, { headers: { accept: 'text/html' } })
    const text = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8'])
    expect(text).toContain('Already &lt;used&gt;')
  })
})

describe('Request ids', () => {
  it('generates request ids, whatever an untrusted client sends', async () => {
    const { headers } = await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': 'theirs' } })
    expect(headers.get('x-request-id')).not.toBe('theirs')
  })

  it('uses the request id of a trusted proxy if it is valid', async () => {
    const proxied = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } })
    const idFor = async (id: string) =>
      (await fetch(`${proxied.url}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idFor('proxy-7')).toBe('proxy-7')
    expect(await idFor('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/)
    await proxied.close()
  })
})
