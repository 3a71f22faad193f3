import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { createGuardedLookup, isPublicAddress, type ResolveHost } from './guarded-get.ts'

export interface GuardedPostRules {
  /** Hosts, optionally with a port, that may be private and may be reached over plain HTTP. */
  readonly allowHosts: readonly string[]
  readonly waitMs: number
  /** Replaces the system's resolver. */
  readonly resolve?: ResolveHost | undefined
  /** Further trusted certificates, for tests. */
  readonly ca?: string | undefined
}

/** Why a URL must not be posted to; null if it may be, as far as its text says. */
export type UrlFault = 'invalid' | 'plain' | 'password' | 'private'

const isAllowedHost = ({ protocol, hostname, port }: URL, allowHosts: readonly string[]): boolean =>
  allowHosts.includes(hostname) ||
  allowHosts.includes(`${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`)

const unwrap = (hostname: string): string => hostname.replace(/^\[(.*)\]$/u, '$1')

/** A literal address is never looked up, so it is checked here. */
export function findUrlFault(address: string, allowHosts: readonly string[]): UrlFault | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'invalid'
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'invalid'
  if (url.username !== '' || url.password !== '') return 'password'
  if (isAllowedHost(url, allowHosts)) return null
  if (url.protocol !== 'https:') return 'plain'
  const host = unwrap(url.hostname)
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'private' : null
}

/** Why there was no answer that counts. */
export type PostProblem = 'timeout' | 'redirect' | 'certificate' | 'address' | 'unreachable'

export interface PostOutcome {
  /** Null: no answer. */
  readonly status: number | null
  /** Null if the answer counts, whether it accepts or refuses. */
  readonly problem: PostProblem | null
}

/** A receiver that answers with more than this is cut off. The content of an answer is not used. */
const mostAnswerBytes = 64_000

/**
 * Posts to a URL that may come from an untrusted person: over HTTPS, to the public internet, without following
 * redirects. The connection goes to exactly the addresses that were checked. Never throws.
 */
export function guardedPost(
  address: string,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  { allowHosts, waitMs, resolve: resolveHost, ca }: GuardedPostRules,
): Promise<PostOutcome> {
  const fault = findUrlFault(address, allowHosts)
  if (fault !== null) return Promise.resolve({ status: null, problem: 'address' })
  return new Promise((resolve) => {
    const url = new URL(address)
    const isAllowed = isAllowedHost(url, allowHosts) ? () => true : isPublicAddress
    const signal = AbortSignal.timeout(waitMs)
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: createGuardedLookup({ resolve: resolveHost, isAllowed }),
        signal,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'Espalier' },
        ...(ca !== undefined && { ca }),
      },
      (answer) => {
        dropContent(answer)
        const status = answer.statusCode ?? 0
        resolve({ status, problem: status >= 300 && status < 400 ? 'redirect' : null })
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: null, problem: signal.aborted ? 'timeout' : toProblem(error) }),
    )
    sent.end(body)
  })
}

/** Lets the receiver finish a short answer. The status is known, so nothing that happens after it matters. */
function dropContent(answer: IncomingMessage): void {
  let bytes = 0
  answer.on('error', () => {})
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostAnswerBytes) answer.destroy()
  })
}

const certificateCodes = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH)/u

function toProblem({ code = '' }: NodeJS.ErrnoException): PostProblem {
  if (code === 'EREFUSEDADDRESS') return 'address'
  return certificateCodes.test(code) ? 'certificate' : 'unreachable'
}
