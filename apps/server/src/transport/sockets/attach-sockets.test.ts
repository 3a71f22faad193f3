import { once } from 'node:events'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { apiLimits } from '../../api/limits.ts'
import { connectTestClient, createSignal, readUpgradeStatus, type TestClient } from '../testing/test-client.ts'
import { authenticateByCookie, executedFields, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signedIn = (person: string) => ({ headers: { cookie: `person=${person}` } })

const from = (address: string, person = '') => ({ 'x-forwarded-for': address, cookie: person && `person=${person}` })

async function open(headers: Record<string, string> = {}, port = server.port): Promise<TestClient> {
  const client = connectTestClient(port, { headers })
  expect(await client.init()).toEqual({ type: 'connection_ack' })
  return client
}

describe('Operations over a socket', () => {
  it('answers queries and mutations and streams subscriptions to their end', async () => {
    const client = await open({ cookie: 'person=ada' })
    client.subscribe('1', '{ me }')
    expect([await client.next(), await client.next()]).toEqual([
      { id: '1', type: 'next', payload: { data: { me: 'ada' } } },
      { id: '1', type: 'complete' },
    ])
    client.subscribe('2', 'subscription ($to: Int!) { ticks(to: $to) }', { to: 2 })
    expect(await client.next()).toEqual({ id: '2', type: 'next', payload: { data: { ticks: 1 } } })
    expect(await client.next()).toEqual({ id: '2', type: 'next', payload: { data: { ticks: 2 } } })
    expect(await client.next()).toEqual({ id: '2', type: 'complete' })
    client.socket.close()
  })

  it('works with the official client', async () => {
    const url = `ws://127.0.0.1:${server.port}/subscriptions`
    const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { 'x-client-id': 'tab-7' } })
    const results: unknown[] = []
    for await (const result of client.iterate({ query: '{ client }' })) results.push(result)
    expect(results).toEqual([{ data: { client: 'tab-7' } }])
    await client.dispose()
  })

  it('passes on expected failures and masks bugs', async () => {
    const client = await open()
    client.subscribe('1', 'subscription { refused }')
    expect(await client.next()).toMatchObject({
      payload: { errors: [{ message: 'No such project', extensions: { code: 'NOT_FOUND' } }] },
    })
    expect(await client.next()).toEqual({ id: '1', type: 'complete' })
    client.subscribe('2', '{ fail(how: bug) }')
    const masked = await client.next()
    expect(masked).toMatchObject({
      payload: { errors: [{ extensions: { code: 'INTERNAL', errorId: expect.any(String) } }] },
    })
    expect(JSON.stringify(masked)).not.toContain('secret')
    client.socket.close()
  })

  it.each([
    ['a broken document', '{ hello'],
    ['an unknown field', '{ nothing }'],
    ['too deep a document', '{ branch '.repeat(11) + '{ name }' + ' }'.repeat(11)],
    ['a NUL', '{ echo(value: "\\u0000") }'],
  ])('refuses %s over a socket and continues', async (_name, query) => {
    const client = await open()
    client.subscribe('1', query)
    expect(await client.next()).toMatchObject({
      id: '1',
      type: 'error',
      payload: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    })
    client.subscribe('2', '{ hello }')
    expect(await client.next()).toMatchObject({ id: '2', type: 'next' })
    client.socket.close()
  })

  it('refuses hostile variables over a socket', async () => {
    const client = await open()
    client.send('{"type":"subscribe","id":"1","payload":{"query":"{ hello }","variables":{"__proto__":{"a":1}}}}')
    expect(await client.next()).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    client.socket.close()
  })
})

describe('Socket handshake', () => {
  it('accepts our own pages and programs without an origin', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const client = await open({ origin: `http://${host}:${server.port}` })
      client.socket.close()
    }
  })

  it.each(['https://evil.example', 'null', 'http://localhost:1', `http://localhost.evil.example`])(
    'refuses a page of %s before the upgrade',
    async (origin) => {
      expect(await readUpgradeStatus(server.port, { headers: { origin, cookie: 'person=ada' } })).toBe(403)
    },
  )

  it('refuses other paths and answers 503 while the identity service is unavailable', async () => {
    expect(await readUpgradeStatus(server.port, { path: '/elsewhere' })).toBe(404)
    expect(await readUpgradeStatus(server.port, signedIn('away'))).toBe(503)
  })

  it('refuses another WebSocket protocol', async () => {
    expect((await connectTestClient(server.port, { protocol: 'graphql-ws' }).closed).code).not.toBe(1000)
  })

  it('closes a socket that does not initialize in time', async () => {
    const impatientServer = await startTestServer({ socketTimes: { initMs: 30 } })
    expect((await connectTestClient(impatientServer.port).closed).code).toBe(4408)
    await impatientServer.close()
  })

  it('closes a socket that subscribes before it initializes', async () => {
    const client = connectTestClient(server.port)
    await once(client.socket, 'open')
    client.subscribe('1', '{ hello }')
    expect((await client.closed).code).toBe(4401)
  })

  it('refuses an invalid client id', async () => {
    const client = connectTestClient(server.port)
    void client.init({ 'x-client-id': 'x'.repeat(101) })
    expect((await client.closed).code).toBe(4400)
  })
})

describe('Socket of a page that names its person', () => {
  it('accepts a socket while the person that the page names is signed in', async () => {
    const client = connectTestClient(server.port, signedIn('ada'))
    expect(await client.init({ 'x-person-id': 'ada' })).toEqual({ type: 'connection_ack' })
    client.socket.close()
  })

  it.each(['bea', ''])(
    'closes a socket like at the end of a session when the cookie belongs to %j instead of the named person',
    async (person) => {
      const client = connectTestClient(server.port, signedIn(person))
      void client.init({ 'x-person-id': 'ada' })
      expect((await client.closed).code).toBe(4401)
    },
  )
})

describe('Socket limits', () => {
  it.each([
    ['a frame of more than 64 KiB', 'x'.repeat(65 * 1024), 1009],
    ['text that is not JSON', 'hello', 4400],
    ['ten thousand levels', '['.repeat(10_000), 4400],
    ['an unknown message', '{"type":"drop_tables"}', 4400],
    ['null', 'null', 4400],
  ])('closes a socket that sends %s', async (_name, message, code) => {
    const client = await open()
    client.send(message)
    expect((await client.closed).code).toBe(code)
  })

  it('runs 20 subscriptions, refuses the 21st, and allows another when one ends', async () => {
    const client = await open()
    const { subscriptions } = apiLimits.sockets
    expect(subscriptions).toBe(20)
    for (let id = 1; id <= subscriptions; id += 1) client.subscribe(String(id), 'subscription { forever }')
    for (let id = 1; id <= subscriptions; id += 1) expect(await client.next()).toMatchObject({ type: 'next' })
    client.subscribe('more', 'subscription { forever }')
    expect(await client.next()).toMatchObject({
      id: 'more',
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    })
    client.send({ type: 'complete', id: '1' })
    client.subscribe('again', 'subscription { forever }')
    expect(await client.next()).toMatchObject({ id: 'again', type: 'next' })
    client.socket.close()
  })

  it('allows 10 sockets per person and 200 per address, and another when one closes', async () => {
    const limited = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
    const { perPerson, perAddress } = apiLimits.sockets
    expect([perPerson, perAddress]).toEqual([10, 200])
    const own = await Promise.all(
      Array.from({ length: perPerson }, (_, i) => open(from(`10.1.0.${i}`, 'ada'), limited.port)),
    )
    expect(await readUpgradeStatus(limited.port, { headers: from('10.1.1.1', 'ada') })).toBe(429)
    own[0]?.socket.close()
    await own[0]?.closed
    ;(await open(from('10.1.1.1', 'ada'), limited.port)).socket.terminate()
    await Promise.all(Array.from({ length: perAddress }, () => open(from('10.2.0.1'), limited.port)))
    expect(await readUpgradeStatus(limited.port, { headers: from('10.2.0.1') })).toBe(429)
    ;(await open(from('10.2.0.2'), limited.port)).socket.terminate()
    await limited.close()
  })

  it('closes a socket that floods messages', async () => {
    const limited = await startTestServer({ env: { RATE_LIMITS: 'on' } })
    const client = await open({}, limited.port)
    for (let count = 0; count <= apiLimits.sockets.messages.max; count += 1) client.send({ type: 'pong' })
    expect((await client.closed).code).toBe(1008)
    await limited.close()
  })

  it.each(['ping', 'pong'] as const)('closes a socket that floods %s frames', async (frame) => {
    const limited = await startTestServer({ env: { RATE_LIMITS: 'on' } })
    const client = await open({}, limited.port)
    for (let count = 0; count <= apiLimits.sockets.messages.max; count += 1) client.socket[frame]()
    expect((await client.closed).code).toBe(1008)
    await limited.close()
  })
})

describe('End of a session', () => {
  it('closes the sockets of an ended session and no others', async () => {
    const [ada, eve] = [await open({ cookie: 'person=ada' }), await open({ cookie: 'person=eve' })]
    server.sockets.closeSessions(['session-ada'])
    expect(await ada.closed).toEqual({ code: 4401, reason: 'Session ended' })
    eve.subscribe('1', '{ me }')
    expect(await eve.next()).toMatchObject({ payload: { data: { me: 'eve' } } })
    eve.socket.close()
  })

  it('closes a socket that is just being opened when its session ends', async () => {
    const [asked, admitted] = [createSignal(), createSignal()]
    const slow = await startTestServer({
      authenticate: async (headers) => {
        const viewer = await authenticateByCookie(headers)
        asked.give()
        await admitted.given
        return viewer
      },
    })
    const client = connectTestClient(slow.port, signedIn('ada'))
    await asked.given
    slow.sockets.closeSessions(['session-ada'])
    admitted.give()
    expect((await client.closed).code).toBe(4401)
    await slow.close()
  })

  it('notices the end of a session without a notification, but ends nothing in an outage of the identity service', async () => {
    let answer: 'person' | 'away' | 'anonymous' = 'person'
    let asked = createSignal()
    const checked = await startTestServer({
      socketTimes: { recheckMs: 20 },
      authenticate: (headers) => {
        asked.give()
        return authenticateByCookie(answer === 'person' ? headers : { cookie: answer === 'away' ? 'person=away' : '' })
      },
    })
    const askedAgain = () => (asked = createSignal()).given
    const client = await open({ cookie: 'person=ada' }, checked.port)
    answer = 'away'
    await askedAgain()
    await askedAgain()
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    answer = 'anonymous'
    expect((await client.closed).code).toBe(4401)
    await checked.close()
  })
})

describe('Mutations over a socket', () => {
  it('runs mutations over a socket with the current access or not at all', async () => {
    let answer = 'person=ada'
    const checked = await startTestServer({ authenticate: () => authenticateByCookie({ cookie: answer }) })
    const client = await open({ cookie: answer }, checked.port)
    const append = 'mutation { append(text: "over a socket") }'
    client.subscribe('1', append)
    expect(await client.next()).toMatchObject({ payload: { data: { append: expect.any(Array) } } })
    expect(await client.next()).toEqual({ id: '1', type: 'complete' })
    answer = 'person=away'
    client.subscribe('2', append)
    expect(await client.next()).toMatchObject({ payload: { errors: [{ extensions: { code: 'UPSTREAM_FAILED' } }] } })
    const before = executedFields.length
    answer = ''
    client.subscribe('3', append)
    expect((await client.closed).code).toBe(4401)
    expect(executedFields.length).toBe(before)
    await checked.close()
  })
})

describe('Keep-alive', () => {
  it('closes a socket that answers no ping', async () => {
    const strict = await startTestServer({ socketTimes: { pingMs: 30 } })
    const client = connectTestClient(strict.port)
    client.socket.pong = () => undefined
    await client.init()
    expect((await client.closed).code).toBe(1006)
    await strict.close()
  })
})

describe('Shutdown of sockets', () => {
  it('informs every socket that the server is going away and refuses new ones', async () => {
    const stopping = await startTestServer()
    const clients = await Promise.all([open({}, stopping.port), open({ cookie: 'person=ada' }, stopping.port)])
    clients[0].subscribe('1', 'subscription { forever }')
    await clients[0].next()
    await stopping.close()
    for (const client of clients) expect((await client.closed).code).toBe(1001)
    expect(stopping.sockets.size).toBe(0)
  })
})
