import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
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

function contentSecurityPolicy(config: Config, origins: Origins) {
  const outside = outsideOrigins(config)
  const apiOf = (request: IncomingMessage): string => origins.apiOf({ host: request.headers.host ?? '' })
  const socketOf = (request: IncomingMessage): string => apiOf(request).replace(/^http/, 'ws')
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", ...outside.scripts],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:', apiOf],
      'font-src': ["'self'"],
      'connect-src': ["'self'", apiOf, socketOf, ...outside.connections],
      'worker-src': ["'self'", 'blob:'],
      'frame-src': outside.frames.length > 0 ? outside.frames : ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'", apiOf, ...outside.forms],
      ...(origins.isSecure && { 'upgrade-insecure-requests': [] }),
    },
  }
}

export async function addSecurityHeaders(app: FastifyInstance, config: Config, origins: Origins): Promise<void> {
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: contentSecurityPolicy(config, origins),
    // 'no-referrer' and 'same-origin' would make the browser send `Origin: null` with forms that go to the API's host.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: origins.isSecure ? { maxAge: yearSeconds, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: origins.isSplit ? 'same-site' : 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  }
  await app.register(helmet, options)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
