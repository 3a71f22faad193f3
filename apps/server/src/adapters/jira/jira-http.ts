import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { readTrackerDomain } from '@espalier/domain'
import type { TrackerFailure, TrackerFailureKind } from '../../ports/tracker.ts'
import { createGuardedLookup, type ResolveHost } from '../../reliability/guarded-get.ts'
import { readBodyBytes } from '../../reliability/http-client.ts'
import { trackerErrorTexts } from '../../texts/tracker.ts'

export interface JiraHostRules {
  /** For tests and development: these domains are requested at these addresses, without any check. */
  readonly hostMap: ReadonlyMap<string, string>
  /** Hosts, optionally with a port, whose addresses are not restricted. */
  readonly allowHosts: readonly string[]
  /** Replaces the system's resolver. */
  readonly resolve?: ResolveHost
}

interface JiraHost {
  /** The site's name, regardless of the address that is requested. */
  readonly site: string
  /** Has no trailing slash. */
  readonly base: string
  /** Absent if the operator configured the address. */
  readonly lookup?: LookupFunction
}

/** Null if the domain is invalid or not allowed. */
export function resolveJiraHost(domain: string, rules: JiraHostRules): JiraHost | null {
  const read = readTrackerDomain(domain)
  if (!read.ok) return null
  const site = read.value
  const mapped = rules.hostMap.get(site)
  if (mapped !== undefined) return { site, base: mapped.replace(/\/+$/, '') }
  const { hostname, port } = new URL(`https://${site}`)
  const isAllowed = rules.allowHosts.includes(site) || (port === '' && rules.allowHosts.includes(`${hostname}:443`))
  const { resolve } = rules
  if (isAllowed)
    return { site, base: `https://${site}`, lookup: createGuardedLookup({ resolve, isAllowed: () => true }) }
  if (port !== '' || isIP(hostname) !== 0) return null
  return { site, base: `https://${site}`, lookup: createGuardedLookup({ resolve }) }
}

interface JiraHttpRequest {
  readonly method: string
  /** The path below the site's base, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface JiraHttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const maxBodyBytes = 5 * 1024 * 1024

/** One request and its response over persistent connections. It does not follow redirects. */
export type HttpExchange = (asked: JiraHttpRequest) => Promise<JiraHttpResponse>

export interface JiraConnection {
  readonly request: HttpExchange
  close(): void
}

export function openJiraConnection(
  { base, lookup }: JiraHost,
  { ca }: { readonly ca?: string | undefined } = {},
): JiraConnection {
  const isSecure = base.startsWith('https:')
  const agentOptions = { keepAlive: true, keepAliveMsecs: 10_000, maxFreeSockets: 4, timeout: 15_000 }
  const agent = isSecure
    ? new HttpsAgent({ ...agentOptions, ...(ca !== undefined && { ca }) })
    : new HttpAgent(agentOptions)
  const send = isSecure ? requestHttps : requestHttp
  return {
    close: () => agent.destroy(),
    request: ({ method, path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const sent = send(
          `${base}${path}`,
          { method, agent, signal, headers: { ...headers, ...length }, ...(lookup !== undefined && { lookup }) },
          (answer) => void readHttpResponse(answer).then(resolve, reject),
        )
        sent.once('error', reject)
        sent.end(body)
      }),
  }
}

const readHttpResponse = async (answer: IncomingMessage): Promise<JiraHttpResponse> => ({
  status: answer.statusCode ?? 0,
  headers: answer.headers,
  body: (await readBodyBytes(answer, maxBodyBytes)).toString('utf8'),
})

/** A refused and an unreachable host get the same error, so that nobody can probe our network. */
export const unreachableFailure = (site: string): TrackerFailure => ({
  kind: 'unreachable',
  message: trackerErrorTexts.site.unreachable(site),
})

export const tooLargeFailure = (site: string): TrackerFailure => ({
  kind: 'failed',
  message: trackerErrorTexts.site.answerTooLong(site),
  isTooLarge: true,
})

const toFailureKind = (status: number): TrackerFailureKind => {
  if (status === 401) return 'rejected'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 429) return 'limited'
  return status === 400 || status === 409 || status === 413 || status === 422 ? 'invalid' : 'failed'
}

const maxErrorTextLength = 300

/** Reads the documented error texts of a refusal: short plain texts, never a page or a stack. */
function readErrorTexts(body: string): {
  readonly texts: readonly string[]
  readonly fields: Readonly<Record<string, string>>
} {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return { texts: [], fields: {} }
  }
  const { errorMessages, errors } = (parsed ?? {}) as { errorMessages?: unknown; errors?: unknown }
  const fields = typeof errors === 'object' && errors !== null ? Object.entries(errors) : []
  const texts = Array.isArray(errorMessages) ? errorMessages : []
  return {
    texts: texts.filter((text) => typeof text === 'string').map(cleanErrorText),
    fields: Object.fromEntries(
      fields
        .filter(([, text]) => typeof text === 'string')
        .map(([name, text]) => [name, cleanErrorText(text as string)]),
    ),
  }
}

const cleanErrorText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxErrorTextLength)

const describeFailureKind = (kind: TrackerFailureKind, site: string): string => {
  const texts = trackerErrorTexts.site
  switch (kind) {
    case 'rejected':
    case 'forbidden':
    case 'limited':
    case 'invalid':
      return texts[kind](site)
    case 'not-found':
      return texts.notFound(site)
    default:
      return texts.failed(site)
  }
}

/** Null if the response is successful. */
export function toTrackerFailure(
  { status, headers, body }: JiraHttpResponse,
  { site, isWrite }: { readonly site: string; readonly isWrite: boolean },
): TrackerFailure | null {
  if (status >= 200 && status < 300) return null
  const kind = toFailureKind(status)
  const { texts, fields } = kind === 'invalid' ? readErrorTexts(body) : { texts: [], fields: {} }
  const details = [...texts, ...Object.values(fields)].join(' ')
  const retryAfterMs = kind === 'limited' ? parseRetryAfterMs(headers['retry-after']) : undefined
  return {
    kind,
    message:
      details === '' ? describeFailureKind(kind, site) : `${site} said: ${details}`.slice(0, 2 * maxErrorTextLength),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    // A server that failed during the request may have done the work.
    ...(isWrite && status >= 500 && { mayHaveHappened: true }),
  }
}

const defaultRetryMs = 1_000

function parseRetryAfterMs(header: string | undefined): number {
  const seconds = Number(header)
  if (header !== undefined && Number.isFinite(seconds) && seconds >= 0) return Math.max(seconds * 1_000, 50)
  const date = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(date) ? defaultRetryMs : Math.max(date - Date.now(), 50)
}
