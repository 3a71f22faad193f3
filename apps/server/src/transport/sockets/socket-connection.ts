import { randomUUID } from 'node:crypto'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import type { LiveText } from '../../api/live-feed.ts'
import { type Authenticate, type CallerHeaders, getLimitOwner, type Viewer, withAddress } from '../../api/viewer.ts'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../http/monitoring.ts'
import { requestTexts } from '../../texts/requests.ts'
import { type RegisteredSocket, sessionEndedClose, type SocketRegistry } from './socket-registry.ts'
import type { SharedInterval } from './socket-timing.ts'

/** One open socket, as its operations see it. */
export interface SocketConnection {
  readonly id: string
  readonly log: Log
  /** The network address that it came from. */
  readonly address: string
  /** Renewed while the socket is open, because access may change. */
  viewer: Viewer
  clientId: string | null
  readonly running: Set<string>
  /**
   * Authenticates again. Returns false if the session is over; the socket is then closed. Throws if the identity
   * service is unavailable.
   */
  renewViewer(): Promise<boolean>
  /** Resolves when all subscriptions so far are running or refused. */
  settled: Promise<void>
  send(message: string): Promise<void>
  /** Sends the message `{prefix}{text}}`. A reader that is too slow for it is closed instead. */
  deliver(prefix: string, text: LiveText): void
  close(code: number, reason: string): void
}

/** The recipient of a subscription's messages. */
export interface SubscriptionTarget {
  readonly id: string
  readonly connection: SocketConnection
}

const { unsentBytes, unsentEventBytes, sharedFromCharacters } = apiLimits.sockets
const { socketsMs } = apiLimits.stop

/** Tells a client to reconnect and to catch up. */
const tooSlowClose = { code: 1013, reason: requestTexts.socket.tooSlow } as const

// A peer that does not answer the closing handshake would delay the close, and a shutdown, for half a minute.
function closeOrTerminate(peer: WebSocket, code: number, reason: string): void {
  if (peer.readyState === peer.CLOSING || peer.readyState === peer.CLOSED) return
  peer.close(code, reason)
  const timer = setTimeout(() => peer.terminate(), socketsMs)
  peer.once('close', () => clearTimeout(timer))
}

/** Sends on one socket. A slow reader would fill our memory. */
export interface SocketSender {
  send(message: string): Promise<void>
  /** Returns true if it was sent. */
  deliver(prefix: string, text: LiveText): boolean
}

export function createSocketSender(peer: WebSocket): SocketSender {
  // Bytes that wait here and for other readers as well; they are in memory once for all of them.
  let shared = 0
  return {
    async send(message) {
      if (peer.readyState !== peer.OPEN) return
      if (peer.bufferedAmount > unsentBytes) return peer.terminate()
      await new Promise<void>((resolve) => peer.send(message, () => resolve()))
    },
    deliver(prefix, text) {
      if (peer.readyState !== peer.OPEN) return false
      if (peer.bufferedAmount - shared > unsentEventBytes || shared > unsentBytes) {
        closeOrTerminate(peer, tooSlowClose.code, tooSlowClose.reason)
        return false
      }
      if (text.text.length < sharedFromCharacters) {
        peer.send(`${prefix}${text.text}}`)
        return true
      }
      const bytes = text.bytes()
      shared += bytes.length
      peer.send(prefix, { fin: false })
      peer.send(bytes, { fin: false, binary: false })
      peer.send('}', { fin: true }, () => (shared -= bytes.length))
      return true
    },
  }
}

export interface ConnectionTimes {
  readonly initMs: number
  readonly pingMs: number
  /** How often the session is checked again, because an external identity service does not report ended sessions. */
  readonly recheckMs: number
}

/** Shared by all sockets of a server: thousands of them are open and idle, so each holds as little as possible. */
interface ConnectionServices {
  readonly protocol: Server<SocketConnection>
  readonly registry: SocketRegistry
  readonly authenticate: Authenticate
  readonly metrics: Metrics
  readonly log: Log
  /** Returns how many messages a connection has sent in the current window. */
  readonly countMessage: (connectionId: string) => number
  readonly hasLimits: boolean
  /** The intervals of pings and of session checks. */
  readonly pulses: { readonly ping: SharedInterval; readonly recheck: SharedInterval }
}

interface Caller {
  readonly viewer: Viewer
  readonly address: string
  readonly headers: CallerHeaders
}

const { messages } = apiLimits.sockets

export function openConnection(peer: WebSocket, services: ConnectionServices, caller: Caller): void {
  const { protocol, registry, metrics, log } = services
  const { viewer, address } = caller
  const close = (code: number, reason: string): void => closeOrTerminate(peer, code, reason)
  const outgoing = createSocketSender(peer)
  const connection: SocketConnection = {
    id: randomUUID(),
    log,
    address,
    viewer,
    clientId: null,
    running: new Set(),
    renewViewer: () => renewViewer(connection, services, caller),
    settled: Promise.resolve(),
    send: outgoing.send,
    deliver(prefix, text) {
      if (outgoing.deliver(prefix, text)) metrics.countEvent()
    },
    close,
  }
  const entry: RegisteredSocket = {
    address,
    personId: getLimitOwner(viewer),
    sessionId: viewer.kind === 'person' ? viewer.sessionId : null,
    close,
  }
  peer.on('error', (error) => log.debug({ err: error }, 'a socket broke'))
  if (!registry.add(entry)) return close(sessionEndedClose.code, sessionEndedClose.reason)
  metrics.sockets.inc()
  const closed = protocol.opened(
    {
      protocol: peer.protocol,
      send: connection.send,
      close: (code = 1000, reason = '') => close(code, reason),
      onMessage: (handleMessage) => listenForMessages(peer, handleMessage, connection.id, services),
    },
    connection,
  )
  const stopWatching = watchConnection(peer, connection, services)
  peer.once('close', (code, reason) => {
    stopWatching()
    registry.remove(entry)
    metrics.sockets.dec()
    closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'a socket did not close cleanly'))
  })
}

function listenForMessages(
  peer: WebSocket,
  handleMessage: (message: string) => Promise<void>,
  connectionId: string,
  { log, hasLimits, countMessage }: ConnectionServices,
): void {
  const isTooMany = (): boolean => {
    const isOver = hasLimits && countMessage(connectionId) > messages.max
    if (isOver) closeOrTerminate(peer, 1008, requestTexts.socket.tooManyMessages)
    return isOver
  }
  // Each ping is answered and each pong read, so they cost as much as a message.
  peer.on('ping', isTooMany)
  peer.on('pong', isTooMany)
  peer.on('message', (bytes) => {
    // A socket that is being closed may still send: its session may be over.
    if (peer.readyState !== peer.OPEN || isTooMany()) return
    handleMessage(String(bytes)).catch((error: unknown) => {
      log.error({ err: error }, 'a message could not be handled')
      closeOrTerminate(peer, 4500, requestTexts.socket.failed)
    })
  })
}

function watchConnection(
  peer: WebSocket,
  connection: SocketConnection,
  { pulses, log }: ConnectionServices,
): () => void {
  const stopPings = pulses.ping.add(createKeepAlive(peer))
  if (connection.viewer.kind === 'anonymous') return stopPings
  const stopRechecks = pulses.recheck.add(() => {
    // A failed check does not sign anybody out.
    connection
      .renewViewer()
      .catch((error: unknown) => log.warn({ err: error }, 'the session of a socket could not be checked'))
  })
  const stopExpiry = renewAtExpiry(connection)
  return () => {
    stopPings()
    stopRechecks()
    stopExpiry()
  }
}

async function renewViewer(
  connection: SocketConnection,
  { authenticate }: ConnectionServices,
  { headers, address }: Caller,
): Promise<boolean> {
  const { viewer: before } = connection
  if (before.kind === 'anonymous') return true
  const viewer = await authenticate(headers).catch(anonymousIfRefused)
  const isSame = viewer.kind === 'person' && viewer.person.id === before.person.id
  if (isSame) connection.viewer = withAddress(viewer, address)
  else connection.close(sessionEndedClose.code, sessionEndedClose.reason)
  return isSame
}

/** A bearer token that does not work. A missing session is no refusal: its caller is anonymous. */
export const isTokenRefusal = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHENTICATED'

function anonymousIfRefused(error: unknown): Viewer {
  if (isTokenRefusal(error)) return { kind: 'anonymous' }
  throw error
}

const longestTimerMs = 2 ** 31 - 1

/** Checks the session again at the moment when its token expires. Later ones wait for a regular check. */
function renewAtExpiry({ viewer, renewViewer: renew, log }: SocketConnection): () => void {
  const expiresAt = viewer.kind === 'person' ? (viewer.token?.expiresAt ?? null) : null
  const leftMs = expiresAt === null ? longestTimerMs + 1 : expiresAt.getTime() - Date.now()
  if (leftMs > longestTimerMs) return () => undefined
  const timer = setTimeout(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'the session of a socket could not be checked'))
  }, leftMs)
  return () => clearTimeout(timer)
}

/** Terminates a socket that neither answers a ping nor reads what waits for it. */
function createKeepAlive(peer: WebSocket): () => void {
  let isAnswering = true
  let waiting = 0
  peer.on('pong', () => (isAnswering = true))
  return () => {
    if (!isAnswering && peer.bufferedAmount >= waiting) return peer.terminate()
    isAnswering = false
    waiting = peer.bufferedAmount
    peer.ping()
  }
}
