import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import type { Config } from '../../config/config.ts'
import { requestTexts } from '../../texts/requests.ts'

/** The part of a request that tells which of our origins it used; Fastify's request has it. */
interface HostedRequest {
  readonly host: string
}

/** The URLs under which this server is known. */
export interface Origins {
  /** Sets the port, which is known only now if it was chosen by the system. */
  listening(port: number): void
  isOwn(origin: string): boolean
  /** The page's origin as this request sees it. */
  webOriginFor(request: HostedRequest): string
  /** The API's origin as this request sees it. */
  apiOriginFor(request: HostedRequest): string
  /** Whether the API has a separate origin. */
  readonly isSplit: boolean
  /** Whether the request came to the API's own host, which has no page. */
  isApiHost(request: HostedRequest): boolean
  /** Every host with its port that `next` may lead to. */
  hosts(): readonly string[]
  readonly isSecure: boolean
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

interface OriginAddress {
  readonly origin: string
  readonly host: string
}

const parseOriginAddress = (url: string): OriginAddress => {
  const { origin, host } = new URL(url)
  return { origin, host }
}

export function createOrigins(config: Pick<Config, 'webUrl' | 'apiUrl' | 'port' | 'extraHosts'>): Origins {
  const { webUrl, apiUrl } = config
  const api = apiUrl === null ? null : parseOriginAddress(apiUrl)
  const isSplit = api !== null && apiUrl !== webUrl
  const listWebOrigins = (port: number): OriginAddress[] =>
    webUrl === null
      ? loopbackHosts.map((host) => parseOriginAddress(`http://${host}:${port}`))
      : [parseOriginAddress(webUrl)]
  let web = listWebOrigins(config.port)
  const all = (): OriginAddress[] => (api === null ? web : [...web, api])
  // A Host header is untrusted: only our own hosts are used, otherwise the first of our origins.
  const findWebOrigin = ({ host }: HostedRequest): string => {
    const named = host.toLowerCase()
    return (web.find((url) => url.host === named) ?? web[0])?.origin ?? ''
  }
  return {
    listening(port) {
      web = listWebOrigins(port)
    },
    isOwn: (origin) => all().some((url) => url.origin === origin),
    webOriginFor: findWebOrigin,
    apiOriginFor: (request) => api?.origin ?? findWebOrigin(request),
    isSplit,
    isApiHost: ({ host }) => isSplit && api.host === host.toLowerCase(),
    hosts: () => [...new Set([...all().map(({ host }) => host), ...config.extraHosts])],
    isSecure: (apiUrl ?? webUrl ?? '').startsWith('https:'),
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const ownSites = new Set(['same-origin', 'same-site', 'none'])

// An OpenID provider may post its response here from its own page; it is only redirected as a GET, whose state is
// checked.
const providerCallback = /^\/identity\/self-service\/methods\/oidc\/callback(\/|$|\?)/

/** A page of another site must not be able to change anything in the visitor's name. */
export function requireOwnOrigin(origins: Origins): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (readingMethods.has(request.method) || providerCallback.test(request.url)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      (origin !== undefined && !origins.isOwn(origin)) || (typeof site === 'string' && !ownSites.has(site))
    if (isForeign) throw new ApiError('FORBIDDEN', requestTexts.otherSite)
  }
}
