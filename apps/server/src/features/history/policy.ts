import { canSeePeople, canView } from '@espalier/domain'

import { type AccessRule, allowEditors } from '../projects/index.ts'

/** A history names people: it is for those named in the project. */
const allowNamedMembers: AccessRule = (viewer, standing) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (standing === null || !canView(standing)) return 'NOT_FOUND'
  return canSeePeople(standing.role) ? 'allowed' : 'FORBIDDEN'
}

export const historyPolicy = {
  'history.read': allowNamedMembers,
  'change.undo': allowEditors,
} as const satisfies Record<string, AccessRule>
