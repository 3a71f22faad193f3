import type { ProjectStatus, Role } from '@espalier/domain'

/** The reason why a person can view a project but not change it. */
export type ReadOnlyReason = 'trash' | 'no-access' | 'viewer' | 'link'

export function getReadOnlyReason(role: Role, status: ProjectStatus): ReadOnlyReason {
  if (status === 'deleted') return 'trash'
  if (role === 'owner' || role === 'editor') return 'no-access'
  return role === 'viewer' ? 'viewer' : 'link'
}
