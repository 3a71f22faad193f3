import * as fc from 'fast-check'
import type { FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRawGet, parseRawStatus, sendRawRequest } from './testing/test-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const routes: FastifyPluginAsync = async (app) => {
  app.post('/trial', async (request, reply) => reply.send({ got: typeof request.body }))
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ routes: [routes] })
})
afterAll(() => server.close())

const expectQuiet = (answer: string): void => {
  expect(parseRawStatus(answer)).toBeGreaterThanOrEqual(200)
  expect(parseRawStatus(answer)).toBeLessThan(500)
  expect(answer).not.toMatch(/node_modules|\n\s+at |\.ts:\d|\/src\//)
}

const post = (path: string, headers: readonly string[], body: string | Buffer): Buffer => {
  const bytes = Buffer.from(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `content-length: ${bytes.length}`,
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

const paths = ['/graphql/', '/trial', '/identity/self-service/login', '/subscriptions', '/', '/config.json', '/metrics']

const jsonText = fc.oneof(
  fc.json(),
  fc
    .jsonValue()
    .map((value) => JSON.stringify({ query: value, variables: value, operationName: value, extensions: value })),
  fc.array(fc.jsonValue(), { maxLength: 60 }).map((list) => JSON.stringify(list)),
  fc.string({ unit: 'binary' }),
)

const document = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '...',
      '!',
      '$',
      ':',
      '=',
      '@',
      '|',
      '"',
      '"""',
      '#',
      'query',
      'mutation',
      'subscription',
      'fragment',
      'on',
      'hello',
      'branch',
      'name',
      'fail',
      'how',
      'bug',
      'echo',
      'value',
      '__typename',
      '__schema',
      '__proto__',
      'constructor',
      '1e400',
      '-0',
      '\\u0000',
      '"\\uD83D"',
      '𝕏',
      'a:',
    ),
    { maxLength: 60 },
  )
  .map((tokens) => tokens.join(' '))

describe('Hostile requests', () => {
  it('answers any hostile body quickly and below 500', async () => {
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'multipart/form-data',
      '"',
      'application/json;;;',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom(...types),
        jsonText,
        fc.boolean(),
        async (path, type, body, isNamed) => {
          const headers = [`content-type: ${type}`, ...(isNamed ? ['x-client-id: tab'] : [])]
          expectQuiet(await sendRawRequest(server.port, post(path, headers, body)))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('answers any hostile document quickly and below 500', async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.jsonValue(), async (query, variables) => {
        const body = JSON.stringify({ query, variables })
        expectQuiet(await sendRawRequest(server.port, post('/graphql/', ['content-type: application/json'], body)))
      }),
      { numRuns: 300 },
    )
  })

  it('answers any hostile path quickly and below 500', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%00',
      '%ff',
      '%',
      '\\',
      '//',
      'assets',
      'graphql',
      'identity',
      ';',
      '?',
      '?query={hello}',
      '&variables=%7B',
      '*',
      ':',
      '\xe9',
      'x'.repeat(3000),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        expectQuiet(await sendRawRequest(server.port, Buffer.from(buildRawGet(`/${pieces.join('/')}`), 'latin1')))
      }),
      { numRuns: 200 },
    )
  })

  it.each<[string, string | Buffer]>([
    ['no HTTP at all', 'hello there\r\n\r\n'],
    [
      'TLS on a plain port',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a]),
    ],
    ['headers without end', buildRawGet('/', [`x: ${'y'.repeat(40_000)}`])],
    ['a header that breaks the line', 'GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n'],
    ['two lengths', 'POST /graphql/ HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /graphql/ HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'broken chunks',
      'POST /graphql/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['TRACE', 'TRACE / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
    [
      'a broken socket handshake',
      buildRawGet('/subscriptions', [
        'upgrade: websocket',
        'sec-websocket-key: short',
        'sec-websocket-version: 13',
      ]).replace('connection: close', 'connection: upgrade'),
    ],
    [
      'an upgrade to something else',
      buildRawGet('/graphql/', ['upgrade: h2c']).replace('connection: close', 'connection: upgrade'),
    ],
  ])('refuses %s and keeps running', async (_name, bytes) => {
    const answer = await sendRawRequest(server.port, bytes)
    expect(parseRawStatus(answer)).toBeGreaterThanOrEqual(400)
    expect(parseRawStatus(answer)).toBeLessThan(500)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})
