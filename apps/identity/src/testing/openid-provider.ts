import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { type Adapter, type AdapterPayload, type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider'

export interface OpenIdAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
  readonly picture?: string
  /** Makes userinfo return this subject instead of the real one. */
  readonly userinfoSub?: string
}

export interface RunningOpenIdProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Sets the account that signs in from now on without a prompt; initially the first account. */
  nextAccount(sub: string): void
  /** Makes the person cancel the next sign-in. */
  denyNext(): void
  stop(): Promise<void>
}

const clientId = 'espalier'

/** A real OpenID provider on loopback: strict about the protocol, but without pages. */
export async function startOpenIdProvider(options: {
  readonly accounts: readonly OpenIdAccount[]
}): Promise<RunningOpenIdProvider> {
  const accounts = new Map(options.accounts.map((account) => [account.sub, account]))
  let current = options.accounts[0]?.sub
  let denials = 0
  const clientSecret = randomBytes(24).toString('hex')
  const server = await listenOnLoopback()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createTestProvider(issuer, accounts, clientSecret, await createSigningKey())
  const answer = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (denials > 0 || current === undefined) {
      denials = Math.max(0, denials - 1)
      const denied = { error: 'access_denied', error_description: 'The person cancelled.' }
      return provider.interactionFinished(request, response, denied)
    }
    return provider.interactionFinished(request, response, { login: { accountId: current } })
  }

  server.on('request', (request, response) => {
    dropSessionCookie(request)
    if (!request.url?.startsWith('/interaction/')) void answer(request, response)
    else interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  return {
    issuer,
    clientId,
    clientSecret,
    nextAccount(sub) {
      if (!accounts.has(sub)) throw new Error(`the provider has no account ${sub}`)
      current = sub
    },
    denyNext: () => void (denials += 1),
    stop: () => closeServer(server),
  }
}

async function listenOnLoopback(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return server
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function createSigningKey(): Promise<JsonWebKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
}

// A remembered session would sign the same person in again, regardless of the account that the test set.
function dropSessionCookie(request: IncomingMessage): void {
  const kept = (request.headers.cookie ?? '').split(/;\s*/).filter((pair) => !pair.startsWith('_session'))
  request.headers.cookie = kept.join('; ')
}

const isLoopback = (address: string): boolean =>
  URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

function createTestProvider(
  issuer: string,
  accounts: ReadonlyMap<string, OpenIdAccount>,
  clientSecret: string,
  key: JsonWebKey,
): Provider {
  const configuration: Configuration = {
    adapter: createMemoryAdapter,
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['http://127.0.0.1/callback'] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'picture'],
    },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: [randomBytes(24).toString('hex')], long: { sameSite: 'lax' } },
    jwks: { keys: [key as never] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: grantEverything,
    findAccount: (_context, sub) => {
      const account = accounts.get(sub)
      if (account === undefined) return undefined
      const { userinfoSub = sub, ...claims } = account
      return { accountId: sub, claims: (use) => ({ ...claims, sub: use === 'userinfo' ? userinfoSub : sub }) }
    },
  }
  const provider = new Provider(issuer, configuration)
  // The servers under test use free ports, which are unknown when the client is registered.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: isLoopback })
  return provider
}

/** Grants consent, because nobody can press the button. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const [client, accountId] = [oidc.client, oidc.session?.accountId]
  if (client === undefined || accountId === undefined) return undefined
  const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** Stores one kind of record of a test provider in memory. */
const createMemoryAdapter = (): Adapter => {
  const records = new Map<string, AdapterPayload>()
  const findBy = async (isWanted: (record: AdapterPayload) => boolean) => [...records.values()].find(isWanted)
  return {
    upsert: async (id, record) => void records.set(id, record),
    find: async (id) => records.get(id),
    findByUid: (uid) => findBy((record) => record.uid === uid),
    findByUserCode: (userCode) => findBy((record) => record.userCode === userCode),
    destroy: async (id) => void records.delete(id),
    async consume(id) {
      const record = records.get(id)
      if (record) record.consumed = Math.floor(Date.now() / 1000)
    },
    async revokeByGrantId(grantId) {
      for (const [id, record] of records) if (record.grantId === grantId) records.delete(id)
    },
  }
}
