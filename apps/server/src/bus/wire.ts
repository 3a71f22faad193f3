export interface WireEnds {
  heard(text: string): void
  /** Said once; the wire is then of no use any more. */
  lost(reason: string): void
}

export interface OpenWire {
  send(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A way by which short texts reach every server that is on it, this one included. */
export interface Wire {
  readonly name: string
  /** Refused where it cannot be reached in time. What is sent by others after it has resolved is heard. */
  open(ends: WireEnds): Promise<OpenWire>
}

export interface BusTimes {
  /** A wire on which the own beat is not heard from one to the next is dead, whatever it says. */
  readonly beatMs: number
  readonly retryMs: number
  readonly longestRetryMs: number
}

/** PostgreSQL takes no more than 7,999 bytes in a notification. */
export const mostTextBytes = 7_000
