import type { LiveText } from '../graphql/feed.ts'
import type { Log } from '../../ports/log.ts'
import type { Viewer } from '../viewer.ts'

/** One open socket, as its operations see it. */
export interface SocketConnection {
  readonly id: string
  readonly log: Log
  /** The network address that it came from. */
  readonly address: string
  /** Renewed while the socket is open: rights may change. */
  viewer: Viewer
  clientId: string | null
  readonly running: Set<string>
  /** Asks again who it is. False where the session is over; the socket is then closed. Throws where nobody can be asked. */
  renewViewer(): Promise<boolean>
  /** Settled when all that was subscribed to so far is running or refused. */
  settled: Promise<void>
  send(message: string): Promise<void>
  /** The message `{prefix}{text}}`. A reader that is too slow for it is closed instead. */
  deliver(prefix: string, text: LiveText): void
  close(code: number, reason: string): void
}

/** Where a subscription's messages go. */
export interface SubscriptionTarget {
  readonly id: string
  readonly connection: SocketConnection
}
