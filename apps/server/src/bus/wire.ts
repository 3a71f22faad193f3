export interface BusTransportEvents {
  onMessage(text: string): void
  /** Said once; the wire is then of no use any more. */
  onLost(reason: string): void
}

export interface OpenBusTransport {
  send(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A way by which short texts reach every server that is on it, this one included. */
export interface BusTransport {
  readonly name: string
  /** Refused where it cannot be reached in time. What is sent by others after it has resolved is heard. */
  open(ends: BusTransportEvents): Promise<OpenBusTransport>
}

export interface BusTimings {
  /** A wire on which the own beat is not heard from one to the next is dead, whatever it says. */
  readonly beatMs: number
  readonly retryMs: number
  readonly longestRetryMs: number
}

/** PostgreSQL takes no more than 7,999 bytes in a notification. */
export const maxBusTextBytes = 7_000
