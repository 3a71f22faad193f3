import { once } from 'node:events'
import type { FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiLimits } from '../api/limits.ts'
import type { Readiness } from './http/monitoring.ts'
import { buildRawGet, connectTestClient, createSignal, parseRawStatus, sendRawRequest } from './testing/test-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
let readiness: () => Promise<Readiness> = async () => ({ ready: true })
beforeAll(async () => {
  server = await startTestServer({ isReady: () => readiness(), env: { METRICS_TOKEN: 'sesame' } })
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

describe('Health checks', () => {
  it('reports alive even if not ready', async () => {
    readiness = async () => ({ ready: false, reason: 'database' })
    expect((await get('/healthz')).status).toBe(200)
    const response = await get('/readyz')
    expect([response.status, await response.json()]).toEqual([503, { ready: false, reason: 'database' }])
  })

  it('reports ready', async () => {
    readiness = async () => ({ ready: true })
    expect((await get('/readyz')).status).toBe(200)
  })

  it('reports not ready in time if the check hangs or fails', async () => {
    readiness = () => new Promise(() => undefined)
    expect(await (await get('/readyz')).json()).toEqual({ ready: false, reason: 'timeout' })
    readiness = async () => {
      throw new Error('connect ECONNREFUSED /secret/socket')
    }
    expect(await (await get('/readyz')).json()).toEqual({ ready: false, reason: 'error' })
  })
})

describe('Metrics', () => {
  it('serves metrics on this machine', async () => {
    await get('/graphql/?query={hello}')
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(/http_request_seconds_bucket\{[^}]*route="\/graphql\/"/)
    expect(text).toMatch(/graphql_operations_total\{kind="query",outcome="ok"\} 1/)
    // The maximum delay of the event loop since the last request for metrics.
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/mu)
    expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds \d/mu)
  })

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { authorization: 'Bearer wrong' },
  ])('hides metrics from others: %j', async (headers) => {
    expect((await get('/metrics', headers as Record<string, string>)).status).toBe(404)
  })

  it('hides metrics from a page that points its own name at this machine', async () => {
    expect(
      parseRawStatus(await sendRawRequest(server.port, buildRawGet('/metrics').replace('localhost', 'evil.example'))),
    ).toBe(404)
  })

  it('serves metrics with the token', async () => {
    const headers = { authorization: 'Bearer sesame', 'x-forwarded-for': '10.0.0.9' }
    expect((await get('/metrics', headers)).status).toBe(200)
  })
})

describe('/config.json', () => {
  it('serves the configuration that the page needs without caching', async () => {
    const response = await get('/config.json')
    expect(await response.json()).toMatchObject({ productName: 'Espalier', signup: 'open' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('Rate limits', () => {
  it('counts each address as trusted proxies report it and excludes files and health checks', async () => {
    const limited = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
    const ask = (path: string, address: string) =>
      fetch(limited.url + path, { headers: { 'x-forwarded-for': address } })
    const { max } = apiLimits.rates.otherPerAddress
    for (let done = 0; done < max; done += 1) {
      await limited.app.inject({ url: '/config.json', headers: { 'x-forwarded-for': '10.0.0.1' } })
    }
    const refused = await ask('/config.json', '10.0.0.1')
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: { code: 'RATE_LIMITED', message: 'Too many requests', retryAfter: expect.any(Number) } },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('/config.json', '10.0.0.2')).status).toBe(200)
    expect((await ask('/healthz', '10.0.0.1')).status).toBe(200)
    expect((await ask('/assets/app-1a2b3c.js', '10.0.0.1')).status).toBe(200)
    await limited.close()
  })

  it('counts each person over all addresses', async () => {
    const limited = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
    const ask = (person: string, address: string) =>
      fetch(`${limited.url}/graphql/?query={hello}`, {
        headers: { cookie: `person=${person}`, 'x-forwarded-for': address },
      })
    const aliases = Array.from({ length: 30 }, (_, at) => `a${at}:hello`).join(' ')
    const requests = apiLimits.rates.workPerPerson.max / (30 * 5)
    for (let done = 0; done < requests; done += 1) {
      const headers = { cookie: 'person=ada', 'x-forwarded-for': `10.0.1.${done % 100}` }
      await limited.app.inject({ url: `/graphql/?query={${aliases}}`, headers })
    }
    const refused = await ask('ada', '10.0.2.1')
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect(await refused.text()).toContain('RATE_LIMITED')
    expect((await ask('eve', '10.0.2.1')).status).toBe(200)
    await limited.close()
  })
})

const createBatch = (count: number) => Array.from({ length: count }, () => ({ query: '{ hello }' }))

describe('Work limits', () => {
  let limited: TestServer
  beforeAll(async () => {
    limited = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
  })
  afterAll(() => limited.close())
  const post = (person: string, body: object, address = '10.0.3.1') =>
    fetch(`${limited.url}/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `person=${person}`, 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })

  it('refuses thirty batches of fifty operations, because a person has 1,200 a minute', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 30; at += 1) statuses.push((await post('ann', createBatch(50))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(24)
    const refused = await post('ann', { query: '{ hello }' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await post('bob', { query: '{ hello }' })).status).toBe(200)
  })

  it('counts every alias, and operations over a socket like those over HTTP', async () => {
    const aliased = { query: `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: hello`).join(' ')} }` }
    for (let at = 0; at < 39; at += 1) expect((await post('cyd', aliased)).status).toBe(200)
    const client = connectTestClient(limited.port, { headers: { cookie: 'person=cyd', 'x-forwarded-for': '10.0.3.1' } })
    await client.init()
    client.subscribe('1', aliased.query)
    expect(await client.next()).toMatchObject({ id: '1', type: 'next', payload: { data: { a0: 'hello world' } } })
    await client.next()
    client.subscribe('2', '{ hello }')
    expect(JSON.stringify(await client.next())).toContain('RATE_LIMITED')
    expect((await post('cyd', { query: '{ hello }' })).status).toBe(429)
    client.socket.close()
  })

  it('refuses the work of many requests in one', async () => {
    const heavy = Array.from({ length: 14 }, () => ({
      query: `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: hello`).join(' ')} }`,
    }))
    const refused = await post('dan', heavy)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('too much work')])
  })
})

describe('Server shutdown', () => {
  it('lets a running response finish', async () => {
    const [begun, finished] = [createSignal(), createSignal()]
    const slow: FastifyPluginAsync = async (app) => {
      app.get('/trial', async () => {
        begun.give()
        await finished.given
        return { done: true }
      })
    }
    const stopping = await startTestServer({ routes: [slow] })
    const answer = fetch(`${stopping.url}/trial`)
    await begun.given
    const closed = stopping.close()
    const idle = once(stopping.app.server, 'close')
    await expect.poll(() => stopping.app.server.listening).toBe(false)
    finished.give()
    expect((await answer).headers.get('connection')).toBe('close')
    expect(await (await answer).json()).toEqual({ done: true })
    await Promise.all([closed, idle])
    await expect(fetch(stopping.url)).rejects.toThrow()
  })
})
