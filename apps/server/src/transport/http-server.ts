import type { PageConfig } from '@espalier/schema'
import cors from '@fastify/cors'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { createTrustedProxies, type TrustedProxies } from '../api/client-address.ts'
import { apiLimits } from '../api/limits.ts'
import type { Slice } from '../api/slice.ts'
import type { Tool } from '../api/tool.ts'
import type { Authenticate, Viewer } from '../api/viewer.ts'
import type { Config } from '../config/config.ts'
import type { Rates } from '../ports/rates.ts'
import type { Logger } from '../reliability/log.ts'
import { createRates } from '../reliability/rates.ts'
import { createGraphqlEngine } from './graphql/engine.ts'
import { graphqlRoutes } from './graphql/graphql-routes.ts'
import { pageDataRoutes } from './graphql/page-data.ts'
import { makeSchema } from './graphql/schema.ts'
import { createAdmission } from './http/admission.ts'
import {
  answerMalformedRequest,
  sendErrorResponse,
  sendRawErrorResponse,
  toErrorResponse,
} from './http/error-responses.ts'
import { addInstallationRoutes } from './http/installation.ts'
import { addHealthRoutes, addMetricsRoute, createMetrics, type Readiness } from './http/monitoring.ts'
import { type Origins, requireOwnOrigin } from './http/origins.ts'
import { addPageRoutes } from './http/page.ts'
import { createPageBuildReader } from './http/page-html.ts'
import { addRateLimits } from './http/rate-limits.ts'
import { addRequestLog, createRequestIdReader } from './http/request-log.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { attachSockets, type SocketsOptions } from './sockets/attach-sockets.ts'
import type { SocketRegistry } from './sockets/socket-registry.ts'

export interface HttpServerOptions {
  readonly config: Config
  readonly log: Logger
  readonly origins: Origins
  readonly sockets: SocketRegistry
  readonly authenticate: Authenticate
  /** The parts of the GraphQL schema. */
  readonly slices: readonly Slice[]
  /** Pages and endpoints of features, mounted at /. */
  readonly routes: readonly FastifyPluginAsync[]
  /** The tools of programs at /mcp. If unset, there is no such endpoint. */
  readonly tools?: readonly Tool[]
  /** The embedded identity service, mounted at /identity. */
  readonly identity?: FastifyPluginAsync
  /** If unset, this server counts alone. */
  readonly rates?: Rates
  isReady(): Promise<Readiness>
  /** Tells who may open the page for operators. If unset, nobody. */
  isAdmin?(viewer: Viewer): boolean
  /** Returns the content of /config.json. */
  pageConfig(request: FastifyRequest): PageConfig
  /** The folder of the built page. */
  readonly webRoot: string
  /**
   * The folder for assets of earlier builds, for pages that were opened before a deployment. If unset, none are kept.
   */
  readonly keptRoot?: string
  /** If unset, only in development. */
  readonly allowsIntrospection?: boolean
  /** Shorter waits for tests. */
  readonly socketTimes?: SocketsOptions['times']
}

/** Creates the whole HTTP server, ready to listen. Closing drains it within ten seconds. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { config, log, origins, authenticate } = options
  const proxies = createTrustedProxies(config.trustProxy)
  const metrics = createMetrics()
  const engine = createGraphqlEngine({
    schema: makeSchema(options.slices),
    allowsIntrospection: options.allowsIntrospection ?? config.environment === 'development',
  })
  const app = createApp(config, log, proxies)
  const rates = config.rateLimits ? (options.rates ?? createRates({ store: null, log })) : null
  await addRequestGuards(app, config, origins, rates)
  const admission = createAdmission(rates)
  const readBuild = createPageBuildReader(options.webRoot)
  await addPageRoutes(app, {
    webRoot: options.webRoot,
    keptRoot: options.keptRoot ?? null,
    origins,
    readBuild,
    pageConfig: options.pageConfig,
    mayOpen: createPageGate(options),
    // The cookie belongs to the API's host, and another identity service may give it another name.
    seesSessions: !origins.isSplit && config.identity.kind !== 'kratos',
  })
  addInstallationRoutes(app, config)
  addHealthRoutes(app, options.isReady)
  addMetricsRoute(app, metrics, config.metricsToken)
  app.get('/config.json', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(options.pageConfig(request)),
  )
  // Password managers look here for the page that changes the password.
  app.get('/.well-known/change-password', async (request, reply) =>
    reply.redirect(`${origins.webOriginFor(request)}/user`, 302),
  )
  await app.register(graphqlRoutes({ engine, authenticate, admission, metrics }))
  const readBuildVersion = async () => (await readBuild())?.version ?? ''
  await app.register(pageDataRoutes({ engine, authenticate, admission, metrics, readBuildVersion }))
  const { tools } = options
  if (tools !== undefined) {
    await app.register(mcpRoutes({ tools, productName: config.productName, engine, authenticate, admission, metrics }))
  }
  for (const routes of options.routes) await app.register(routes)
  if (options.identity !== undefined) await app.register(options.identity, { prefix: '/identity' })
  const stopSockets = attachSockets(app.server, {
    engine,
    admission,
    metrics,
    proxies,
    origins,
    log,
    authenticate,
    registry: options.sockets,
    hasLimits: config.rateLimits,
    ...(options.socketTimes !== undefined && { times: options.socketTimes }),
  })
  addLifecycleHooks(app, origins, stopSockets)
  return app
}

const adminPage = /^\/admin\/?$/i

/**
 * Only operators may know that there is a page for them. Where the API has a host of its own, the page's host gets no
 * session: it cannot tell, and the page itself asks the API.
 */
const createPageGate =
  ({ authenticate, isAdmin, origins }: HttpServerOptions) =>
  async (path: string, { headers: { cookie } }: FastifyRequest): Promise<boolean> => {
    if (!adminPage.test(path)) return true
    if (isAdmin === undefined) return false
    const viewer = await authenticate({ cookie })
    return isAdmin(viewer) || (viewer.kind === 'anonymous' && origins.isSplit)
  }

function createApp(config: Config, log: FastifyBaseLogger, proxies: TrustedProxies): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestIdReader(proxies),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? (address) => proxies.trusts(address) : false,
    bodyLimit: apiLimits.otherBodyBytes,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Behind a proxy a request may arrive on an open connection during shutdown: it is still served.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.hijack()
      sendRawErrorResponse(reply.raw, toErrorResponse(error, request.log))
    },
    clientErrorHandler: answerMalformedRequest,
  })
  app.setErrorHandler((error, request, reply) => sendErrorResponse(request, reply, toErrorResponse(error, request.log)))
  closeConnectionsWhenStopping(app)
  return app
}

/** A connection that stays open after its response would delay the shutdown until it is cut. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
}

/** Adds the checks that every request passes before it reaches a route. */
async function addRequestGuards(
  app: FastifyInstance,
  config: Config,
  origins: Origins,
  rates: Rates | null,
): Promise<void> {
  addRequestLog(app)
  await addSecurityHeaders(app, config, origins)
  await addCors(app, origins)
  app.addHook('onRequest', requireOwnOrigin(origins))
  await addRateLimits(app, rates)
}

async function addCors(app: FastifyInstance, origins: Origins): Promise<void> {
  await app.register(cors, {
    origin: (origin, decide) => decide(null, origin !== undefined && origins.isOwn(origin)),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: ['content-type', 'accept', 'x-client-id', 'x-person-id', 'x-csrf-token', 'x-session-token'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  })
}

function addLifecycleHooks(app: FastifyInstance, origins: Origins, stopSockets: () => void): void {
  app.addHook('onListen', async () => {
    const address = app.server.address()
    if (typeof address === 'object' && address !== null) origins.listening(address.port)
  })
  // Running requests may finish, but must not delay the shutdown beyond the limit.
  let cutTimer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    stopSockets()
    cutTimer = setTimeout(() => app.server.closeAllConnections(), apiLimits.stop.connectionsMs)
  })
  app.addHook('onClose', async () => clearTimeout(cutTimer))
}
