import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { stripQuery } from './request-log.ts'
import type { Origins } from './origins.ts'

const yearSeconds = 31_536_000
const toOrigins = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin])

interface OutsideOrigins {
  /** Origins, or keywords of the policy. */
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly connections: readonly string[]
  readonly forms: readonly string[]
}

/** External hosts that the page may use because the operator has configured them. */
function listOutsideOrigins(config: Config): OutsideOrigins {
  const identity = config.identity.kind === 'kratos' ? toOrigins(config.identity.url) : []
  return {
    scripts: [],
    frames: [],
    connections: identity,
    // Browsers apply form-action to redirects as well, and social sign-in redirects to the provider.
    forms: [...identity, ...config.providers.flatMap(({ issuer }) => toOrigins(issuer))],
  }
}

/** Allows an external feedback board on its own page and nowhere else. */
function withFeedbackBoard(outside: OutsideOrigins, { feedback }: Config): OutsideOrigins {
  const script = isOutsideBoard(feedback.kind) ? toOrigins(feedback.sdkUrl) : []
  // Canny's script shows a frame of another of its hosts.
  const board = script.some(isCannyOrigin) ? [...script, 'https://*.canny.io'] : script
  return { ...outside, scripts: script, frames: board, connections: [...outside.connections, ...board] }
}

const isCannyOrigin = (origin: string): boolean => /^https:\/\/([\w-]+\.)?canny\.io$/.test(origin)

const isOutsideBoard = (kind: Config['feedback']['kind']): boolean => kind === 'canny' || kind === 'quackback'
/** The built worker of the forecast (`apps/web/src/project/forecast/forecast-worker.ts`), with the hash of its content. */
const isForecastWorkerPath = (url: string): boolean => /^\/assets\/forecast-worker-[\w-]+\.js$/.test(stripQuery(url))
const isFeedbackPath = (url: string): boolean => /^\/feedback(?:\/|$)/.test(stripQuery(url))

/**
 * Lets the worker of the forecast compile WebAssembly. A worker has the policy of its own file, and not that of the page,
 * which therefore needs no exception. This one allows no `eval`.
 */
const withWebAssembly = (outside: OutsideOrigins): OutsideOrigins => ({
  ...outside,
  scripts: [...outside.scripts, "'wasm-unsafe-eval'"],
})

/** Built once per API origin and cached, because every response carries it. */
function createContentSecurityPolicy(outside: OutsideOrigins, isSecure: boolean): (api: string) => string {
  const buildPolicy = (api: string): string =>
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
      ...(isSecure ? [['upgrade-insecure-requests']] : []),
    ]
      .map((directive) => directive.join(' '))
      .join('; ')
  const known = new Map<string, string>()
  return (api) => {
    const policy = known.get(api) ?? buildPolicy(api)
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
  const outside = listOutsideOrigins(config)
  const ofPage = createContentSecurityPolicy(outside, origins.isSecure)
  const ofBoard = createContentSecurityPolicy(withFeedbackBoard(outside, config), origins.isSecure)
  const ofForecast = createContentSecurityPolicy(withWebAssembly(outside), origins.isSecure)
  const findPolicy = (url: string) => (isFeedbackPath(url) ? ofBoard : isForecastWorkerPath(url) ? ofForecast : ofPage)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', findPolicy(request.url)(origins.apiOriginFor(request)))
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
