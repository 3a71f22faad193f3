import { randomUUID } from 'node:crypto'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Log } from '../../ports/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { transportLimits } from '../limits.ts'
import type { Authenticate, Viewer } from '../viewer.ts'
import type { Connection } from './connection.ts'
import { closeSurely, createOutgoing } from './outgoing.ts'
import type { Pulse } from './pulse.ts'
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
  /** When pings are sent, and when sessions are asked for again. */
  readonly pulses: { readonly ping: Pulse; readonly recheck: Pulse }
  readonly viewer: Viewer
  readonly address: string
  readonly cookie: string | undefined
}

const { messages } = transportLimits.sockets

export function openConnection(peer: WebSocket, options: ConnectionOptions): void {
  const { protocol, registry, viewer, address, metrics, log } = options
  const close = (code: number, reason: string): void => closeSurely(peer, code, reason)
  const outgoing = createOutgoing(peer)
  const connection: Connection = {
    id: randomUUID(),
    log,
    address,
    viewer,
    clientId: null,
    running: new Set(),
    renew: () => renew(connection, options),
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
  const isTooMany = (): boolean => {
    const isOver = hasLimits && count('') > messages.max
    if (isOver) closeSurely(peer, 1008, 'Too many messages')
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
      closeSurely(peer, 4500, 'Internal server error')
    })
  })
}

function watch(peer: WebSocket, connection: Connection, { pulses, log }: ConnectionOptions): () => void {
  const stopPings = pulses.ping.add(keepAlive(peer))
  if (connection.viewer.kind === 'anonymous') return stopPings
  const stopRechecks = pulses.recheck.add(() => {
    // Not to be able to ask is not to be signed out.
    connection
      .renew()
      .catch((error: unknown) => log.warn({ err: error }, 'the session of a socket could not be asked for'))
  })
  return () => {
    stopPings()
    stopRechecks()
  }
}

async function renew(connection: Connection, { authenticate, cookie }: ConnectionOptions): Promise<boolean> {
  const { viewer: before } = connection
  if (before.kind === 'anonymous') return true
  const viewer = await authenticate({ cookie })
  const isSame = viewer.kind === 'person' && viewer.person.id === before.person.id
  if (isSame) connection.viewer = viewer
  else connection.close(sessionEnded.code, sessionEnded.reason)
  return isSame
}

/** Ends a socket that neither answers a ping nor takes any of what waits for it. */
function keepAlive(peer: WebSocket): () => void {
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
