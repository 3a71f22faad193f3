import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOidcProvider, type OidcProvider } from './provider.ts'

/** A fake issuer that can send invalid responses, which the strict one cannot. */
const issuer = {
  url: '',
  discoveries: 0,
  isUp: true,
  /** This path sends the headers and half of the body, and then stops. */
  silentAt: '',
  /** This path sends a body that never ends. */
  endlessAt: '',
  /** The connections on which a body has begun that will never end. */
  heldConnections: 0,
  metadata: {} as object,
  keys: [] as object[],
  idToken: '',
  userinfo: null as object | null,
  tokenRequest: new URLSearchParams(),
}
type Pair = Awaited<ReturnType<typeof generateKeyPair>>
let server: Server
let pair: Pair
let stranger: Pair
let now = new Date('2026-01-01T00:00:00Z')
const warnings: object[] = []

beforeAll(async () => {
  pair = await generateKeyPair('RS256')
  stranger = await generateKeyPair('RS256')
  issuer.keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }]
  server = createServer((request, response) => {
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const holdConnection = () => {
      issuer.heldConnections += 1
      response.on('close', () => (issuer.heldConnections -= 1))
    }
    if (request.url === issuer.endlessAt) {
      holdConnection()
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '.repeat(100_000)), 5)
      return response.on('close', () => clearInterval(timer))
    }
    if (request.url === issuer.silentAt) {
      holdConnection()
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      return response.write('{"issuer":')
    }
    if (!issuer.isUp) return response.writeHead(503).end('down')
    if (request.url === '/.well-known/openid-configuration') {
      issuer.discoveries += 1
      return answer(issuer.metadata)
    }
    if (request.url === '/keys') return answer({ keys: issuer.keys })
    if (request.url === '/me') return answer(issuer.userinfo ?? {})
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    return request.on('end', () => {
      issuer.tokenRequest = new URLSearchParams(body)
      answer({ access_token: 'a', token_type: 'Bearer', id_token: issuer.idToken })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const metadata = () => ({
  issuer: issuer.url,
  authorization_endpoint: `${issuer.url}/auth`,
  token_endpoint: `${issuer.url}/token`,
  jwks_uri: `${issuer.url}/keys`,
  userinfo_endpoint: `${issuer.url}/me`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

beforeEach(() => {
  issuer.isUp = true
  issuer.silentAt = ''
  issuer.endlessAt = ''
  issuer.metadata = metadata()
  issuer.userinfo = { sub: 'ada', email: 'ada@example.com', email_verified: true }
})

const open = (timeoutMs?: number): OidcProvider => {
  const log = { info() {}, warn: (facts: object) => void warnings.push(facts), error() {} }
  const options = { id: 'google', label: 'Google', issuer: issuer.url, clientId: 'us', clientSecret: 'hush' }
  return createOidcProvider(options, log, () => now, timeoutMs)
}

const departure = {
  redirectUri: 'http://localhost:1/callback',
  nonce: 'n',
  extraParameters: {},
  createState: (verifier: string | null) => `state with ${verifier === null ? 'nothing' : 'verifier'}`,
}

interface Lies {
  readonly key?: Pair
  readonly claims?: Readonly<Record<string, unknown>>
}

async function arrive({ key = pair, claims = {} }: Lies = {}, verifier: string | null = 'v', timeoutMs?: number) {
  const seconds = Math.floor(Date.now() / 1000)
  const payload = { iss: issuer.url, aud: 'us', sub: 'ada', nonce: 'n', iat: seconds, exp: seconds + 60, ...claims }
  issuer.idToken = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key.privateKey)
  const url = new URL('http://localhost:1/callback?code=c&state=s')
  return open(timeoutMs).completeAuthorization({ url, state: 's', nonce: 'n', verifier })
}

describe('Completing an OIDC authorization', () => {
  it('accepts a valid authorization response', async () => {
    expect(await arrive()).toEqual({ ok: true, value: { subject: 'ada', email: 'ada@example.com' } })
    expect(issuer.tokenRequest.get('code_verifier')).toBe('v')
    expect(issuer.tokenRequest.get('redirect_uri')).toBe('http://localhost:1/callback')
  })

  it.each<[string, () => Lies]>([
    ['signed by a stranger', () => ({ key: stranger })],
    ['for another attempt', () => ({ claims: { nonce: 'other' } })],
    ['for another client', () => ({ claims: { aud: 'them' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.test' } })],
    ['that has expired', () => ({ claims: { exp: 1 } })],
    ['of a subject that cannot be stored', () => ({ claims: { sub: 'a'.repeat(300) } })],
  ])('rejects an ID token %s', async (_what, lies) => {
    const requests = lies()
    issuer.userinfo = { sub: requests.claims?.['sub'] ?? 'ada' }
    expect(await arrive(requests)).toEqual({ ok: false, reason: 'unproven' })
  })

  it('rejects a userinfo response about somebody else', async () => {
    issuer.userinfo = { sub: 'ben', email: 'ben@example.com', email_verified: true }
    expect(await arrive()).toEqual({ ok: false, reason: 'unproven' })
  })

  it('rejects a response that is far too long', async () => {
    issuer.userinfo = { sub: 'ada', padding: 'x'.repeat(2_000_000) }
    expect(await arrive()).toEqual({ ok: false, reason: 'unproven' })
  })

  it('closes the connection to a provider whose response does not end', async () => {
    issuer.endlessAt = '/me'
    expect(await arrive({}, 'v', 20_000)).toEqual({ ok: false, reason: 'unproven' })
    expect(JSON.stringify(warnings.at(-1))).toContain('The response of the provider is too long')
    await expect.poll(() => issuer.heldConnections).toBe(0)
  })

  it('reads the profile from the ID token alone if there is no userinfo endpoint', async () => {
    const { userinfo_endpoint: _, ...without } = metadata()
    issuer.metadata = without
    const claims = { email: 'ada@token.test', email_verified: true }
    expect(await arrive({ claims })).toEqual({ ok: true, value: { subject: 'ada', email: 'ada@token.test' } })
  })
})

describe('Beginning an OIDC authorization', () => {
  it('uses PKCE only if the provider supports it', async () => {
    const proven = await open().beginAuthorization(departure)
    expect(proven.ok && new URL(proven.value.url).searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(proven.ok && proven.value.state).toBe('state with verifier')
    const { code_challenge_methods_supported: _, ...without } = metadata()
    issuer.metadata = without
    const plain = await open().beginAuthorization(departure)
    expect(plain.ok && new URL(plain.value.url).searchParams.has('code_challenge')).toBe(false)
    expect(plain.ok && plain.value.state).toBe('state with nothing')
    expect((await arrive({}, null)).ok).toBe(true)
    expect(issuer.tokenRequest.has('code_verifier')).toBe(false)
  })

  it('discovers the provider once an hour and again after a failure', async () => {
    const provider = open()
    issuer.isUp = false
    expect(await provider.beginAuthorization(departure)).toEqual({ ok: false, reason: 'unreachable' })
    issuer.isUp = true
    const before = issuer.discoveries
    await Promise.all([provider.beginAuthorization(departure), provider.beginAuthorization(departure)])
    await provider.beginAuthorization(departure)
    expect(issuer.discoveries - before).toBe(1)
    now = new Date(now.getTime() + 3_600_000)
    await provider.beginAuthorization(departure)
    expect(issuer.discoveries - before).toBe(2)
  })

  it('refuses an issuer with another name than configured and plain HTTP over a network', async () => {
    issuer.metadata = { ...metadata(), issuer: 'https://evil.test' }
    expect((await open().beginAuthorization(departure)).ok).toBe(false)
    const log = { info() {}, warn() {}, error() {} }
    const options = { id: 'x', label: 'X', issuer: 'http://issuer.test', clientId: 'us', clientSecret: 'hush' }
    expect((await createOidcProvider(options, log, () => now).beginAuthorization(departure)).ok).toBe(false)
    expect(JSON.stringify(warnings)).not.toContain('hush')
  })
})

describe('OIDC provider that stalls in the middle of a response', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  // Garbage is collected meanwhile, because a timeout that nothing references would be collected with it.
  const timer = setInterval(collectGarbage, 100)
  afterAll(() => clearInterval(timer))

  it('times out while the provider stalls during discovery', async () => {
    issuer.silentAt = '/.well-known/openid-configuration'
    expect(await open(300).beginAuthorization(departure)).toEqual({ ok: false, reason: 'unreachable' })
    await expect.poll(() => issuer.heldConnections).toBe(0)
  })

  it.each(['/token', '/keys', '/me'])('times out while the provider stalls at %s', async (path) => {
    issuer.silentAt = path
    expect(await arrive({}, 'v', 1_000)).toEqual({ ok: false, reason: 'unproven' })
    await expect.poll(() => issuer.heldConnections).toBe(0)
  })
})
