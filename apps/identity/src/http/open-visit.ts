import type { FastifyRequest } from 'fastify'
import type { Core } from '../core/core.ts'
import type { Visit, VisitRoute } from '../core/visit.ts'
import type { SessionRecord } from '../identities/session.ts'
import { createCookies, readSessionToken } from '../protocol/cookies.ts'
import { createCsrf } from '../protocol/csrf.ts'
import type { SubmittedFields } from '../protocol/fields.ts'
import { findSessionByToken } from '../storage/session-store.ts'

// No real browser has a longer user agent.
const maxUserAgentLength = 512

export function openVisit(core: Core, route: VisitRoute, request: FastifyRequest, fields: SubmittedFields): Visit {
  const { options } = core
  const { headers } = request
  const base = options.getBaseUrl(request)
  const pages = options.getPageUrls(request)
  const cookies = createCookies(headers.cookie, options.secureCookies)
  const url = resolveRequestUrl(request.originalUrl, base)
  const now = options.clock?.() ?? new Date()
  const speaksJson = isJsonClient(headers.accept, headers['content-type'])
  const wantsJson = { always: true, accepts: acceptsJson(headers.accept), speaks: speaksJson }[route.json]
  let lookup: Promise<SessionRecord | null> | undefined
  return {
    method: request.method,
    url: url.href,
    query: url.searchParams,
    params: request.params as Readonly<Record<string, string>>,
    fields,
    base,
    pages,
    returnRules: { base, home: pages.home, allowed: options.getReturnUrls(request) },
    wantsJson,
    isJsonClient: speaksJson,
    now,
    device: {
      address: options.getClientAddress?.(request) ?? request.ip,
      agent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    },
    cookies,
    csrf: createCsrf(base, cookies),
    session() {
      lookup ??= findRequestSession(core, readSessionToken(headers), now)
      return lookup
    },
  }
}

/** Resolves the URL on our own origin, even if the request line names another one. */
function resolveRequestUrl(requested: string, base: string): URL {
  const path = requested.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
  return new URL(`${new URL(base).origin}${path.startsWith('/') ? '' : '/'}${path}`)
}

const findRequestSession = async (core: Core, token: string | null, now: Date): Promise<SessionRecord | null> =>
  token === null ? null : findSessionByToken(core.db, token, now)

const offeredTypes = ['text/html', 'application/json'] as const

interface AcceptRange {
  readonly value: string
  readonly quality: number
}

function parseAcceptHeader(header: string): AcceptRange[] {
  return header.split(',').map((part) => {
    const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = q === undefined ? 1 : Number(q.slice(2))
    return { value, quality: Number.isFinite(quality) ? quality : 0 }
  })
}

/** Returns how precisely a range matches an offer: 0 is no match, 3 is an exact match. */
function matchPrecision(range: AcceptRange, offer: string): number {
  if (range.value === offer) return 3
  if (range.value === `${offer.split('/')[0]}/*`) return 2
  return range.value === '*/*' ? 1 : 0
}

/** Whether JSON is preferred over a page; a tie, a wildcard or no header mean the page. */
export function acceptsJson(header: string | undefined): boolean {
  let best: { offer: string; quality: number; precision: number } = { offer: offeredTypes[0], quality: 0, precision: 0 }
  const ranges = parseAcceptHeader(header ?? '')
  for (const offer of offeredTypes) {
    for (const range of ranges) {
      const exactness = matchPrecision(range, offer)
      if (exactness === 0 || range.quality <= 0 || range.quality < best.quality) continue
      if (range.quality > best.quality || exactness > best.precision) {
        best = { offer, quality: range.quality, precision: exactness }
      }
    }
  }
  return best.offer === 'application/json'
}

/** The looser rule of submits, errors and logout: a client that sends or accepts JSON gets JSON. */
export const isJsonClient = (accept: string | undefined, contentType: string | undefined): boolean =>
  contentType === 'application/json' || acceptsJson(accept)

interface SubmitOrigin {
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  /** URLs whose origins belong to us. */
  readonly own: readonly string[]
}

/** Whether another site's page sent the form. A non-browser client sends neither header and is not cross-site. */
export function isCrossSiteSubmit({ origin, fetchSite, own }: SubmitOrigin): boolean {
  if (fetchSite === 'cross-site') return true
  if (origin === undefined) return false
  // A page with a strict referrer policy sends "null" even to itself, so only Sec-Fetch-Site can make it trusted.
  if (origin === 'null') return fetchSite !== 'same-origin' && fetchSite !== 'same-site'
  return !own.some((address) => new URL(address).origin === origin)
}
