import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { TrustedProxies } from '../../api/client-address.ts'

/** The part of the server that a path belongs to. Everything outside the API belongs to the page. */
export type PathArea = 'graphql' | 'identity' | 'assets' | 'health' | 'api' | 'page'

const areaByFirstSegment: Readonly<Record<string, PathArea>> = {
  graphql: 'graphql',
  subscriptions: 'graphql',
  identity: 'identity',
  assets: 'assets',
  healthz: 'health',
  readyz: 'health',
  metrics: 'health',
  'config.json': 'api',
  'page-data': 'graphql',
  mcp: 'graphql',
  jira: 'api',
  billing: 'api',
  trial: 'api',
  sso: 'api',
  unsubscribe: 'api',
  dev: 'api',
  avatar: 'api',
  calendar: 'api',
  'audit-log.csv': 'api',
  'audit-log.jsonl': 'api',
  'account-data': 'api',
  telemetry: 'api',
  import: 'api',
}

export function findPathArea(url: string): PathArea {
  const first = /^\/*([^/?#]*)/.exec(url)?.[1] ?? ''
  return Object.hasOwn(areaByFirstSegment, first) ? (areaByFirstSegment[first] ?? 'page') : 'page'
}

export const stripQuery = (url: string): string => url.split('?', 1)[0] ?? url

const maxLoggedPath = 500

/** Query strings contain tokens and codes, and invitation links and calendar addresses work for all who read them. */
export const toLoggedPath = (url: string): string =>
  stripQuery(url)
    .replace(/^(\/+(?:join|calendar)\/+).+/i, '$1(token)')
    .slice(0, maxLoggedPath)

const requestIdPattern = /^[\w.-]{1,128}$/

/** Uses the id of a trusted proxy if it sends one, so that its log and ours can be compared. */
export function createRequestIdReader(proxies: TrustedProxies): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const sent = headers['x-request-id']
    const isAccepted =
      typeof sent === 'string' && requestIdPattern.test(sent) && proxies.trusts(socket.remoteAddress ?? '')
    return isAccepted ? sent : randomUUID()
  }
}

/** Logs one line per request once it is answered, at `debug`. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      path: toLoggedPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
    }
    request.log.debug(fields, 'answered')
  })
}
