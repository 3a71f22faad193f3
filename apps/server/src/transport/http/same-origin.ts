import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Origins } from './origins.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const ownSites = new Set(['same-origin', 'same-site', 'none'])

// An OpenID provider may post its answer here from its own page; it is only sent on as a GET, whose state is checked.
const providerCallback = /^\/identity\/self-service\/methods\/oidc\/callback(\/|$|\?)/

/** A page of someone else's must not be able to change anything in the visitor's name. */
export function requireOwnOrigin(origins: Origins): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (readingMethods.has(request.method) || providerCallback.test(request.url)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      (origin !== undefined && !origins.isOwn(origin)) || (typeof site === 'string' && !ownSites.has(site))
    if (isForeign) throw new ApiError('FORBIDDEN', 'Requests from other sites may not change anything')
  }
}
