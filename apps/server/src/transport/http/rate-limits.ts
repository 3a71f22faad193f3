import { getClientNetwork } from '@espalier/domain'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Rate, Rates } from '../../ports/rates.ts'
import { apiLimits } from '../../api/limits.ts'
import { tooManyRequestsError } from '../../api/rate-limits.ts'
import { findPathArea, type PathArea } from './request-log.ts'

const { rates: limits } = apiLimits

const rateByArea: Readonly<Partial<Record<PathArea, Rate>>> = {
  graphql: { name: 'graphql', ...limits.graphqlPerAddress },
  identity: { name: 'identity', ...limits.identityPerAddress },
  api: { name: 'api', ...limits.otherPerAddress },
  page: { name: 'page', ...limits.otherPerAddress },
}

const findRate = (request: FastifyRequest): Rate | null => rateByArea[findPathArea(request.url)] ?? null

const headersOff = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/** Null means no limits. The cost of operations is counted by `admission.ts` once they are known. */
export async function addRateLimits(app: FastifyInstance, rates: Rates | null): Promise<void> {
  if (rates === null) return
  await app.register(rateLimit, {
    store: createRateLimitStore(rates),
    max: (request) => findRate(request)?.max ?? 0,
    timeWindow: (request: FastifyRequest) => findRate(request)?.windowMs ?? 0,
    keyGenerator: (request) => `${findRate(request)?.name} ${getClientNetwork(request.ip)}`,
    allowList: (request) => findRate(request) === null,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequestsError(ttl),
    addHeadersOnExceeding: headersOff,
    addHeaders: headersOff,
  })
}

type StoreCallback = (error: Error | null, result?: { current: number; ttl: number }) => void

/** Adapts the shared counts to the plugin's store interface. */
function createRateLimitStore(rates: Rates) {
  return class SharedStore {
    incr(key: string, answer: StoreCallback, windowMs: number, max: number): void {
      rates.count({ name: 'by address', max, windowMs }, key).then(
        ({ count, endsInMs }) => answer(null, { current: count, ttl: endsInMs }),
        (error: Error) => answer(error),
      )
    }
    child(): SharedStore {
      return this
    }
  }
}
