import { randomUUID } from 'node:crypto'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { apiLimits } from '../limits.ts'
import type { Authenticate, Viewer } from '../viewer.ts'
import type { SocketConnection } from './connection.ts'
import { closeOrTerminate, createSocketSender } from './outgoing.ts'
import type { SharedInterval } from './pulse.ts'
import { sessionEndedClose, type RegisteredSocket, type SocketRegistry } from './registry.ts'
import { createWindowCounter } from './window-count.ts'

export interface ConnectionTimes {
  readonly initMs: number
  readonly pingMs: number
  /** How often the session is asked for again: an identity service elsewhere tells nobody that one has ended. */
  readonly recheckMs: number
}

export interface ConnectionOptions {
  readonly protocol: Server<SocketConnection>
  readonly registry: SocketRegistry
  readonly authenticate: Authenticate
  readonly metrics: Metrics
  readonly log: Log
  readonly hasLimits: boolean
  /** When pings are sent, and when sessions are asked for again. */
  readonly pulses: { readonly ping: SharedInterval; readonly recheck: SharedInterval }
  readonly viewer: Viewer
  readonly address: string
  readonly cookie: string | undefined
}

const { messages } = apiLimits.sockets

export function openConnection(peer: WebSocket, options: ConnectionOptions): void {
  const { protocol, registry, viewer, address, metrics, log } = options
  const close = (code: number, reason: string): void => closeOrTerminate(peer, code, reason)
  const outgoing = createSocketSender(peer)
  const connection: SocketConnection = {
    id: randomUUID(),
    log,
    address,
    viewer,
    clientId: null,
    running: new Set(),
    renewViewer: () => renewViewer(connection, options),
    settled: Promise.resolve(),
    send: outgoing.send,
    deliver(prefix, text) {
      if (outgoing.deliver(prefix, text)) metrics.countEvent()
    },
    close,
  }
  const entry: RegisteredSocket = {
    address,
    personId: viewer.kind === 'person' ? viewer.person.id : null,
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
      onMessage: (take) => listenForMessages(peer, take, options),
    },
    connection,
  )
  const stopWatching = watchConnection(peer, connection, options)
  peer.once('close', (code, reason) => {
    stopWatching()
    registry.remove(entry)
    metrics.sockets.dec()
    closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'a socket did not close cleanly'))
  })
}

function listenForMessages(
  peer: WebSocket,
  take: (message: string) => Promise<void>,
  { log, hasLimits }: ConnectionOptions,
): void {
  const count = createWindowCounter(messages.windowMs)
  const isTooMany = (): boolean => {
    const isOver = hasLimits && count('') > messages.max
    if (isOver) closeOrTerminate(peer, 1008, 'Too many messages')
    return isOver
  }
  // Each ping is answered, and each pong read: they cost as much as a message.
  peer.on('ping', isTooMany)
  peer.on('pong', isTooMany)
  peer.on('message', (bytes) => {
    // A socket that was told to go may still talk: its session may be over.
    if (peer.readyState !== peer.OPEN || isTooMany()) return
    take(String(bytes)).catch((error: unknown) => {
      log.error({ err: error }, 'a message could not be handled')
      closeOrTerminate(peer, 4500, 'Internal server error')
    })
  })
}

function watchConnection(peer: WebSocket, connection: SocketConnection, { pulses, log }: ConnectionOptions): () => void {
  const stopPings = pulses.ping.add(createKeepAlive(peer))
  if (connection.viewer.kind === 'anonymous') return stopPings
  const stopRechecks = pulses.recheck.add(() => {
    // Not to be able to ask is not to be signed out.
    connection
      .renewViewer()
      .catch((error: unknown) => log.warn({ err: error }, 'the session of a socket could not be asked for'))
  })
  return () => {
    stopPings()
    stopRechecks()
  }
}

async function renewViewer(connection: SocketConnection, { authenticate, cookie }: ConnectionOptions): Promise<boolean> {
  const { viewer: before } = connection
  if (before.kind === 'anonymous') return true
  const viewer = await authenticate({ cookie })
  const isSame = viewer.kind === 'person' && viewer.person.id === before.person.id
  if (isSame) connection.viewer = viewer
  else connection.close(sessionEndedClose.code, sessionEndedClose.reason)
  return isSame
}

/** Ends a socket that neither answers a ping nor takes any of what waits for it. */
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
