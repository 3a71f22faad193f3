import { accept, refuse, type Result } from '../result.ts'
import type { Role } from '../roles/role.ts'
import type { ProjectStatus } from './project-status.ts'

const ownerOnlyStatuses: ReadonlySet<ProjectStatus> = new Set(['archived', 'deleted'])

/**
 * Only the owner moves a project into or out of archived and deleted; an editor may switch active and inactive.
 * A deleted project comes back as active. The present status is never refused.
 */
export function changeProjectStatus(
  role: Role,
  from: ProjectStatus,
  to: ProjectStatus,
): Result<ProjectStatus, 'not-allowed' | 'undelete-first'> {
  if (from === to) return accept(to)
  const mayMove = role === 'owner' || (role === 'editor' && !ownerOnlyStatuses.has(from) && !ownerOnlyStatuses.has(to))
  if (!mayMove) return refuse('not-allowed')
  return from === 'deleted' && to !== 'active' ? refuse('undelete-first') : accept(to)
}

/** What the forms offer. Deleting is not done by a form; inactive is offered to what exists already. */
export function listStatusChoices(role: Role, present: ProjectStatus | null): readonly ProjectStatus[] {
  if (present === null) return ['active', 'archived']
  return (['active', 'inactive', 'archived'] as const).filter((to) => changeProjectStatus(role, present, to).ok)
}
