import { inProcessBus } from '../adapters/in-process/in-process-bus.ts'
import type { Announcements } from '../ports/announcements.ts'
import type { Bus } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import type { Started } from './stopping.ts'

/** The way between servers. */
export async function openBus(log: Log, started: Started): Promise<Bus> {
  const bus = inProcessBus(log)
  started.also('bus', () => bus.close())
  return bus
}

/** What was committed, told to every server. */
export const announcementsOn = (bus: Bus): Announcements => ({
  announce({ projectId, seq, kind }) {
    bus.publish(
      kind === 'project-purged' ? { kind: 'project-purged', projectId } : { kind: 'project-changed', projectId, seq },
    )
  },
})
