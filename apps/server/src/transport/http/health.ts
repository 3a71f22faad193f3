import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { apiLimits } from '../limits.ts'

export interface Readiness {
  readonly ready: boolean
  /** One word for the operator. */
  readonly reason?: string
  /** What works less well than it should, though traffic may come. */
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

// A database that hangs must not hang the answer: whoever asks needs the no in time to send the traffic elsewhere.
async function withReadyTimeout(isReady: () => Promise<Readiness>): Promise<Readiness> {
  const timer = new AbortController()
  try {
    return await Promise.race([
      isReady(),
      delay(apiLimits.readyMs, { ready: false, reason: 'timeout' }, { signal: timer.signal }),
    ])
  } catch {
    return { ready: false, reason: 'error' }
  } finally {
    timer.abort()
  }
}
