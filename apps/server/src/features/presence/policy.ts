import { type Rule, whoeverSees } from '../projects/index.ts'

/** Who may be in a project and know who else is: whoever may look at it. */
export const presencePolicy = {
  'presence.read': whoeverSees,
  'presence.join': whoeverSees,
  'selection.show': whoeverSees,
} as const satisfies Record<string, Rule>
