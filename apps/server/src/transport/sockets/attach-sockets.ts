import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { classifyDatabaseFault } from '@espalier/postgres'
import { handleProtocols } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import type { TrustedProxies } from '../../api/client-address.ts'
import { createConcurrencyLimiter } from '../../api/concurrency-limiter.ts'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import { type Authenticate, getLimitOwner, pickCallerHeaders, type Viewer, withAddress } from '../../api/viewer.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import { createEventLoopPacer } from '../../reliability/event-loop-pacer.ts'
import { identityRetrySeconds, type RawErrorResponse, sendRawError } from '../http/error-responses.ts'
import type { Metrics } from '../http/monitoring.ts'
import type { Origins } from '../http/origins.ts'
import { stripQuery } from '../http/request-log.ts'
import { requestTexts } from '../../texts/requests.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import { createSocketServer, type SocketServerOptions } from './graphql-socket-server.ts'
import { type ConnectionTimes, isTokenRefusal, openConnection } from './socket-connection.ts'
import type { SocketRegistry } from './socket-registry.ts'
import { createSharedInterval, createWindowCounter } from './socket-timing.ts'

export interface SocketsOptions extends Pick<SocketServerOptions, 'engine' | 'admission'> {
  readonly authenticate: Authenticate
  readonly origins: Origins
  readonly proxies: TrustedProxies
  readonly registry: SocketRegistry
  readonly metrics: Metrics
  readonly log: Log
  readonly hasLimits: boolean
  readonly times?: Partial<ConnectionTimes>
}

const { sockets: limits } = apiLimits

const upgradeRefusals = {
  notHere: { status: 404, code: 'NOT_FOUND', message: requestTexts.notFound },
  stopping: { status: 503, code: 'UPSTREAM_FAILED', message: requestTexts.socket.stopping, retryAfter: 1 },
  foreign: { status: 403, code: 'FORBIDDEN', message: requestTexts.socket.foreign },
  tooMany: { status: 429, code: 'RATE_LIMITED', message: requestTexts.socket.tooMany, retryAfter: 10 },
  away: {
    status: 503,
    code: 'UPSTREAM_FAILED',
    message: requestTexts.identityUnavailable,
    retryAfter: identityRetrySeconds,
  },
  badToken: { status: 401, code: 'UNAUTHENTICATED', message: tokenTexts.invalid },
  busy: { status: 503, code: 'UPSTREAM_FAILED', message: requestTexts.busy, retryAfter: 2 },
  broken: { status: 500, code: 'INTERNAL', message: requestTexts.internal },
} as const satisfies Record<string, RawErrorResponse>

/** Serves /subscriptions on a server. The returned function stops it: open sockets are closed, new ones are refused. */
export function attachSockets(server: Server, options: SocketsOptions): () => void {
  const { registry, authenticate, origins, proxies, log, hasLimits } = options
  const times: ConnectionTimes = { ...limits, ...options.times }
  const socketServer = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    clientTracking: false,
    handleProtocols,
  })
  const services = {
    ...options,
    protocol: createSocketServer({ ...options, initMs: times.initMs }),
    pulses: { ping: createSharedInterval(times.pingMs), recheck: createSharedInterval(times.recheckMs) },
    countMessage: createWindowCounter(limits.messages.windowMs),
  }
  const countUpgrade = createWindowCounter(limits.upgradesPerAddress.windowMs)
  const limiter = createConcurrencyLimiter({
    ...limits.authentication,
    pacer: createEventLoopPacer(limits.pace),
  })
  let isStopping = false

  const findRefusal = (request: IncomingMessage, address: string): RawErrorResponse | null => {
    if (!/^\/subscriptions\/?$/.test(stripQuery(request.url ?? ''))) return upgradeRefusals.notHere
    if (isStopping) return upgradeRefusals.stopping
    const { origin } = request.headers
    // Every browser names the origin of the page; a program without an origin has no visitor to deceive.
    if (origin !== undefined && !origins.isOwn(origin)) return upgradeRefusals.foreign
    if (hasLimits && countUpgrade(address) > limits.upgradesPerAddress.max) return upgradeRefusals.tooMany
    return registry.hasRoomFor({ address, personId: null }) ? null : upgradeRefusals.tooMany
  }

  const authenticateUpgrade = async (request: IncomingMessage): Promise<Viewer | RawErrorResponse> => {
    try {
      return await limiter.run(() => authenticate(pickCallerHeaders(request.headers)))
    } catch (error) {
      if (error instanceof IdentityUnavailableError) return upgradeRefusals.away
      if (isTokenRefusal(error)) return upgradeRefusals.badToken
      const isBusy = error instanceof ApiError && error.code === 'RATE_LIMITED'
      if (isBusy || classifyDatabaseFault(error) !== null) return upgradeRefusals.busy
      log.error({ err: error }, 'a socket could not be authenticated')
      return upgradeRefusals.broken
    }
  }

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const address = proxies.getClientAddress(request)
    const refusal = findRefusal(request, address)
    if (refusal !== null) return sendRawError(socket, refusal)
    const answer = await authenticateUpgrade(request)
    if ('status' in answer) return sendRawError(socket, answer)
    const viewer = withAddress(answer, address)
    const personId = getLimitOwner(viewer)
    if (isStopping) return sendRawError(socket, upgradeRefusals.stopping)
    if (!registry.hasRoomFor({ address, personId })) return sendRawError(socket, upgradeRefusals.tooMany)
    const headers = pickCallerHeaders(request.headers)
    socketServer.handleUpgrade(request, socket, head, (peer) => {
      openConnection(peer, services, { viewer, address, headers })
    })
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'))
    upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be opened')
      socket.destroy()
    })
  })

  return () => {
    isStopping = true
    registry.closeAll(1001, 'Going away')
  }
}
