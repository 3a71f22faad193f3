import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Origins } from './origins.ts'

const yearSeconds = 31_536_000
const originOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin])

/** Hosts of others that the page may talk to, because the operator has named them. */
function outsideOrigins(config: Config) {
  const identity = config.identity.kind === 'kratos' ? originOf(config.identity.url) : []
  const feedback = originOf(config.feedback.sdkUrl)
  return {
    scripts: feedback,
    frames: feedback,
    connections: [...identity, ...feedback, ...originOf(config.sentryDsn), ...originOf(config.analytics?.url ?? null)],
    // Browsers hold a form to this list through its redirects too, and social sign-in redirects to the provider.
    forms: [...identity, ...originOf(config.google?.issuer ?? null)],
  }
}

/** Joined once an API origin and kept: every answer carries it. */
function contentSecurityPolicy(config: Config, origins: Origins): (api: string) => string {
  const outside = outsideOrigins(config)
  const policyOf = (api: string): string =>
    [
      ["default-src 'self'"],
      ["script-src 'self'", ...outside.scripts],
      ["style-src 'self'"],
      ["img-src 'self' data: blob:", api],
      ["font-src 'self'"],
      ["connect-src 'self'", api, api.replace(/^http/, 'ws'), ...outside.connections],
      ["worker-src 'self' blob:"],
      ['frame-src', ...(outside.frames.length > 0 ? outside.frames : ["'none'"])],
      ["object-src 'none'"],
      ["frame-ancestors 'none'"],
      ["base-uri 'none'"],
      ["form-action 'self'", api, ...outside.forms],
      ...(origins.isSecure ? [['upgrade-insecure-requests']] : []),
    ]
      .map((directive) => directive.join(' '))
      .join('; ')
  const known = new Map<string, string>()
  return (api) => {
    const policy = known.get(api) ?? policyOf(api)
    known.set(api, policy)
    return policy
  }
}

export async function addSecurityHeaders(app: FastifyInstance, config: Config, origins: Origins): Promise<void> {
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: false,
    // 'no-referrer' and 'same-origin' would make the browser send `Origin: null` with forms that go to the API's host.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: origins.isSecure ? { maxAge: yearSeconds, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: origins.isSplit ? 'same-site' : 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  }
  await app.register(helmet, options)
  const policyFor = contentSecurityPolicy(config, origins)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policyFor(origins.apiOf(request)))
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
