import type { TypedDocument } from '@espalier/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { jsonResponse, type RecordedCall, stubNetwork } from '../../testing/network.ts'
import type { ApiTrouble } from './api-trouble.ts'
import { clientId } from './page-headers.ts'
import { createApiClient } from './create-api-client.ts'
import { handledByCaller, failingSilently, retriedByCaller } from './own-codes.ts'

const query: TypedDocument<unknown, { readonly n: number }> = {
  name: 'Account',
  text: 'query Account($n: Int) { account(n: $n) { id } }',
}
const path = '/graphql/'
const found = { data: { account: { __typename: 'Account', id: '1' } } }
const fault = (code: string | undefined, message = 'no') => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})
const operations = (call: RecordedCall) => call.body as { extensions: { operationId: string }; variables: object }[]
const accepted = (call: RecordedCall) =>
  jsonResponse(
    200,
    operations(call).map(() => found),
  )

let troubles: ApiTrouble[]
let acceptances: number

function openClient() {
  const client = createApiClient({
    base: 'http://localhost:3000',
    clientId,
    personId: () => 'ada',
    onTrouble: (trouble) => troubles.push(trouble),
    onAccepted: () => (acceptances += 1),
  })
  const ask = (n: number, context: Record<string, unknown> = {}) =>
    client.request(query, { variables: { n }, context }).catch(() => undefined)
  return { ask }
}

beforeEach(() => {
  troubles = []
  acceptances = 0
})

describe('API client', () => {
  it('sends operations of the same moment as one batch with cookies and the client id', async () => {
    const network = stubNetwork({ [path]: accepted })
    const { ask } = openClient()
    await Promise.all([ask(1), ask(2), ask(3)])
    const [call] = network.calls
    expect(network.calls).toHaveLength(1)
    expect(call?.method).toBe('POST')
    expect(call?.credentials).toBe('include')
    expect(call?.headers.get('x-client-id')).toMatch(/^\d{13}-\d+$/)
    expect(call?.headers.get('x-person-id')).toBe('ada')
    expect(call && operations(call).map(({ variables }) => variables)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(acceptances).toBe(3)
  })

  it('puts no more than 50 operations into a batch', async () => {
    const network = stubNetwork({ [path]: accepted })
    const { ask } = openClient()
    await Promise.all(Array.from({ length: 51 }, (_, n) => ask(n)))
    expect(network.calls.map((call) => operations(call).length)).toEqual([50, 1])
  })

  it('retries under the same operation id when the server is unreachable', async () => {
    const replies = [() => jsonResponse(503, {}), () => Promise.reject(new TypeError('Failed to fetch')), accepted]
    const network = stubNetwork({ [path]: (call) => (replies.shift() ?? accepted)(call) })
    await openClient().ask(1)
    const ids = network.calls.map((call) => operations(call)[0]?.extensions.operationId)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(troubles).toEqual([])
  })

  it('retries under the same operation id after a rejection with a short wait', async () => {
    const busy = { data: null, errors: [{ message: 'busy', extensions: { code: 'RATE_LIMITED', retryAfter: 1 } }] }
    const replies = [() => jsonResponse(200, [busy]), accepted]
    const network = stubNetwork({ [path]: (call) => (replies.shift() ?? accepted)(call) })
    await openClient().ask(1)
    const ids = network.calls.map((call) => operations(call)[0]?.extensions.operationId)
    expect([ids.length, new Set(ids).size, acceptances]).toEqual([2, 1, 1])
    expect(troubles).toEqual([])
  })

  it('does not retry after a rejection with a long wait', async () => {
    const refused = { data: null, errors: [{ message: 'no', extensions: { code: 'RATE_LIMITED', retryAfter: 60 } }] }
    const network = stubNetwork({ [path]: () => jsonResponse(200, [refused]) })
    await openClient().ask(1)
    expect(network.calls).toHaveLength(1)
    expect(troubles).toEqual([{ kind: 'said', text: '[GraphQL error]: no' }])
  })

  it('reports a network error that persists', async () => {
    const network = stubNetwork({ [path]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await openClient().ask(1)
    expect(network.calls).toHaveLength(3)
    expect(troubles).toEqual([{ kind: 'unreachable', text: '[Network error]: Failed to fetch' }])
  })

  it('treats a 401 as the end of the session and does not retry', async () => {
    const network = stubNetwork({ [path]: () => jsonResponse(401, [fault('UNAUTHENTICATED')]) })
    await openClient().ask(1)
    expect(network.calls).toHaveLength(1)
    expect(troubles).toEqual([{ kind: 'unauthenticated' }])
    expect(acceptances).toBe(0)
  })

  it('treats UNAUTHENTICATED in a mixed batch as the end of the session', async () => {
    stubNetwork({ [path]: () => jsonResponse(200, [found, fault('UNAUTHENTICATED')]) })
    const { ask } = openClient()
    await Promise.all([ask(1), ask(2)])
    expect(troubles).toEqual([{ kind: 'unauthenticated' }])
  })

  it.each([
    ['FORBIDDEN', [{ kind: 'forbidden' }]],
    ['BAD_USER_INPUT', []],
    ['CONFLICT', [{ kind: 'said', text: '[GraphQL error]: no' }]],
    [undefined, [{ kind: 'said', text: '[GraphQL error]: no' }]],
  ])('reacts to %s with %j', async (code, expected) => {
    stubNetwork({ [path]: () => jsonResponse(200, [fault(code)]) })
    await openClient().ask(1)
    expect(troubles).toEqual(expected)
  })

  it.each(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED'] as const)(
    'reports nothing about %s when the caller handles it',
    async (code) => {
      const refusals = [() => jsonResponse(200, [fault(code)]), () => jsonResponse(200, [fault('INTERNAL')])]
      stubNetwork({ [path]: () => refusals.shift()?.() ?? jsonResponse(200, [found]) })
      const { ask } = openClient()
      await ask(1, handledByCaller(code))
      expect(troubles).toEqual([])
      await ask(2, handledByCaller(code))
      expect(troubles).toEqual([{ kind: 'said', text: '[GraphQL error]: no' }])
    },
  )

  it('keeps the session when the caller handles a 401', async () => {
    stubNetwork({ [path]: () => jsonResponse(401, [fault('UNAUTHENTICATED')]) })
    await openClient().ask(1, handledByCaller('UNAUTHENTICATED'))
    expect(troubles).toEqual([])
  })

  it('reports nothing about an unreachable server when the caller handles it, and nothing at all when the request is quiet', async () => {
    stubNetwork({ [path]: () => Promise.reject(new TypeError('Failed to fetch')) })
    const { ask } = openClient()
    await ask(1, { ...handledByCaller('UNREACHABLE'), ...retriedByCaller })
    stubNetwork({ [path]: () => jsonResponse(200, [fault('FORBIDDEN')]) })
    await ask(2, failingSilently)
    expect(troubles).toEqual([])
  })

  it('does not retry an operation that its caller retries', async () => {
    const network = stubNetwork({ [path]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await openClient().ask(1, { ...handledByCaller('UNREACHABLE'), ...retriedByCaller })
    expect(network.to(path)).toHaveLength(1)
  })
})
