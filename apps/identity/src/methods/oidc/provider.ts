import { accept, refuse, type Result } from '@espalier/domain'
import * as openid from 'openid-client'
import type { Log, SocialProviderOptions } from '../../options.ts'
import { fetchInTime } from './fetch-in-time.ts'
import { personOf, type Person } from './person.ts'

const defaultPatienceMs = 7_000
/** How long what a provider says about itself is believed. */
const discoveryMs = 3_600_000
const scope = 'openid email profile'

export interface Departure {
  readonly redirectUri: string
  readonly nonce: string
  /** Wishes such as a domain or a prompt. */
  readonly wishes: Readonly<Record<string, string>>
  /** The state to send along; a verifier where the provider takes a proof that the code came back to who asked. */
  stateWith(verifier: string | null): string
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
  /** Where to send the browser. */
  depart(departure: Departure): Promise<Result<{ readonly url: string; readonly state: string }, 'unreachable'>>
  /** Who signed in there, proven. */
  personBehind(arrival: Arrival): Promise<Result<Person, 'unproven'>>
}

const isLoopbackHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname))

function discover(
  { issuer, clientId, clientSecret }: SocialProviderOptions,
  patienceMs: number,
): Promise<openid.Configuration> {
  const server = new URL(issuer)
  return openid.discovery(server, clientId, clientSecret, undefined, {
    // Applies to every later request of this configuration as well.
    [openid.customFetch]: fetchInTime(patienceMs),
    timeout: patienceMs / 1000,
    // Without the first, the signature of an ID token is taken for granted.
    execute: [openid.enableNonRepudiationChecks, ...(isLoopbackHttp(server) ? [openid.allowInsecureRequests] : [])],
  })
}

/** One discovery for all who ask at once; a failed one is forgotten, so that the next caller tries again. */
function rememberDiscovery(
  options: SocialProviderOptions,
  now: () => Date,
  patienceMs: number,
): () => Promise<openid.Configuration> {
  let known: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | null = null
  return () => {
    const at = now().getTime()
    if (known !== null && at - known.at < discoveryMs) return known.configuration
    const asked = { at, configuration: discover(options, patienceMs) }
    known = asked
    asked.configuration.catch(() => {
      if (known === asked) known = null
    })
    return asked.configuration
  }
}

async function departFrom(configuration: openid.Configuration, departure: Departure) {
  const verifier = configuration.serverMetadata().supportsPKCE() ? openid.randomPKCECodeVerifier() : null
  const state = departure.stateWith(verifier)
  const proof = verifier !== null && {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const { redirectUri, nonce, wishes } = departure
  const own = { redirect_uri: redirectUri, response_type: 'code', scope, state, nonce, ...proof }
  return { state, url: openid.buildAuthorizationUrl(configuration, { ...wishes, ...own }).href }
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

export function createProvider(
  options: SocialProviderOptions,
  log: Log,
  now: () => Date,
  patienceMs = defaultPatienceMs,
): SocialProvider {
  const configuration = rememberDiscovery(options, now, patienceMs)
  const { id, label } = options
  const note = (reason: string, message: string) => log.warn({ provider: id, reason }, message)
  return {
    id,
    label,
    async depart(departure) {
      try {
        return accept(await departFrom(await configuration(), departure))
      } catch (error) {
        note(reasonOf(error), 'a social provider cannot be reached')
        return refuse('unreachable')
      }
    },
    async personBehind(arrival) {
      try {
        const person = await prove(await configuration(), arrival)
        if (person !== null) return accept(person)
        note('no usable subject', 'a social sign-in could not be proven')
      } catch (error) {
        note(reasonOf(error), 'a social sign-in could not be proven')
      }
      return refuse('unproven')
    },
  }
}

// The whole error would take the code and the claims into the log.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const told = 'error' in error && typeof error.error === 'string' ? ` (${error.error})` : ''
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${code}: ${error.message}${told}${cause}`
}
