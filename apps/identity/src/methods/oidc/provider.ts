import { accept, refuse, type Result } from '@espalier/domain'
import * as openid from 'openid-client'
import type { CustomFetch } from 'openid-client'
import type { IdentityLog, OidcProviderOptions } from '../../core/options.ts'
import { type ProviderProfile, toProviderProfile } from './provider-profile.ts'

const defaultTimeoutMs = 7_000
/** How long what a provider says about itself is believed. */
const discoveryLifespanMs = 3_600_000
const scope = 'openid email profile'

interface AuthorizationRequest {
  readonly redirectUri: string
  readonly nonce: string
  /** Wishes such as a domain or a prompt. */
  readonly extraParameters: Readonly<Record<string, string>>
  /** The state to send along; a verifier where the provider takes a proof that the code came back to who asked. */
  createState(verifier: string | null): string
}

interface AuthorizationResponse {
  /** The redirect address with what the provider appended to it. */
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly verifier: string | null
}

export interface OidcProvider {
  readonly id: string
  readonly label: string
  /** Where to send the browser. */
  beginAuthorization(
    departure: AuthorizationRequest,
  ): Promise<Result<{ readonly url: string; readonly state: string }, 'unreachable'>>
  /** Who signed in there, proven. */
  completeAuthorization(arrival: AuthorizationResponse): Promise<Result<ProviderProfile, 'unproven'>>
}

const isLoopbackHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname))

function discoverProvider(
  { issuer, clientId, clientSecret }: OidcProviderOptions,
  patienceMs: number,
): Promise<openid.Configuration> {
  const server = new URL(issuer)
  return openid.discovery(server, clientId, clientSecret, undefined, {
    // Applies to every later request of this configuration as well.
    [openid.customFetch]: createFetchWithTimeout(patienceMs),
    timeout: patienceMs / 1000,
    // Without the first, the signature of an ID token is taken for granted.
    execute: [openid.enableNonRepudiationChecks, ...(isLoopbackHttp(server) ? [openid.allowInsecureRequests] : [])],
  })
}

/** One discovery for all who ask at once; a failed one is forgotten, so that the next caller tries again. */
function cacheDiscovery(
  options: OidcProviderOptions,
  now: () => Date,
  patienceMs: number,
): () => Promise<openid.Configuration> {
  let known: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | null = null
  return () => {
    const at = now().getTime()
    if (known !== null && at - known.at < discoveryLifespanMs) return known.configuration
    const asked = { at, configuration: discoverProvider(options, patienceMs) }
    known = asked
    asked.configuration.catch(() => {
      if (known === asked) known = null
    })
    return asked.configuration
  }
}

async function buildAuthorizationUrl(configuration: openid.Configuration, departure: AuthorizationRequest) {
  const verifier = configuration.serverMetadata().supportsPKCE() ? openid.randomPKCECodeVerifier() : null
  const state = departure.createState(verifier)
  const proof = verifier !== null && {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const { redirectUri, nonce, extraParameters: wishes } = departure
  const own = { redirect_uri: redirectUri, response_type: 'code', scope, state, nonce, ...proof }
  return { state, url: openid.buildAuthorizationUrl(configuration, { ...wishes, ...own }).href }
}

async function exchangeCode(
  configuration: openid.Configuration,
  arrival: AuthorizationResponse,
): Promise<ProviderProfile | null> {
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
  return toProviderProfile(token, userinfo)
}

export function createOidcProvider(
  options: OidcProviderOptions,
  log: IdentityLog,
  now: () => Date,
  patienceMs = defaultTimeoutMs,
): OidcProvider {
  const configuration = cacheDiscovery(options, now, patienceMs)
  const { id, label } = options
  const note = (reason: string, message: string) => log.warn({ provider: id, reason }, message)
  return {
    id,
    label,
    async beginAuthorization(departure) {
      try {
        return accept(await buildAuthorizationUrl(await configuration(), departure))
      } catch (error) {
        note(describeProviderError(error), 'a social provider cannot be reached')
        return refuse('unreachable')
      }
    },
    async completeAuthorization(arrival) {
      try {
        const person = await exchangeCode(await configuration(), arrival)
        if (person !== null) return accept(person)
        note('no usable subject', 'a social sign-in could not be proven')
      } catch (error) {
        note(describeProviderError(error), 'a social sign-in could not be proven')
      }
      return refuse('unproven')
    },
  }
}

// The whole error would take the code and the claims into the log.
function describeProviderError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const told = 'error' in error && typeof error.error === 'string' ? ` (${error.error})` : ''
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${code}: ${error.message}${told}${cause}`
}

const maxBodyBytes = 1_000_000

/**
 * A `fetch` that gives up after so long, in the middle of an answer too, and answers only once the whole body is
 * there. The signal that `fetch` itself takes does not suffice: depending on how it was made, Node 20 forgets it with
 * the first collection of garbage after the headers, and a provider that falls silent would hold the sign-in for
 * minutes. An answer that is far longer than any honest one is refused.
 */
const createFetchWithTimeout =
  (patienceMs: number): CustomFetch =>
  async (address, options) => {
    const controller = new AbortController()
    const late = new DOMException('The provider took too long', 'TimeoutError')
    const timer = setTimeout(() => controller.abort(late), patienceMs)
    try {
      const answer = await fetch(address, { ...(options as RequestInit), signal: controller.signal })
      const body = await readProviderBody(answer, controller.signal)
      return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers })
    } finally {
      clearTimeout(timer)
    }
  }

async function readProviderBody(answer: Response, signal: AbortSignal): Promise<Buffer | null> {
  if (answer.body === null) return null
  const reader = answer.body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A body that was canceled reads as if it had ended well.
      signal.throwIfAborted()
      if (done) return Buffer.concat(chunks)
      bytes += value.byteLength
      if (bytes > maxBodyBytes) throw new RangeError('The answer of the provider is too long')
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
