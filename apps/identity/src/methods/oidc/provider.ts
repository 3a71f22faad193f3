import { accept, refuse, type Result } from '@espalier/domain'
import * as openid from 'openid-client'
import type { CustomFetch } from 'openid-client'
import type { IdentityLog, OidcProviderOptions } from '../../core/options.ts'
import { type ProviderProfile, toProviderProfile } from './provider-profile.ts'

const defaultTimeoutMs = 7_000
/** How long discovery metadata is cached. */
const discoveryLifespanMs = 3_600_000
const scope = 'openid email profile'

interface AuthorizationRequest {
  readonly redirectUri: string
  readonly nonce: string
  /** Optional parameters such as a domain or a prompt. */
  readonly extraParameters: Readonly<Record<string, string>>
  /** Creates the state to send; the verifier is present if the provider supports PKCE. */
  createState(verifier: string | null): string
}

interface AuthorizationResponse {
  /** The redirect URL with the parameters that the provider appended. */
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly verifier: string | null
}

export interface OidcProvider {
  readonly id: string
  readonly label: string
  /** Returns the URL to send the browser to. */
  beginAuthorization(
    departure: AuthorizationRequest,
  ): Promise<Result<{ readonly url: string; readonly state: string }, 'unreachable'>>
  /** Returns the verified profile of the person who signed in at the provider. */
  completeAuthorization(arrival: AuthorizationResponse): Promise<Result<ProviderProfile, 'unproven'>>
}

const isLoopbackHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname))

function discoverProvider(
  { issuer, clientId, clientSecret }: OidcProviderOptions,
  timeoutMs: number,
): Promise<openid.Configuration> {
  const server = new URL(issuer)
  return openid.discovery(server, clientId, clientSecret, undefined, {
    // This fetch also applies to every later request of this configuration.
    [openid.customFetch]: createFetchWithTimeout(timeoutMs),
    timeout: timeoutMs / 1000,
    // Without the first check the signature of an ID token is not verified.
    execute: [openid.enableNonRepudiationChecks, ...(isLoopbackHttp(server) ? [openid.allowInsecureRequests] : [])],
  })
}

/** Shares one discovery among concurrent callers; a failed one is forgotten, so that the next caller tries again. */
function cacheDiscovery(
  options: OidcProviderOptions,
  now: () => Date,
  timeoutMs: number,
): () => Promise<openid.Configuration> {
  let known: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | null = null
  return () => {
    const at = now().getTime()
    if (known !== null && at - known.at < discoveryLifespanMs) return known.configuration
    const discovery = { at, configuration: discoverProvider(options, timeoutMs) }
    known = discovery
    discovery.configuration.catch(() => {
      if (known === discovery) known = null
    })
    return discovery.configuration
  }
}

async function buildAuthorizationUrl(configuration: openid.Configuration, request: AuthorizationRequest) {
  const verifier = configuration.serverMetadata().supportsPKCE() ? openid.randomPKCECodeVerifier() : null
  const state = request.createState(verifier)
  const proof = verifier !== null && {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const { redirectUri, nonce, extraParameters: parameters } = request
  const own = { redirect_uri: redirectUri, response_type: 'code', scope, state, nonce, ...proof }
  return { state, url: openid.buildAuthorizationUrl(configuration, { ...parameters, ...own }).href }
}

async function exchangeCode(
  configuration: openid.Configuration,
  response: AuthorizationResponse,
): Promise<ProviderProfile | null> {
  const tokens = await openid.authorizationCodeGrant(configuration, response.url, {
    expectedState: response.state,
    expectedNonce: response.nonce,
    ...(response.verifier !== null && { pkceCodeVerifier: response.verifier }),
  })
  const token = tokens.claims()
  if (token === undefined) return null
  const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  // Throws if the subject differs from the ID token's.
  const userinfo = hasUserinfo ? await openid.fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
  return toProviderProfile(token, userinfo)
}

export function createOidcProvider(
  options: OidcProviderOptions,
  log: IdentityLog,
  now: () => Date,
  timeoutMs = defaultTimeoutMs,
): OidcProvider {
  const configuration = cacheDiscovery(options, now, timeoutMs)
  const { id, label } = options
  const logWarning = (reason: string, message: string) => log.warn({ provider: id, reason }, message)
  return {
    id,
    label,
    async beginAuthorization(request) {
      try {
        return accept(await buildAuthorizationUrl(await configuration(), request))
      } catch (error) {
        logWarning(describeProviderError(error), 'a social provider cannot be reached')
        return refuse('unreachable')
      }
    },
    async completeAuthorization(response) {
      try {
        const person = await exchangeCode(await configuration(), response)
        if (person !== null) return accept(person)
        logWarning('no usable subject', 'a social sign-in could not be proven')
      } catch (error) {
        logWarning(describeProviderError(error), 'a social sign-in could not be proven')
      }
      return refuse('unproven')
    },
  }
}

// The whole error would put the code and the claims into the log.
function describeProviderError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const detail = 'error' in error && typeof error.error === 'string' ? ` (${error.error})` : ''
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${code}: ${error.message}${detail}${cause}`
}

const maxBodyBytes = 1_000_000

/**
 * A `fetch` with a timeout that also covers the body, because it resolves only once the whole body has arrived. The
 * signal that `fetch` itself accepts is not enough: depending on how it was created, Node 20 loses it at the first
 * garbage collection after the headers, and a stalled provider would block the sign-in for minutes. A response that is
 * far too long is refused.
 */
const createFetchWithTimeout =
  (timeoutMs: number): CustomFetch =>
  async (address, options) => {
    const controller = new AbortController()
    const timeoutError = new DOMException('The provider took too long', 'TimeoutError')
    const timer = setTimeout(() => controller.abort(timeoutError), timeoutMs)
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
      // A canceled body reads as if it had ended normally.
      signal.throwIfAborted()
      if (done) return Buffer.concat(chunks)
      bytes += value.byteLength
      if (bytes > maxBodyBytes) throw new RangeError('The response of the provider is too long')
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
