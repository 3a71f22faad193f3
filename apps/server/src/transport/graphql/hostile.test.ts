import { gzipSync } from 'node:zlib'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executedFields, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let production: TestServer
beforeAll(async () => {
  server = await startTestServer()
  production = await startTestServer({ env: { NODE_ENV: 'production', RATE_LIMITS: 'on' } })
})
afterAll(async () => {
  await server.close()
  await production.close()
})
beforeEach(() => void executedFields.splice(0))

const json = { 'content-type': 'application/json' }
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json, url = server.url) =>
  fetch(`${url}/graphql/`, { method: 'POST', headers, body })
const nested = (levels: number) => '{ branch '.repeat(levels - 1) + '{ branch { name } }' + ' }'.repeat(levels - 1)

const askDeep = (levels: number) => post(JSON.stringify({ query: nested(levels - 1) }))
const askWithAliases = (count: number) =>
  post(JSON.stringify({ query: `{ ${Array.from({ length: count }, (_, i) => `a${i}: hello`).join(' ')} }` }))
const createNestedBody = (levels: number) =>
  `{"query":"{ hello }","variables":{"v":${'['.repeat(levels)}${']'.repeat(levels)}}}`
const askProduction = async (query: string) => (await post(JSON.stringify({ query }), json, production.url)).json()

async function refusal(response: Response): Promise<string> {
  const text = await response.text()
  expect(text).not.toMatch(/node_modules|\.ts:|\.js:|at \w+ \(/)
  const body: { errors?: { extensions?: { code?: string } }[] } = JSON.parse(text)
  expect(body.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  return text
}

describe('Document limits', () => {
  it('ten levels are fine, eleven are not', async () => {
    expect((await askDeep(10)).status).toBe(200)
    const response = await askDeep(11)
    expect(response.status).toBe(400)
    expect(await refusal(response)).toContain('deeper than 10 levels')
  })

  it('counts the depth inside fragments', async () => {
    const query = `{ ...A } fragment A on Query { branch { ...B } } fragment B on Branch ${nested(9)}`
    expect((await post(JSON.stringify({ query }))).status).toBe(400)
  })

  it('30 aliases are fine, 31 are not', async () => {
    expect((await askWithAliases(30)).status).toBe(200)
    executedFields.splice(0)
    const response = await askWithAliases(31)
    expect([response.status, executedFields]).toEqual([400, []])
    expect(await refusal(response)).toContain('30 aliases')
  })

  it('counts aliases that fragments multiply', async () => {
    const levels = Array.from(
      { length: 8 },
      (_, i) => `fragment F${i} on Branch { a: branch { ...F${i + 1} } b: branch { ...F${i + 1} } }`,
    )
    const query = `{ branch { ...F0 } } ${levels.join(' ')} fragment F8 on Branch { name }`
    expect((await post(JSON.stringify({ query }))).status).toBe(400)
  })

  it('allows at most 2000 tokens', async () => {
    const response = await post(JSON.stringify({ query: `{ ${'hello '.repeat(2000)} }` }))
    expect([response.status, executedFields]).toEqual([400, []])
    expect(await refusal(response)).toContain('2000 tokens')
  })

  it.each([
    ['a fragment that spreads itself', '{ ...A } fragment A on Query { ...A }'],
    ['two fragments that spread each other', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['a thousand open braces', '{ branch '.repeat(990)],
    ['a thousand closed braces', nested(600)],
    ['a list in a list in a list', `{ echo(value: ${'['.repeat(900)}${']'.repeat(900)}) }`],
    ['NUL in a literal', '{ echo(value: "\\u0000") }'],
    ['NUL in the document', '{ hello \u0000 }'],
    ['a lone surrogate', '{ echo(value: "\\uD800") }'],
    ['1e400', '{ echo(value: 1e400) }'],
    ['__proto__', '{ echo(value: {__proto__: {isAdmin: true}}) }'],
    ['nothing', ''],
    ['an unknown operation', 'query A { hello } query B { hello }'],
  ])('refuses a document with %s', async (_name, query) => {
    const response = await post(JSON.stringify({ query }), { ...json, accept: 'application/graphql-response+json' })
    expect([response.status, executedFields]).toEqual([400, []])
    await refusal(response)
  })

  it.each([
    ['tokens', `{ ${'hello '.repeat(300_000)} }`],
    ['aliases', `{ ${Array.from({ length: 600 }, (_, i) => `a${i}: hello`).join(' ')} }`],
    ['levels', nested(600)],
  ])('refuses too many %s within 100 ms of work', async (_name, query) => {
    const body = JSON.stringify({ query })
    const took: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const before = process.cpuUsage()
      expect((await post(body)).status).toBe(400)
      const { user, system } = process.cpuUsage(before)
      took.push((user + system) / 1000)
    }
    // CPU time is measured, because the wall clock would include other load; the fastest run was not interrupted by a
    // garbage collection.
    expect(Math.min(...took)).toBeLessThan(100)
  })
})

describe('Request bodies', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
    ['broken JSON', '{"query": ', 400],
    ['wrong UTF-8', Buffer.from('{"query":"{ hello \xff\xfe }"}', 'latin1'), 400],
    ['NUL in a variable', JSON.stringify({ query: '{ hello }', variables: { v: 'a\u0000b' } }), 400],
    ['a lone surrogate', '{"query":"{ hello }","variables":{"v":"\\ud800"}}', 400],
    ['1e400', '{"query":"{ hello }","variables":{"v":1e400}}', 400],
    ['__proto__', '{"query":"{ hello }","variables":{"__proto__":{"isAdmin":true}}}', 400],
    ['10,000 levels', createNestedBody(10_000), 400],
    ['10,000 levels of the whole', '['.repeat(10_000) + ']'.repeat(10_000), 400],
    ['null', 'null', 400],
    ['a number', '7', 400],
    ['nothing', '', 400],
    ['more than 2 MiB', JSON.stringify({ query: '{ hello }', variables: { v: 'x'.repeat(2 * 1024 * 1024) } }), 413],
    ['10 MB', 'x'.repeat(10_000_000), 413],
  ])('refuses %s as a body', async (_name, body, status) => {
    const response = await post(body)
    expect([response.status, executedFields]).toEqual([status, []])
    await refusal(response)
  })

  it('accepts a body of almost 2 MiB', async () => {
    const body = JSON.stringify({
      query: 'query ($v: JSON) { hello }',
      variables: { v: 'x'.repeat(2 * 1024 * 1024 - 200) },
    })
    expect(await (await post(body)).json()).toMatchObject({
      errors: [{ message: expect.stringContaining('never used') }],
    })
  })

  it('refuses a compressed body without decompressing it', async () => {
    const response = await post(new Uint8Array(gzipSync(JSON.stringify({ query: '{ hello }' }))), {
      ...json,
      'content-encoding': 'gzip',
    })
    expect([response.status, executedFields]).toEqual([400, []])
    await refusal(response)
  })
})

describe('production', () => {
  it('reveals nothing of its schema', async () => {
    expect(JSON.stringify(await askProduction(getIntrospectionQuery()))).toMatch(/introspection has been disabled/)
    expect(JSON.stringify(await askProduction('{ __type(name: "Query") { name } }'))).toMatch(
      /introspection has been disabled/,
    )
    expect(await askProduction('{ __typename }')).toEqual({ data: { __typename: 'Query' } })
  })

  it.each(['{ helo }', '{ fail(how: bugg) }', '{ hello(nam: "x") }', 'query ($f: Failur!) { fail(how: $f) }'])(
    'suggests no names in production: %s',
    async (query) => {
      const text = JSON.stringify(await askProduction(query))
      expect(text).toContain('BAD_USER_INPUT')
      expect(text).not.toMatch(/did you mean/i)
    },
  )

  it('suggests no names for values of variables', async () => {
    const body = JSON.stringify({ query: 'query ($f: Failure!) { fail(how: $f) }', variables: { f: 'bugg' } })
    expect(await (await post(body, json, production.url)).text()).not.toMatch(/did you mean/i)
  })

  it('answers the usual introspection in development', async () => {
    const response = await post(JSON.stringify({ query: getIntrospectionQuery() }))
    expect(Object.keys((await response.json()) as object)).toEqual(['data'])
  })
})
