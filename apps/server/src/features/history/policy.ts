import { canSeePeople, canView } from '@espalier/domain'

import { type AccessRule, allowEditors } from '../projects/index.ts'

/** A history names people, so it is only for the named members of the project. */
const allowNamedMembers: AccessRule = (viewer, access) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (access === null || !canView(access)) return 'NOT_FOUND'
  return canSeePeople(access.role) ? 'allowed' : 'FORBIDDEN'
}

export const historyPolicy = {
  'history.read': allowNamedMembers,
  'change.undo': allowEditors,
} as const satisfies Record<string, AccessRule>
