import { type AccessRule, allowViewers } from '../projects/index.ts'

/** Who may hear of what happens in a project: whoever may look at it, at the moment they are told. */
export const livePolicy = {
  'project.hear': allowViewers,
} as const satisfies Record<string, AccessRule>
