import type { FastifyRequest } from 'fastify'
import type { Core } from './core.ts'
import type { VisitRoute, Visit } from './flows/visit.ts'
import { acceptsJson, isJsonClient } from './forms/accept.ts'
import { createCookies } from './forms/cookies.ts'
import { createCsrf } from './forms/csrf.ts'
import type { SubmittedFields } from './forms/fields.ts'
import { findSessionByToken } from './sessions/store.ts'
import { readSessionToken } from './sessions/token-in.ts'
import type { SessionRecord } from './sessions/session.ts'

// A user agent longer than this is no browser's.
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
  let asked: Promise<SessionRecord | null> | undefined
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
      asked ??= findRequestSession(core, readSessionToken(headers), now)
      return asked
    },
  }
}

/** On our own origin, also where the request line names another. */
function resolveRequestUrl(asked: string, base: string): URL {
  const path = asked.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
  return new URL(`${new URL(base).origin}${path.startsWith('/') ? '' : '/'}${path}`)
}

const findRequestSession = async (core: Core, token: string | null, now: Date): Promise<SessionRecord | null> =>
  token === null ? null : findSessionByToken(core.db, token, now)
