import type { Announcement, Announcements } from '../../ports/announcements.ts'
import type { Log } from '../../ports/log.ts'

export interface InProcessAnnouncements extends Announcements {
  /** Returns what ends it. */
  listen(listener: (announcement: Announcement) => void): () => void
}

/** Reaches the listeners of this server. */
export function createInProcessAnnouncements(log: Pick<Log, 'error'>): InProcessAnnouncements {
  const listeners = new Set<(announcement: Announcement) => void>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    announce(announcement) {
      for (const listener of listeners) {
        try {
          listener(announcement)
        } catch (error) {
          log.error({ error: String(error) }, 'a listener of changes failed')
        }
      }
    },
  }
}
