import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executedFields, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => void executedFields.splice(0))

interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, never> & { data?: Record<string, unknown>; errors?: GraphError[] }
  readonly list: { data?: Record<string, unknown>; errors?: GraphError[] }[]
}
interface GraphError {
  readonly message: string
  readonly path?: unknown[]
  readonly extensions: { readonly code: string; readonly errorId?: string; readonly [key: string]: unknown }
}

async function post(body: unknown, headers: Record<string, string> = {}, url = server.url): Promise<Sent> {
  const response = await fetch(`${url}/graphql/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  const json = (await response.json()) as never
  return { status: response.status, headers: response.headers, body: json, list: json }
}
const run = (query: string, variables?: Record<string, unknown>, headers?: Record<string, string>) =>
  post({ query, variables }, headers)
const greet = () =>
  run('query Greet($name: String) { hello(name: $name) branch { name branch { name } } }', { name: 'x' })
const raw = (
  headers: Record<string, string>,
  body: string | Blob = JSON.stringify({ query: 'mutation { append(text: "x") }' }),
) => fetch(`${server.url}/graphql/`, { method: 'POST', headers, body })
const codes = ({ body }: Sent) => body.errors?.map((error) => error.extensions.code)

describe('GraphQL responses', () => {
  it('answers the same when interpreted the first time and compiled later', async () => {
    const expected = { data: { hello: 'hello x', branch: { name: 'root', branch: { name: 'root.' } } } }
    for (let times = 0; times < 4; times += 1) expect((await greet()).body).toEqual(expected)
  })

  it('answers the same at /graphql and at /graphql/', async () => {
    const response = await fetch(`${server.url}/graphql?query={hello}`)
    expect(await response.json()).toEqual({ data: { hello: 'hello world' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('responds with any JSON and times in milliseconds', async () => {
    const value = { list: [1, 'two', null, { deep: true }] }
    const query = 'query ($value: JSON) { echo(value: $value) inline: echo(value: {a: [1, "b"]}) at }'
    for (let times = 0; times < 3; times += 1) {
      expect((await run(query, { value })).body.data).toEqual({
        echo: value,
        inline: { a: [1, 'b'] },
        at: 1_700_000_000_000,
      })
    }
  })

  it('responds with the request id of the log', async () => {
    const { headers } = await run('{ hello }')
    const id = headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(server.lines.some((line) => line.includes(id) && line.includes('"path":"/graphql/"'))).toBe(true)
  })
})

describe('GraphQL caller', () => {
  it('identifies the caller by the cookie', async () => {
    expect((await run('{ me }', {}, { cookie: 'person=ada' })).body.data).toEqual({ me: 'ada' })
  })

  it('answers 401 if every operation needs a session', async () => {
    const single = await run('{ me }')
    expect([single.status, codes(single)]).toEqual([401, ['UNAUTHENTICATED']])
    const batch = await post([{ query: '{ me }' }, { query: '{ fail(how: unauthenticated) }' }])
    expect([batch.status, batch.list.length]).toEqual([401, 2])
  })

  it('answers 200 if only some operations need a session', async () => {
    const { status, list } = await post([{ query: '{ me }' }, { query: '{ hello }' }])
    expect(status).toBe(200)
    expect(list[0]?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect(list[1]).toEqual({ data: { hello: 'hello world' } })
  })

  it('tells the caller to retry and never signs them out while the identity service is unavailable', async () => {
    const sent = await run('{ me }', {}, { cookie: 'person=away' })
    expect([sent.status, codes(sent), sent.headers.get('retry-after')]).toEqual([503, ['UPSTREAM_FAILED'], '5'])
  })

  it('reads the client id and the operation id of a caller', async () => {
    const operationId = '0B7E3A52-7A0E-4B1E-9E7A-3D8F8C6C9A11'
    const sent = await post(
      { query: '{ client operation }', extensions: { operationId } },
      { 'x-client-id': '1700000000000-0.123' },
    )
    expect(sent.body.data).toEqual({ client: '1700000000000-0.123', operation: operationId.toLowerCase() })
  })

  it.each(['x'.repeat(101), 'white space', 'tab\there'])('refuses the client id %j', async (clientId) => {
    const sent = await run('{ hello }', {}, { 'x-client-id': clientId })
    expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
  })

  it('accepts only a UUID as an operation id', async () => {
    const sent = await post({ query: '{ hello }', extensions: { operationId: '42' } })
    expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
  })
})

const appendFor = (cookie: string, expected: string) =>
  run('mutation { append(text: "x") }', {}, { cookie, 'x-person-id': expected })

describe('Page that names the person it shows', () => {
  it('answers a page while the person it shows is signed in', async () => {
    expect((await appendFor('person=ada', 'ada')).status).toBe(200)
    expect(executedFields).toHaveLength(1)
  })

  it.each(['person=bea', ''])(
    'refuses a request as a whole without executing anything when the cookie says %j',
    async (cookie) => {
      const { status, body } = await appendFor(cookie, 'ada')
      expect([status, body.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(executedFields).toEqual([])
    },
  )
})

describe('GraphQL failures', () => {
  it.each([
    ['forbidden', { code: 'FORBIDDEN' }, 'Not for you'],
    ['input', { code: 'BAD_USER_INPUT', field: 'title' }, 'Too long'],
    ['often', { code: 'RATE_LIMITED', retryAfter: 7 }, 'Slowly'],
  ])('passes expected failures through: %s', async (how, extensions, message) => {
    for (let times = 0; times < 3; times += 1) {
      const sent = await run(`query F { fail(how: ${how}) }`)
      expect(sent.status).toBe(200)
      expect(sent.body).toMatchObject({ data: { fail: null }, errors: [{ message, extensions, path: ['fail'] }] })
    }
  })

  it.each([
    ['busy', { code: 'RATE_LIMITED', retryAfter: 1 }],
    ['lost', { code: 'UPSTREAM_FAILED', retryAfter: 2 }],
  ])('tells the caller to retry when the database is %s', async (how, extensions) => {
    const sent = await run(`query D { fail(how: ${how}) }`)
    expect(sent.body.errors?.[0]?.extensions).toEqual(extensions)
    expect(JSON.stringify(sent.body)).not.toMatch(/secret|hush|lock timeout/)
  })

  it.each(['query B { fail(how: bug) }', 'query N { number }'])(
    'masks bugs with an id of the log: %s',
    async (query) => {
      for (let times = 0; times < 3; times += 1) {
        const sent = await run(query)
        const [error] = sent.body.errors ?? []
        expect(error?.extensions.code).toBe('INTERNAL')
        expect(JSON.stringify(sent.body)).not.toMatch(/secret|hush|espalier|at .*:\d+/)
        const id = error?.extensions.errorId ?? 'none'
        expect(server.lines.some((line) => line.includes(id) && /secret|hush/.test(line))).toBe(true)
      }
    },
  )

  it('blames invalid variables on the caller, compiled or not', async () => {
    const query = 'query V($times: Int) { hello(times: $times) }'
    await run(query, { times: 1 })
    await run(query, { times: 1 })
    executedFields.splice(0)
    for (let times = 0; times < 3; times += 1) {
      const sent = await run(query, { times: 'many' })
      expect([sent.status, codes(sent), sent.body.data]).toEqual([200, ['BAD_USER_INPUT'], undefined])
    }
    expect(executedFields).toEqual([])
  })
})

describe('GraphQL batches', () => {
  it('returns batch results in order and runs a mutation after everything before it', async () => {
    const { status, list } = await post([
      { query: 'mutation { append(text: "a") }' },
      { query: '{ hello }' },
      { query: 'mutation { append(text: "b") }' },
    ])
    expect(status).toBe(200)
    expect(list).toEqual([
      { data: { append: ['a'] } },
      { data: { hello: 'hello world' } },
      { data: { append: ['a', 'hello', 'b'] } },
    ])
  })

  it('runs a batch of 50 operations', async () => {
    const { status, list } = await post(Array.from({ length: 50 }, () => ({ query: '{ hello }' })))
    expect([status, list.length, executedFields.length]).toEqual([200, 50, 50])
  })

  it('refuses a batch of 51 operations as a whole', async () => {
    const sent = await post(Array.from({ length: 51 }, () => ({ query: 'mutation { append(text: "x") }' })))
    expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
  })

  it.each([[[]], [[null]], [[{ query: '{ hello }' }, 7]], [[{ query: 'mutation { append(text: "x") }' }, {}]]])(
    'refuses %j as a whole',
    async (body) => {
      const sent = await post(body)
      expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
    },
  )
})

describe('Methods and media types', () => {
  it('does not run a mutation by GET', async () => {
    const response = await fetch(`${server.url}/graphql/?query=${encodeURIComponent('mutation { append(text: "x") }')}`)
    expect([response.status, response.headers.get('allow'), executedFields]).toEqual([405, 'POST', []])
  })

  it('refers a subscription over HTTP to the socket', async () => {
    const sent = await run('subscription { ticks(to: 1) }')
    expect([sent.status, codes(sent)]).toEqual([400, ['BAD_USER_INPUT']])
  })

  it('answers 406 if no media type is acceptable', async () => {
    expect((await run('{ hello }', {}, { accept: 'text/html' })).status).toBe(406)
  })

  it('uses the new media type for a client that prefers it', async () => {
    const { headers } = await run(
      '{ hello }',
      {},
      { accept: 'application/graphql-response+json,application/json;q=0.9' },
    )
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
  })
})

describe('Body other than application/json', () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ]
  const mutation = JSON.stringify({ query: 'mutation { append(text: "x") }' })

  it.each(types)('refuses a body with 415 when its type is %s, with or without x-client-id', async (type) => {
    for (const more of [{}, { 'x-client-id': 'tab-1' }, { 'x-requested-with': 'XMLHttpRequest' }]) {
      const response = await raw({ 'content-type': type, ...(more as Record<string, string>) })
      expect([response.status, executedFields]).toEqual([415, []])
    }
  })

  it('refuses a body with 415 when it has no type', async () => {
    for (const headers of [{}, { 'x-client-id': 'tab-1' }]) {
      const response = await raw(headers as Record<string, string>, new Blob([mutation]))
      expect([response.status, executedFields]).toEqual([415, []])
    }
  })
})
