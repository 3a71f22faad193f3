import type { TrackerAnswer } from '../../ports/tracker.ts'
import type { Ask } from './ask.ts'
import type { Flavour } from './flavour.ts'

/** What the calls have in common: how to ask, and which Jira it is. */
export interface SiteLine {
  readonly site: string
  ask: Ask
  flavour(): Promise<TrackerAnswer<Flavour>>
}
