import { type AccessRule, allowViewers } from '../projects/index.ts'

/** The live policy: events are only for people who may view the project at the moment of the event. */
export const livePolicy = {
  'project.hear': allowViewers,
} as const satisfies Record<string, AccessRule>
