import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { transportLimits } from '../limits.ts'
import { areaOf } from './areas.ts'

const { rates } = transportLimits
const addressesRemembered = 20_000

interface Rate {
  readonly max: number
  readonly windowMs: number
}

function rateOf(request: FastifyRequest): Rate | null {
  const area = areaOf(request.url)
  if (area === 'assets' || area === 'health') return null
  if (area === 'graphql') return rates.graphqlPerAddress
  return area === 'identity' ? rates.identityPerAddress : rates.otherPerAddress
}

const tooOften = (ttlMs: number): ApiError =>
  new ApiError('RATE_LIMITED', 'Too many requests', { retryAfter: Math.max(1, Math.ceil(ttlMs / 1000)) })

/** Throws RATE_LIMITED where this person has asked too often. */
export type PersonLimit = (request: FastifyRequest, personId: string) => Promise<void>

/** Each server counts for itself: with several of them a caller may get that many times more. */
export async function addRateLimits(app: FastifyInstance, isOn: boolean): Promise<PersonLimit> {
  if (!isOn) return async () => undefined
  await app.register(rateLimit, {
    cache: addressesRemembered,
    max: (request) => rateOf(request)?.max ?? 0,
    timeWindow: (request: FastifyRequest) => rateOf(request)?.windowMs ?? 0,
    keyGenerator: (request) => `${areaOf(request.url)} ${normalizeIP(request.ip)}`,
    allowList: (request) => rateOf(request) === null,
    errorResponseBuilder: (_request, { ttl }) => tooOften(ttl),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  const people = new WeakMap<FastifyRequest, string>()
  const count = app.createRateLimit({
    max: rates.graphqlPerPerson.max,
    timeWindow: rates.graphqlPerPerson.windowMs,
    keyGenerator: (request) => people.get(request) ?? request.ip,
    allowList: () => false,
  })
  return async (request, personId) => {
    people.set(request, personId)
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooOften(counted.ttl)
  }
}
