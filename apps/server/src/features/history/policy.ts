import { canSeePeople, canView } from '@espalier/domain'

import { type Rule, whoeverEdits } from '../projects/index.ts'

/** A history names people: it is for those named in the project. */
const whoeverIsNamed: Rule = (viewer, standing) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (standing === null || !canView(standing)) return 'NOT_FOUND'
  return canSeePeople(standing.role) ? 'allowed' : 'FORBIDDEN'
}

export const historyPolicy = {
  'history.read': whoeverIsNamed,
  'change.undo': whoeverEdits,
} as const satisfies Record<string, Rule>
