import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isLocalCaller } from '../../api/client-address.ts'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import { waitAtMost } from '../../reliability/timeout.ts'
import { requestTexts } from '../../texts/requests.ts'

export interface Readiness {
  readonly ready: boolean
  /** One word for the operator. */
  readonly reason?: string
  /** The parts that work less well than they should, although traffic is accepted. */
  readonly degraded?: readonly string[]
}

export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<Readiness>): void {
  app.addHook('onRoute', (route) => {
    if (['/healthz', '/readyz'].includes(route.url)) route.logLevel = 'warn'
  })
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const readiness = await withReadyTimeout(isReady)
    return reply
      .code(readiness.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness)
  })
}

// A hanging database must not delay the answer: the load balancer needs it in time to redirect traffic.
async function withReadyTimeout(isReady: () => Promise<Readiness>): Promise<Readiness> {
  try {
    return await waitAtMost(apiLimits.readyMs, isReady(), () => ({ ready: false, reason: 'timeout' }))
  } catch {
    return { ready: false, reason: 'error' }
  }
}

export interface Metrics {
  readonly registry: Registry
  countOperation(kind: string, outcome: 'ok' | 'failed' | 'refused', seconds: number): void
  readonly sockets: Gauge
  readonly subscriptions: Gauge
  countEvent(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const operations = new Counter({
    name: 'graphql_operations_total',
    help: 'GraphQL operations by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'graphql_operation_seconds',
    help: 'Time to execute a GraphQL operation',
    labelNames: ['kind'],
    registers,
  })
  // Counted for every reader of every event: a plain number costs a hundredth of a counter's increment.
  let sent = 0
  void new Counter({
    name: 'live_events_sent_total',
    help: 'Events sent to subscribers',
    registers,
    collect() {
      this.reset()
      this.inc(sent)
    },
  })
  return {
    registry,
    countEvent: () => void (sent += 1),
    countOperation(kind, outcome, seconds) {
      operations.inc({ kind, outcome })
      if (outcome !== 'refused') durations.observe({ kind }, seconds)
    },
    sockets: new Gauge({ name: 'websocket_connections', help: 'Open sockets', registers }),
    subscriptions: new Gauge({ name: 'graphql_subscriptions', help: 'Running subscriptions', registers }),
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export function addMetricsRoute(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics.registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const mayRead = (request: FastifyRequest): boolean => {
    const { authorization } = request.headers
    if (token !== null && authorization !== undefined) {
      return timingSafeEqual(sha256(authorization), sha256(`Bearer ${token}`))
    }
    return isLocalCaller(request.raw)
  }
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) throw new ApiError('NOT_FOUND', requestTexts.notFound)
    return reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.registry.metrics())
  })
}
