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

describe('answers', () => {
  it('the same the first time, interpreted, and from then on, compiled', async () => {
    const expected = { data: { hello: 'hello x', branch: { name: 'root', branch: { name: 'root.' } } } }
    for (let times = 0; times < 4; times += 1) expect((await greet()).body).toEqual(expected)
  })

  it('at /graphql as at /graphql/', async () => {
    const response = await fetch(`${server.url}/graphql?query={hello}`)
    expect(await response.json()).toEqual({ data: { hello: 'hello world' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('carry any JSON and times in milliseconds', async () => {
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

  it('bear the request id that the log has', async () => {
    const { headers } = await run('{ hello }')
    const id = headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(server.lines.some((line) => line.includes(id) && line.includes('"path":"/graphql/"'))).toBe(true)
  })
})

describe('who asks', () => {
  it('is the person of the cookie', async () => {
    expect((await run('{ me }', {}, { cookie: 'person=ada' })).body.data).toEqual({ me: 'ada' })
  })

  it('is 401 where every operation wanted a session', async () => {
    const single = await run('{ me }')
    expect([single.status, codes(single)]).toEqual([401, ['UNAUTHENTICATED']])
    const batch = await post([{ query: '{ me }' }, { query: '{ fail(how: unauthenticated) }' }])
    expect([batch.status, batch.list.length]).toEqual([401, 2])
  })

  it('is 200 where only some did', async () => {
    const { status, list } = await post([{ query: '{ me }' }, { query: '{ hello }' }])
    expect(status).toBe(200)
    expect(list[0]?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect(list[1]).toEqual({ data: { hello: 'hello world' } })
  })

  it('is "later", never "signed out", where the identity service is away', async () => {
    const sent = await run('{ me }', {}, { cookie: 'person=away' })
    expect([sent.status, codes(sent), sent.headers.get('retry-after')]).toEqual([503, ['UPSTREAM_FAILED'], '5'])
  })

  it('has a client id and an operation id', async () => {
    const operationId = '0B7E3A52-7A0E-4B1E-9E7A-3D8F8C6C9A11'
    const sent = await post(
      { query: '{ client operation }', extensions: { operationId } },
      { 'x-client-id': '1700000000000-0.123' },
    )
    expect(sent.body.data).toEqual({ client: '1700000000000-0.123', operation: operationId.toLowerCase() })
  })

  it.each(['x'.repeat(101), 'white space', 'tab\there'])('may not call its client %j', async (clientId) => {
    const sent = await run('{ hello }', {}, { 'x-client-id': clientId })
    expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
  })

  it('may not name an operation by anything but a UUID', async () => {
    const sent = await post({ query: '{ hello }', extensions: { operationId: '42' } })
    expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
  })
})

const appendFor = (cookie: string, expected: string) =>
  run('mutation { append(text: "x") }', {}, { cookie, 'x-person-id': expected })

describe('a page that names the person it shows', () => {
  it('is answered while that person is signed in', async () => {
    expect((await appendFor('person=ada', 'ada')).status).toBe(200)
    expect(executedFields).toHaveLength(1)
  })

  it.each(['person=bea', ''])('is refused as a whole, and nothing runs, when the cookie says %j', async (cookie) => {
    const { status, body } = await appendFor(cookie, 'ada')
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(executedFields).toEqual([])
  })
})

describe('failures', () => {
  it.each([
    ['forbidden', { code: 'FORBIDDEN' }, 'Not for you'],
    ['input', { code: 'BAD_USER_INPUT', field: 'title' }, 'Too long'],
    ['often', { code: 'RATE_LIMITED', retryAfter: 7 }, 'Slowly'],
  ])('that are expected pass through: %s', async (how, extensions, message) => {
    for (let times = 0; times < 3; times += 1) {
      const sent = await run(`query F { fail(how: ${how}) }`)
      expect(sent.status).toBe(200)
      expect(sent.body).toMatchObject({ data: { fail: null }, errors: [{ message, extensions, path: ['fail'] }] })
    }
  })

  it.each([
    ['busy', { code: 'RATE_LIMITED', retryAfter: 1 }],
    ['lost', { code: 'UPSTREAM_FAILED', retryAfter: 2 }],
  ])('of a database that is %s say that another try is worth it', async (how, extensions) => {
    const sent = await run(`query D { fail(how: ${how}) }`)
    expect(sent.body.errors?.[0]?.extensions).toEqual(extensions)
    expect(JSON.stringify(sent.body)).not.toMatch(/secret|hush|lock timeout/)
  })

  it.each(['query B { fail(how: bug) }', 'query N { number }'])(
    'of our own are masked under an id of the log: %s',
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

  it('of variables are the caller’s, compiled or not', async () => {
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

describe('batches', () => {
  it('answer in their order, a mutation after what stands before it', async () => {
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

  it('of 50 run', async () => {
    const { status, list } = await post(Array.from({ length: 50 }, () => ({ query: '{ hello }' })))
    expect([status, list.length, executedFields.length]).toEqual([200, 50, 50])
  })

  it('of 51 are refused whole: nothing runs', async () => {
    const sent = await post(Array.from({ length: 51 }, () => ({ query: 'mutation { append(text: "x") }' })))
    expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
  })

  it.each([[[]], [[null]], [[{ query: '{ hello }' }, 7]], [[{ query: 'mutation { append(text: "x") }' }, {}]]])(
    '%j is refused whole',
    async (body) => {
      const sent = await post(body)
      expect([sent.status, codes(sent), executedFields]).toEqual([400, ['BAD_USER_INPUT'], []])
    },
  )
})

describe('methods and media types', () => {
  it('a mutation by GET does not run', async () => {
    const response = await fetch(`${server.url}/graphql/?query=${encodeURIComponent('mutation { append(text: "x") }')}`)
    expect([response.status, response.headers.get('allow'), executedFields]).toEqual([405, 'POST', []])
  })

  it('a subscription over HTTP is sent to the socket', async () => {
    const sent = await run('subscription { ticks(to: 1) }')
    expect([sent.status, codes(sent)]).toEqual([400, ['BAD_USER_INPUT']])
  })

  it('an answer that nobody accepts is 406', async () => {
    expect((await run('{ hello }', {}, { accept: 'text/html' })).status).toBe(406)
  })

  it('a client that prefers the new media type gets it', async () => {
    const { headers } = await run(
      '{ hello }',
      {},
      { accept: 'application/graphql-response+json,application/json;q=0.9' },
    )
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
  })
})

describe('a body that is not sent as application/json', () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ]
  const mutation = JSON.stringify({ query: 'mutation { append(text: "x") }' })

  it.each(types)('is refused with 415 when its type is %s, with or without x-client-id', async (type) => {
    for (const more of [{}, { 'x-client-id': 'tab-1' }, { 'x-requested-with': 'XMLHttpRequest' }]) {
      const response = await raw({ 'content-type': type, ...(more as Record<string, string>) })
      expect([response.status, executedFields]).toEqual([415, []])
    }
  })

  it('is refused with 415 when it has no type', async () => {
    for (const headers of [{}, { 'x-client-id': 'tab-1' }]) {
      const response = await raw(headers as Record<string, string>, new Blob([mutation]))
      expect([response.status, executedFields]).toEqual([415, []])
    }
  })
})
