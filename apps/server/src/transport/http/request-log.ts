import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { findPathArea, stripQuery } from './areas.ts'
import type { TrustedProxies } from './proxies.ts'

const requestIdPattern = /^[\w.-]{1,128}$/

/** The proxy's own id where a trusted one sends it, so that its log and ours can be laid side by side. */
export function createRequestIdReader(proxies: TrustedProxies): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const sent = headers['x-request-id']
    const isWelcome = typeof sent === 'string' && requestIdPattern.test(sent) && proxies.trusts(socket.remoteAddress ?? '')
    return isWelcome ? sent : randomUUID()
  }
}

/** One line a request, when it has been answered. Query strings stay out of it: they carry tokens and codes. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const area = findPathArea(request.url)
    const fields = {
      method: request.method,
      path: stripQuery(request.url).slice(0, 500),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
    }
    if (area === 'assets' || area === 'health') request.log.debug(fields, 'answered')
    else request.log.info(fields, 'answered')
  })
}
