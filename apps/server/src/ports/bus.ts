/**
 * Messages between servers. Each is a hint about stored data: a server that misses one checks for itself every few
 * seconds, and one that gets it twice or late finds nothing new.
 */
export type BusMessage =
  /** Changes up to this seq are committed; the change log has the details. */
  | { readonly kind: 'project-changed'; readonly projectId: string; readonly seq: number }
  | { readonly kind: 'project-purged'; readonly projectId: string }
  /** Presence or selections in the project changed; the table `presence` has the details. */
  | { readonly kind: 'presence-changed'; readonly projectId: string }
  /**
   * These people were added to the project or removed from it, or have another role. No server looks this up if it
   * misses the message: a page reads its list again when it is opened.
   */
  | {
      readonly kind: 'access-changed'
      readonly projectId: string
      readonly seq: number
      readonly userIds: readonly string[]
    }
  /** Comments of the project changed; the table `comments` has the details. */
  | { readonly kind: 'comments-changed'; readonly projectId: string }
  /** Proposals of the project changed; the table `proposals` has the details. */
  | { readonly kind: 'proposals-changed'; readonly projectId: string }
  /** These people have new notifications. A page reads its list again when it is opened, should this be missed. */
  | { readonly kind: 'notifications-added'; readonly ids: readonly string[] }
  /** The sockets of these sessions must be closed. */
  | { readonly kind: 'sessions-ended'; readonly sessionIds: readonly string[] }

export interface Bus {
  /**
   * Reaches the listeners of this server before it returns, and those of the others as soon as possible. Never throws.
   */
  publish(message: BusMessage): void
  /** Returns the unsubscribe function. A listener that throws does not affect the others. */
  listen(listener: (message: BusMessage) => void): () => void
  /** Called when messages of other servers may have been missed and arrive again. Returns the unsubscribe function. */
  onMissed(listener: () => void): () => void
  /** Nothing is received or published afterwards. */
  close(): Promise<void>
}
