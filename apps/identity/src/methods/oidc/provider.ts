import { accept, refuse, type Result } from '@espalier/domain'
import * as openid from 'openid-client'
import type { Log, SocialProviderOptions } from '../../options.ts'
import { personOf, type Person } from './person.ts'

const patienceSeconds = 7
/** How long what a provider says about itself is believed. */
const discoveryMs = 3_600_000
const scope = 'openid email profile'

export interface Departure {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string | null
  /** The provider's own wishes, such as a domain or a prompt. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface Arrival {
  /** The redirect address with what the provider appended to it. */
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly verifier: string | null
}

export interface SocialProvider {
  readonly id: string
  readonly label: string
  /** Whether it takes a proof that the code comes back to who asked for it. */
  takesProof(): Promise<Result<boolean, 'unreachable'>>
  departureUrl(departure: Departure): Promise<Result<string, 'unreachable'>>
  /** Who signed in there, proven. */
  personBehind(arrival: Arrival): Promise<Result<Person, 'unproven'>>
}

const isLoopbackHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname))

function discover({ issuer, clientId, clientSecret }: SocialProviderOptions): Promise<openid.Configuration> {
  const server = new URL(issuer)
  return openid.discovery(server, clientId, clientSecret, undefined, {
    timeout: patienceSeconds,
    // Without the first, the signature of an ID token is taken for granted.
    execute: [openid.enableNonRepudiationChecks, ...(isLoopbackHttp(server) ? [openid.allowInsecureRequests] : [])],
  })
}

/** One discovery for all who ask at once; a failed one is forgotten, so that the next caller tries again. */
function rememberDiscovery(options: SocialProviderOptions, now: () => number): () => Promise<openid.Configuration> {
  let known: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | null = null
  return () => {
    if (known !== null && now() - known.at < discoveryMs) return known.configuration
    const asked = { at: now(), configuration: discover(options) }
    known = asked
    asked.configuration.catch(() => {
      if (known === asked) known = null
    })
    return asked.configuration
  }
}

async function prove(configuration: openid.Configuration, arrival: Arrival): Promise<Person | null> {
  const tokens = await openid.authorizationCodeGrant(configuration, arrival.url, {
    expectedState: arrival.state,
    expectedNonce: arrival.nonce,
    ...(arrival.verifier !== null && { pkceCodeVerifier: arrival.verifier }),
  })
  const token = tokens.claims()
  if (token === undefined) return null
  const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  // Throws where the subject is another than the token's.
  const userinfo = hasUserinfo ? await openid.fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
  return personOf(token, userinfo)
}

export function createProvider(options: SocialProviderOptions, log: Log, now: () => number): SocialProvider {
  const configuration = rememberDiscovery(options, now)
  const { id, label } = options
  const noted = (error: unknown, message: string) => log.warn({ provider: id, reason: reasonOf(error) }, message)

  async function asking<Value>(ask: (known: openid.Configuration) => Value): Promise<Result<Value, 'unreachable'>> {
    try {
      return accept(ask(await configuration()))
    } catch (error) {
      noted(error, 'a social provider cannot be reached')
      return refuse('unreachable')
    }
  }

  return {
    id,
    label,
    takesProof: () => asking((known) => known.serverMetadata().supportsPKCE()),
    async departureUrl({ redirectUri, state, nonce, verifier, parameters }) {
      const proof = verifier === null ? {} : await challengeOf(verifier)
      const own = { redirect_uri: redirectUri, scope, state, nonce, response_type: 'code', ...proof }
      return asking((known) => openid.buildAuthorizationUrl(known, { ...parameters, ...own }).href)
    },
    async personBehind(arrival) {
      try {
        const person = await prove(await configuration(), arrival)
        if (person !== null) return accept(person)
        log.warn({ provider: id }, 'a social provider told nothing that could be used')
      } catch (error) {
        noted(error, 'a social sign-in could not be proven')
      }
      return refuse('unproven')
    },
  }
}

// The whole error would take the code and the claims into the log.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.code}: ${error.message}` : error.message
}

const challengeOf = async (verifier: string) => ({
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})
