import { limits } from '@espalier/domain'
import { retryDelayMs } from '@espalier/sync'
import { type Client, createClient } from 'graphql-ws'
import { liveConnection } from './live-connection.ts'
import { pageHeaders } from './page-headers.ts'

export interface LivePlace {
  readonly base: string
  readonly clientId: string
  readonly personId: () => string | null
  readonly onConnected?: () => void
  /** Passes the code that the socket was closed with. */
  readonly onDisconnected?: (code: number | null) => void
}

const pulseMs = 10_000
const pulseAnswerMs = 5_000
const timedOutCode = 4408

/**
 * The library sends what waited for the connection also if that has begun to close meanwhile. It sends everything again
 * over the next one, but the browser reports each message as an error.
 */
const createSocketClass = () =>
  class extends WebSocket {
    override send(message: string): void {
      if (this.readyState === this.OPEN) super.send(message)
    }
  }

/** Opens the websocket with the first subscription and closes it after the last. */
export function createLiveClient({ base, clientId, personId, onConnected, onDisconnected }: LivePlace): Client {
  let socket: WebSocket | null = null
  let timer: number | undefined
  return createClient({
    url: `${base.replace(/^http/, 'ws')}/subscriptions`,
    connectionParams: () => pageHeaders({ clientId, personId: personId() }),
    webSocketImpl: createSocketClass(),
    retryAttempts: limits.socketRetry.attempts,
    // A network that vanishes leaves the socket open forever, so a peer that does not answer a ping counts as gone.
    keepAlive: pulseMs,
    on: {
      opened: (opened) => void (socket = opened as WebSocket),
      connected: () => onConnected?.(),
      ping(isReceived) {
        if (!isReceived) timer = window.setTimeout(() => socket?.close(timedOutCode, 'No answer'), pulseAnswerMs)
      },
      pong: () => window.clearTimeout(timer),
      closed(event) {
        window.clearTimeout(timer)
        onDisconnected?.(readCloseCode(event))
      },
    },
    retryWait: (retries) => liveConnection.wait(retryDelayMs(retries, Math.random())),
  })
}

const readCloseCode = (event: unknown): number | null => {
  const { code } = (event ?? {}) as { readonly code?: unknown }
  return typeof code === 'number' ? code : null
}
