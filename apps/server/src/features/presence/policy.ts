import { type AccessRule, allowViewers } from '../projects/index.ts'

/** Who may be in a project and know who else is: whoever may look at it. */
export const presencePolicy = {
  'presence.read': allowViewers,
  'presence.join': allowViewers,
  'selection.show': allowViewers,
} as const satisfies Record<string, AccessRule>
