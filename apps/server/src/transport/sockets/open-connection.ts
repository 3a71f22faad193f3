import { randomUUID } from 'node:crypto'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { transportLimits } from '../limits.ts'
import type { Authenticate, Viewer } from '../viewer.ts'
import type { Connection } from './graphql-server.ts'
import { sessionEnded, type RegisteredSocket, type SocketRegistry } from './registry.ts'
import { createWindowCount } from './window-count.ts'

export interface ConnectionTimes {
  readonly initMs: number
  readonly pingMs: number
  /** How often the session is asked for again: an identity service elsewhere tells nobody that one has ended. */
  readonly recheckMs: number
}

export interface ConnectionOptions {
  readonly protocol: Server<Connection>
  readonly registry: SocketRegistry
  readonly authenticate: Authenticate
  readonly metrics: Metrics
  readonly log: Log
  readonly hasLimits: boolean
  readonly times: ConnectionTimes
  readonly viewer: Viewer
  readonly address: string
  readonly cookie: string | undefined
}

const { messages, unsentBytes } = transportLimits.sockets
const { socketsMs } = transportLimits.stop

export function openConnection(peer: WebSocket, options: ConnectionOptions): void {
  const { protocol, registry, viewer, address, metrics, log } = options
  const close = (code: number, reason: string): void => closeSurely(peer, code, reason)
  const connection: Connection = {
    id: randomUUID(),
    log,
    viewer,
    clientId: null,
    running: new Set(),
    send: (message) => send(peer, message),
    close,
  }
  const entry: RegisteredSocket = {
    address,
    personId: viewer.kind === 'person' ? viewer.person.id : null,
    sessionId: viewer.kind === 'person' ? viewer.sessionId : null,
    close,
  }
  peer.on('error', (error) => log.debug({ err: error }, 'a socket broke'))
  if (!registry.add(entry)) return close(sessionEnded.code, sessionEnded.reason)
  metrics.sockets.inc()
  const closed = protocol.opened(
    {
      protocol: peer.protocol,
      send: connection.send,
      close: (code = 1000, reason = '') => close(code, reason),
      onMessage: (take) => listen(peer, take, options),
    },
    connection,
  )
  const stopWatching = watch(peer, connection, options)
  peer.once('close', (code, reason) => {
    stopWatching()
    registry.remove(entry)
    metrics.sockets.dec()
    closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'a socket did not close cleanly'))
  })
}

function listen(
  peer: WebSocket,
  take: (message: string) => Promise<void>,
  { log, hasLimits }: ConnectionOptions,
): void {
  const count = createWindowCount(messages.windowMs)
  peer.on('message', (bytes) => {
    // A socket that was told to go may still talk: its session may be over.
    if (peer.readyState !== peer.OPEN) return
    if (hasLimits && count('') > messages.max) return closeSurely(peer, 1008, 'Too many messages')
    take(String(bytes)).catch((error: unknown) => {
      log.error({ err: error }, 'a message could not be handled')
      closeSurely(peer, 4500, 'Internal server error')
    })
  })
}

async function send(peer: WebSocket, message: string): Promise<void> {
  if (peer.readyState !== peer.OPEN) return
  // Whoever reads slower than others write would fill our memory.
  if (peer.bufferedAmount > unsentBytes) return peer.terminate()
  await new Promise<void>((resolve) => peer.send(message, () => resolve()))
}

// A peer that does not answer the closing handshake would hold the connection, and a stop, for half a minute.
function closeSurely(peer: WebSocket, code: number, reason: string): void {
  if (peer.readyState === peer.CLOSING || peer.readyState === peer.CLOSED) return
  peer.close(code, reason)
  const timer = setTimeout(() => peer.terminate(), socketsMs)
  peer.once('close', () => clearTimeout(timer))
}

function watch(
  peer: WebSocket,
  connection: Connection,
  { times, authenticate, cookie, log }: ConnectionOptions,
): () => void {
  let isAnswering = true
  peer.on('pong', () => (isAnswering = true))
  const ping = setInterval(() => {
    if (!isAnswering) return peer.terminate()
    isAnswering = false
    peer.ping()
  }, times.pingMs)
  const recheck = async (): Promise<void> => {
    if (connection.viewer.kind === 'anonymous') return
    const viewer = await authenticate({ cookie })
    const isSame = viewer.kind === 'person' && viewer.person.id === connection.viewer.person.id
    if (isSame) connection.viewer = viewer
    else connection.close(sessionEnded.code, sessionEnded.reason)
  }
  const rechecks = setInterval(() => {
    // Not to be able to ask is not to be signed out.
    recheck().catch((error: unknown) => log.warn({ err: error }, 'the session of a socket could not be asked for'))
  }, times.recheckMs)
  return () => {
    clearInterval(ping)
    clearInterval(rechecks)
  }
}
