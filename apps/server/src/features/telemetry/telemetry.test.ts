import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAnalyticsViews,
  createSentryReports,
  parseSentryDsn,
} from '../../adapters/telemetry/telemetry-senders.ts'
import { createLog } from '../../reliability/log.ts'
import { createRates } from '../../reliability/rates.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { startTestServer, type TestServer } from '../../transport/testing/test-server.ts'
import { createServerErrorReporter, type TelemetryOptions, telemetryRoutes } from './telemetry.ts'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that records everything it gets. */
let receiver: Server
let port: number
let status: number
const received: Received[] = []
let server: TestServer | undefined

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(status).end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  received.length = 0
  status = 200
})
afterEach(async () => {
  await server?.close()
  server = undefined
})

const sentry = (log = createRecordedLog()) =>
  createSentryReports({ dsn: `http://public-key@127.0.0.1:${port}/42`, environment: 'test', log })
const analytics = () =>
  createAnalyticsViews({ url: `http://127.0.0.1:${port}/capture`, key: 'phc', log: createRecordedLog() })

const open = async (options: Partial<TelemetryOptions>) => {
  server = await startTestServer({
    routes: [telemetryRoutes({ reports: null, views: null, rates: null, ...options })],
  })
}
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server?.url}/telemetry/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'ory_kratos_session=secret-cookie', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const error = {
  name: 'TypeError',
  message: 'Cannot read "Secret plan" of ada@example.com',
  stack: 'TypeError: Secret plan\n    at draw (https://espalier.example/assets/tree-1.js?t=secret:7:12)',
  path: '/tree/9b2f3a94-0000-4000-8000-000000000000#node=secret',
}
const view = { visitor: '9b2f3a94-0000-4000-8000-00000000000a', path: '/feedback/p/3-secret-wish?search=secret' }
const personal = /secret|ada@|example\.com|9b2f3a94-0000-4000-8000-000000000000|cookie|127\.0\.0\.1|user-agent/i

describe('Page error report', () => {
  it('sends a page error to the receiver through our server as an envelope without personal data', async () => {
    const reports = sentry()
    await open({ reports })
    expect((await send('error', error)).status).toBe(204)
    await reports.settled()
    const [got] = received
    expect(got?.path).toBe('/api/42/envelope/')
    expect(got?.headers['x-sentry-auth']).toContain('sentry_key=public-key')
    expect(got?.headers['cookie']).toBeUndefined()
    const [envelope, item, event] = (got?.body ?? '').split('\n').map((line) => JSON.parse(line) as object)
    expect(envelope).toHaveProperty('event_id')
    expect(item).toEqual({ type: 'event' })
    expect(event).toMatchObject({
      platform: 'javascript',
      level: 'error',
      tags: { origin: 'page', place: '/tree/:id' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'Cannot read :text of :email',
            stacktrace: { frames: [{ function: 'draw', filename: 'assets/tree-1.js', lineno: 7 }] },
          },
        ],
      },
    })
    expect(got?.body).not.toMatch(personal)
  })

  it.each([
    ['no JSON', '{', 400],
    ['something else', { message: 'x' }, 400],
    ['a text without end', { ...error, message: 'x'.repeat(5_000) }, 400],
    ['a body without end', 'x'.repeat(20_000), 413],
  ])('refuses a report that is %s', async (_name, body, code) => {
    const reports = sentry()
    await open({ reports })
    expect((await send('error', body)).status).toBe(code)
    await reports.settled()
    expect(received).toEqual([])
  })

  it('accepts page errors only from our own pages and at a limited rate', async () => {
    await open({ reports: sentry(), rates: createRates({ store: null, log: createRecordedLog() }) })
    expect((await send('error', error, { origin: 'https://evil.example' })).status).toBe(403)
    const codes: number[] = []
    for (let count = 0; count < 21; count += 1) codes.push((await send('error', error)).status)
    expect(codes.slice(0, 20).every((code) => code === 204)).toBe(true)
    expect(codes.at(-1)).toBe(429)
  })
})

describe('Page view', () => {
  it('a page view contains a path and a random id and nothing else', async () => {
    const views = analytics()
    await open({ views })
    expect((await send('pageview', view)).status).toBe(204)
    await views.settled()
    const [got] = received
    expect(JSON.parse(got?.body ?? '{}')).toEqual({
      api_key: 'phc',
      event: '$pageview',
      distinct_id: view.visitor,
      timestamp: expect.any(String) as string,
      properties: { $pathname: '/feedback/p/:id', $process_person_profile: false, $geoip_disable: true },
    })
    expect(got?.body).not.toMatch(personal)
    expect(got?.headers['cookie']).toBeUndefined()
  })

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'does not count a page view if the browser opts out: %j',
    async (headers) => {
      const views = analytics()
      const reports = sentry()
      await open({ views, reports })
      await send('pageview', view, headers)
      await send('error', error, headers)
      await Promise.all([views.settled(), reports.settled()])
      expect(received).toEqual([])
    },
  )
})

it('accepts nothing if the operator has configured no receiver', async () => {
  await open({})
  expect((await send('error', error)).status).toBe(404)
  expect((await send('pageview', view)).status).toBe(404)
})

describe('Server error report', () => {
  it('reports logged errors without personal data', async () => {
    const reports = sentry()
    const log = createLog({
      level: 'silent',
      isTerminal: false,
      destination: { write: () => {} },
      onError: createServerErrorReporter(reports),
    })
    log.level = 'info'
    log.warn({ err: new Error('expected') }, 'only a warning')
    log.child({ requestId: '1' }).error({ err: new RangeError('no room for ada@example.com') }, 'masked error')
    await reports.settled()
    expect(received).toHaveLength(1)
    expect(received[0]?.body).toContain('"platform":"node"')
    expect(received[0]?.body).toContain('no room for :email')
    expect(received[0]?.body).toContain('apps/server/src/features/telemetry/telemetry.test.ts')
    expect(received[0]?.body).not.toMatch(/ada@|\/work\/|\/home\//)
  })

  it('does not disturb the server when the receiver is unavailable and pauses requests to it', async () => {
    status = 503
    const log = createRecordedLog()
    const reports = sentry(log)
    for (let count = 0; count < 10; count += 1) createServerErrorReporter(reports)(new Error('x'))
    await reports.settled()
    expect(received).toHaveLength(3)
    expect(log.lines.every(({ level }) => level === 'warn')).toBe(true)
  })
})

it.each([
  ['https://key@errors.example/7', 'https://errors.example/api/7/envelope/'],
  ['https://key@errors.example:8443/below/7', 'https://errors.example:8443/below/api/7/envelope/'],
])('parses the Sentry DSN %s', (dsn, url) => {
  expect(parseSentryDsn(dsn)).toEqual({ url, key: 'key' })
})
