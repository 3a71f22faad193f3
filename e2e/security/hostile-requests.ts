import { hostilePayloads } from '@espalier/domain/testing'
import type { ApiShape, Argument } from './api-shape.ts'
import type { Chance } from './random.ts'

export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

export interface Surroundings {
  readonly shape: ApiShape
  /** Ids that exist. */
  readonly ids: readonly string[]
  readonly cookie: string
}

const texts = [
  ...hostilePayloads.slice(0, 40),
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%',
  '\\',
  '1e400',
  '-1',
  '../../etc/passwd',
  '\u202e',
  '🪴'.repeat(200),
  'ada@example.com\r\nBcc: x@evil.example',
]
const numbers = [0, -1, 1, 0.5, 1e21, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 100_000]
const oddValues: readonly unknown[] = [null, [], {}, true, [[[]]], { __proto__: null, a: { b: {} } }, '']
// A resolvable name would be looked up over the network.
const domains = ['localhost', '127.0.0.1', '169.254.169.254', '[::1]', '', 'a b', 'x'.repeat(3_000), 'user@host']

function valueOf({ shape, ids }: Surroundings, { name, type }: Argument, chance: Chance, depth = 0): unknown {
  if (chance.is(0.08)) return chance.one(oddValues)
  if (name === 'domain') return chance.one(domains)
  const list = /^\[(.*)\]!?$/.exec(type)?.[1]
  const one = (inner: Argument): unknown => valueOf({ shape, ids, cookie: '' }, inner, chance, depth + 1)
  if (list !== undefined) return Array.from({ length: chance.below(4) }, () => one({ name, type: list }))
  const plain = type.replaceAll('!', '')
  const fields = shape.inputs.get(plain)
  if (fields !== undefined) {
    const chosen = fields.filter((field) => field.type.endsWith('!') || chance.is(0.4))
    return Object.fromEntries(chosen.map((field) => [field.name, one(field)]))
  }
  const words = shape.enums.get(plain)
  if (words !== undefined) return chance.is(0.9) ? chance.one(words) : chance.one(texts)
  if (plain === 'ID') return chance.is(0.7) ? chance.one(ids) : chance.one(texts)
  if (plain === 'Boolean') return chance.is(0.5)
  if (plain === 'Int' || plain === 'Float') return chance.one(numbers)
  if (plain === 'JSON' && depth < 3) return { [chance.one(texts)]: one({ name, type: 'JSON' }) }
  return chance.one(texts)
}

const operationRequest = (around: Surroundings, chance: Chance): object => {
  const { name, document, arguments: given } = chance.one(around.shape.operations)
  const variables = Object.fromEntries(given.map((argument) => [argument.name, valueOf(around, argument, chance)]))
  return { query: document, variables, ...(chance.is(0.1) && { operationName: name }) }
}

const paths = [
  '/graphql/',
  '/import/projects',
  '/import/projects/x/parts/0',
  '/import/projects/00000000-0000-4000-8000-000000000000/finish',
  '/trial',
  '/billing',
  '/billing/webhook',
  '/jira/0123456789abcdef0123456789abcdef',
  '/jira/%00',
  '/avatar/%00',
  '/unsubscribe?t=a.b',
  '/avatar',
  '/avatar/nobody',
  '/calendar/%00.ics',
  '/telemetry/error',
  '/telemetry/pageview',
  '/sso/feedback',
  '/dev/outbox',
  '/dev/outbox/x',
  '/config.json',
  '/page-data/session',
  '/page-data/projects/x',
  '/page-data/projects/%00',
  '/metrics',
  '/readyz',
  '/subscriptions',
  '/tree/x',
  '/assets/x.js',
  '/identity/self-service/login?flow=x',
  '/identity/self-service/login/browser',
  '/identity/self-service/registration?flow=00000000-0000-4000-8000-000000000000',
  '/identity/self-service/settings?flow=x',
  '/identity/self-service/recovery/browser?return_to=//evil.example',
  '/identity/self-service/logout?token=x',
  '/identity/self-service/methods/oidc/callback/google?state=x&code=x',
  '/identity/self-service/errors?id=x',
  '/identity/sessions/whoami',
  '/identity/schemas/x',
]
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/png',
  'application/xml',
  'x',
]
const methods = ['GET', 'POST', 'POST', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD']
const sound = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2_000)

function anyBody(chance: Chance): string {
  const text = chance.one(texts)
  return chance.one([
    text,
    JSON.stringify(text),
    JSON.stringify({ [chance.one(texts)]: text, method: 'password', password: text, identifier: text, traits: text }),
    JSON.stringify({
      title: text,
      nodeCount: chance.one(numbers),
      nodes: [{ id: text, title: text, parentIds: text }],
    }),
    `method=password&identifier=${encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''))}&password=x`,
    '['.repeat(3_000),
    `--x\r\ncontent-disposition: form-data; name="${sound(text)}"\r\n\r\nx\r\n--x--`,
  ])
}

/** Generates one hostile request: an operation with odd values, or anything sent anywhere. */
export function hostileRequest(around: Surroundings, chance: Chance): HostileRequest {
  const headers: Record<string, string> = chance.is(0.7) ? { cookie: around.cookie } : {}
  if (chance.is(0.8)) headers['x-client-id'] = chance.is(0.95) ? 'a-fuzzer' : sound(chance.one(texts))
  if (chance.is(0.6)) {
    const asked = operationRequest(around, chance)
    const batch = Array.from({ length: chance.below(4) }, () => operationRequest(around, chance))
    headers['content-type'] = 'application/json'
    return { method: 'POST', path: '/graphql/', headers, body: JSON.stringify(chance.is(0.8) ? asked : batch) }
  }
  const method = chance.one(methods)
  headers['content-type'] = chance.one(types)
  if (chance.is(0.3)) headers['accept'] = chance.one(['text/html', 'application/json', '*/*', 'x', ''])
  if (chance.is(0.1)) headers['cookie'] = sound(chance.one(texts))
  const query = chance.is(0.3) ? `${chance.is(0.5) ? '?' : '&'}x=${encodeURIComponent(sound(chance.one(texts)))}` : ''
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
  return { method, path: chance.one(paths) + query, headers, body: hasBody ? anyBody(chance) : '' }
}
