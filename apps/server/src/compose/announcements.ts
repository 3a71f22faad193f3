import type { Announcements } from '../ports/announcements.ts'
import type { Bus } from '../ports/bus.ts'

/** What was committed, told to every server. */
export const createBusAnnouncements = (bus: Bus): Announcements => ({
  announce({ projectId, seq, kind }) {
    bus.publish(
      kind === 'project-purged' ? { kind: 'project-purged', projectId } : { kind: 'project-changed', projectId, seq },
    )
  },
})
