import { type AwaitedList, createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { createLiveFeed, type FeedSubscriber } from '../../api/live-feed.ts'
import type { Slice } from '../../api/slice.ts'
import { connectTestClient, createSignal, type TestClient } from '../testing/test-client.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let joined: AwaitedList<FeedSubscriber>
let left: AwaitedList<FeedSubscriber>
let resolved = 0
let thawed = createSignal()

const slice: Slice = {
  name: 'weather',
  typeDefs: `
    type Query { ok: Boolean }
    type Subscription { weather(place: String!): Weather!  refused: Int  frozen: Int }
    type Weather { sky: String! }
  `,
  resolvers: {
    Subscription: {
      weather: {
        subscribe: () =>
          createLiveFeed((subscriber) => {
            const leaving = left
            joined.push(subscriber)
            return () => leaving.push(subscriber)
          }),
      },
      frozen: {
        async subscribe() {
          await thawed.given
          return createLiveFeed(() => () => undefined)
        },
      },
      refused: {
        subscribe: () => {
          throw new ApiError('NOT_FOUND', 'No such place')
        },
      },
    },
    Weather: {
      sky: ({ sky }: { sky: string }) => {
        resolved += 1
        return sky
      },
    },
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ slices: [slice] })
})
afterAll(() => server.close())
beforeEach(() => {
  joined = createAwaitedList()
  left = createAwaitedList()
  resolved = 0
})

const open = async (): Promise<TestClient> => {
  const client = connectTestClient(server.port)
  await client.init({ 'x-client-id': 'tab' })
  return client
}
const query = 'subscription ($place: String!) { weather(place: $place) { sky } }'

it('shares one execution and one text among all subscribers with the same selection', async () => {
  const clients = [await open(), await open(), await open()]
  clients.forEach((client, index) => client.subscribe(`id-${index}`, query, { place: 'here' }))
  const subscribers = await joined.atLeast(3)
  expect(new Set(subscribers.map(({ key }) => key)).size).toBe(1)
  const [first] = subscribers
  const text = await first?.write({ weather: { sky: 'blue' } }, first.viewer(), { seq: 7, clientId: 'tab' })
  for (const subscriber of subscribers) if (text) subscriber.send(text)
  for (const [index, client] of clients.entries()) {
    expect(await client.next()).toEqual({
      id: `id-${index}`,
      type: 'next',
      payload: { data: { weather: { sky: 'blue' } }, extensions: { seq: 7, clientId: 'tab' } },
    })
    client.socket.close()
  }
  expect(resolved).toBe(1)
})

it('uses another key for another selection', async () => {
  const client = await open()
  client.subscribe('1', query, { place: 'here' })
  client.subscribe('2', query, { place: 'there' })
  client.subscribe('3', 'subscription { weather(place: "here") { sky again: sky } }')
  const subscribers = await joined.atLeast(3)
  expect(new Set(subscribers.map(({ key }) => key)).size).toBe(3)
  expect(subscribers.map((subscriber) => [subscriber.selectsField('sky'), subscriber.selectsField('rain')])).toEqual(
    Array.from({ length: 3 }, () => [true, false]),
  )
  client.socket.close()
})

it('ends with or without a refusal and leaves the feed', async () => {
  const client = await open()
  client.subscribe('1', query, { place: 'here' })
  const [first] = await joined.atLeast(1)
  first?.end(new ApiError('NOT_FOUND', 'No such project'))
  expect(await client.next()).toEqual({
    id: '1',
    type: 'error',
    payload: [{ message: 'No such project', extensions: { code: 'NOT_FOUND' } }],
  })
  await left.atLeast(1)
  client.subscribe('2', query, { place: 'here' })
  const [, second] = await joined.atLeast(2)
  second?.end(null)
  expect(await client.next()).toEqual({ id: '2', type: 'complete' })
  client.subscribe('3', query, { place: 'here' })
  await joined.atLeast(3)
  client.send({ type: 'complete', id: '3' })
  await left.atLeast(3)
  client.subscribe('4', query, { place: 'here' })
  await joined.atLeast(4)
  client.socket.close()
  expect(await left.atLeast(4)).toEqual(joined.items)
})

it('knows when all earlier subscriptions are running or refused', async () => {
  const client = await open()
  thawed = createSignal()
  client.subscribe('1', 'subscription { refused }')
  client.subscribe('2', 'subscription { frozen }')
  client.subscribe('3', query, { place: 'here' })
  const [first] = await joined.atLeast(1)
  const settled: string[] = []
  const earlier = first?.earlier.then(() => settled.push('earlier'))
  expect((await client.next()).id).toBe('1')
  expect(await client.next()).toEqual({ id: '1', type: 'complete' })
  settled.push('thawed')
  thawed.give()
  await earlier
  expect(settled).toEqual(['thawed', 'earlier'])
  client.socket.close()
})

const read = async (name: string): Promise<number> => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1])
}

it('counts sockets, subscriptions and events', async () => {
  const client = await open()
  client.subscribe('1', query, { place: 'here' })
  const [first] = await joined.atLeast(1)
  const text = await first?.write({ weather: { sky: 'grey' } }, first.viewer(), { seq: 1, clientId: null })
  const before = await read('live_events_sent_total')
  if (text) first?.send(text)
  expect(await read('live_events_sent_total')).toBe(before + 1)
  expect(await read('graphql_subscriptions')).toBe(1)
  expect(await read('websocket_connections')).toBeGreaterThan(0)
  client.socket.close()
})
