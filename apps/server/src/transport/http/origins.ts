import type { Config } from '../../config.ts'

/** What of a request tells which of our origins it came in by: Fastify's request has it. */
export interface Addressed {
  readonly host: string
}

/** The addresses under which this server is known. */
export interface Origins {
  /** The port is known only now where it was to be a free one. */
  listening(port: number): void
  isOwn(origin: string): boolean
  /** The page's origin, as this request sees it. */
  webOf(request: Addressed): string
  /** The API's origin, as this request sees it. */
  apiOf(request: Addressed): string
  /** The API has an origin of its own. */
  readonly isSplit: boolean
  /** The request came to the API's own host, where there is no page. */
  isApiHost(request: Addressed): boolean
  /** Every host, with its port, that `next` may lead to. */
  hosts(): readonly string[]
  readonly isSecure: boolean
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

interface Place {
  readonly origin: string
  readonly host: string
}

const placeOf = (url: string): Place => {
  const { origin, host } = new URL(url)
  return { origin, host }
}

export function createOrigins(config: Pick<Config, 'webUrl' | 'apiUrl' | 'port' | 'extraHosts'>): Origins {
  const { webUrl, apiUrl } = config
  const api = apiUrl === null ? null : placeOf(apiUrl)
  const isSplit = api !== null && apiUrl !== webUrl
  const webAt = (port: number): Place[] =>
    webUrl === null ? loopbackHosts.map((host) => placeOf(`http://${host}:${port}`)) : [placeOf(webUrl)]
  let web = webAt(config.port)
  const all = (): Place[] => (api === null ? web : [...web, api])
  // A Host header is a stranger's word: only one of our own is followed, the first stands for all others.
  const webOf = ({ host }: Addressed): string => {
    const named = host.toLowerCase()
    return (web.find((place) => place.host === named) ?? web[0])?.origin ?? ''
  }
  return {
    listening(port) {
      web = webAt(port)
    },
    isOwn: (origin) => all().some((place) => place.origin === origin),
    webOf,
    apiOf: (request) => api?.origin ?? webOf(request),
    isSplit,
    isApiHost: ({ host }) => isSplit && api.host === host.toLowerCase(),
    hosts: () => [...new Set([...all().map(({ host }) => host), ...config.extraHosts])],
    isSecure: (apiUrl ?? webUrl ?? '').startsWith('https:'),
  }
}
