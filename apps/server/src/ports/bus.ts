/**
 * What servers tell each other. Each message is a hint about something that is stored: a server that misses one looks
 * for itself every few seconds, one that hears it twice or late finds nothing new.
 */
export type BusMessage =
  /** Committed up to this sequence number: the change log tells what. */
  | { readonly kind: 'project-changed'; readonly projectId: string; readonly seq: number }
  | { readonly kind: 'project-purged'; readonly projectId: string }
  /** Who is in the project, or what they show there: the table `presence` tells who. */
  | { readonly kind: 'presence-changed'; readonly projectId: string }
  /** Sockets of these sessions are to be closed. */
  | { readonly kind: 'sessions-ended'; readonly sessionIds: readonly string[] }

export interface Bus {
  /** Reaches the listeners of this server before it returns, and those of the others as soon as it can. Never throws. */
  publish(message: BusMessage): void
  /** Returns what ends it. A listener that throws does not keep the message from the others. */
  listen(listener: (message: BusMessage) => void): () => void
  /** Told when messages of other servers may have been missed and are heard again. Returns what ends it. */
  onMissed(listener: () => void): () => void
  /** Nothing is heard or told after it. */
  close(): Promise<void>
}
