import type { WebSocket } from 'ws'
import type { LiveText } from '../graphql/feed.ts'
import { apiLimits } from '../limits.ts'

const { unsentBytes, unsentEventBytes, sharedFromCharacters } = apiLimits.sockets
const { socketsMs } = apiLimits.stop

/** Tells a client to connect again and to ask for what it missed. */
const tooSlowClose = { code: 1013, reason: 'Too slow: come back and catch up' } as const

// A peer that does not answer the closing handshake would hold the connection, and a stop, for half a minute.
export function closeOrTerminate(peer: WebSocket, code: number, reason: string): void {
  if (peer.readyState === peer.CLOSING || peer.readyState === peer.CLOSED) return
  peer.close(code, reason)
  const timer = setTimeout(() => peer.terminate(), socketsMs)
  peer.once('close', () => clearTimeout(timer))
}

/** What goes out on one socket. Whoever reads slower than others write would fill our memory. */
export interface SocketSender {
  send(message: string): Promise<void>
  /** True where it went out. */
  deliver(prefix: string, text: LiveText): boolean
}

export function createSocketSender(peer: WebSocket): SocketSender {
  // Bytes that wait here and with others as well: they are in memory once for all of them.
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
