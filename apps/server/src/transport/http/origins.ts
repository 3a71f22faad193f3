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

export function createOrigins(config: Pick<Config, 'webUrl' | 'apiUrl' | 'port' | 'extraHosts'>): Origins {
  let port = config.port
  const { webUrl, apiUrl } = config
  const isSplit = apiUrl !== null && apiUrl !== webUrl
  const webOrigins = (): string[] =>
    webUrl === null ? loopbackHosts.map((host) => new URL(`http://${host}:${port}`).origin) : [webUrl]
  const all = (): string[] => (apiUrl === null ? webOrigins() : [...webOrigins(), apiUrl])
  // A Host header is a stranger's word: only one of our own is followed, the first stands for all others.
  const webOf = ({ host }: Addressed): string => {
    const origins = webOrigins()
    return origins.find((origin) => new URL(origin).host === host.toLowerCase()) ?? origins[0] ?? ''
  }
  return {
    listening(actual) {
      port = actual
    },
    isOwn: (origin) => all().includes(origin),
    webOf,
    apiOf: (request) => apiUrl ?? webOf(request),
    isSplit,
    isApiHost: ({ host }) => isSplit && apiUrl !== null && new URL(apiUrl).host === host.toLowerCase(),
    hosts: () => [...new Set([...all().map((origin) => new URL(origin).host), ...config.extraHosts])],
    isSecure: (apiUrl ?? webUrl ?? '').startsWith('https:'),
  }
}
