import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import type { Config } from '../../config/config.ts'

/** What of a request tells which of our origins it came in by: Fastify's request has it. */
interface HostedRequest {
  readonly host: string
}

/** The addresses under which this server is known. */
export interface Origins {
  /** The port is known only now where it was to be a free one. */
  listening(port: number): void
  isOwn(origin: string): boolean
  /** The page's origin, as this request sees it. */
  webOriginFor(request: HostedRequest): string
  /** The API's origin, as this request sees it. */
  apiOriginFor(request: HostedRequest): string
  /** The API has an origin of its own. */
  readonly isSplit: boolean
  /** The request came to the API's own host, where there is no page. */
  isApiHost(request: HostedRequest): boolean
  /** Every host, with its port, that `next` may lead to. */
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
  const webAt = (port: number): OriginAddress[] =>
    webUrl === null
      ? loopbackHosts.map((host) => parseOriginAddress(`http://${host}:${port}`))
      : [parseOriginAddress(webUrl)]
  let web = webAt(config.port)
  const all = (): OriginAddress[] => (api === null ? web : [...web, api])
  // A Host header is a stranger's word: only one of our own is followed, the first stands for all others.
  const webOf = ({ host }: HostedRequest): string => {
    const named = host.toLowerCase()
    return (web.find((place) => place.host === named) ?? web[0])?.origin ?? ''
  }
  return {
    listening(port) {
      web = webAt(port)
    },
    isOwn: (origin) => all().some((place) => place.origin === origin),
    webOriginFor: webOf,
    apiOriginFor: (request) => api?.origin ?? webOf(request),
    isSplit,
    isApiHost: ({ host }) => isSplit && api.host === host.toLowerCase(),
    hosts: () => [...new Set([...all().map(({ host }) => host), ...config.extraHosts])],
    isSecure: (apiUrl ?? webUrl ?? '').startsWith('https:'),
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const ownSites = new Set(['same-origin', 'same-site', 'none'])

// An OpenID provider may post its answer here from its own page; it is only sent on as a GET, whose state is checked.
const providerCallback = /^\/identity\/self-service\/methods\/oidc\/callback(\/|$|\?)/

/** A page of someone else's must not be able to change anything in the visitor's name. */
export function requireOwnOrigin(origins: Origins): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (readingMethods.has(request.method) || providerCallback.test(request.url)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      (origin !== undefined && !origins.isOwn(origin)) || (typeof site === 'string' && !ownSites.has(site))
    if (isForeign) throw new ApiError('FORBIDDEN', 'Requests from other sites may not change anything')
  }
}
