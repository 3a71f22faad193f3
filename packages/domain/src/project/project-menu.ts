import type { AccessContext } from '../access/role.ts'
import { defineTexts } from '../core/texts.ts'

export const projectMenuLabels = defineTexts('domain.project-menu', {
  share: 'Share',
  edit: 'Edit',
  duplicate: 'Duplicate',
  open: 'Open',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  undelete: 'Undelete',
})
export type ProjectMenuItem = keyof typeof projectMenuLabels

/** Returns the items of the list's action menu in order. Without product access there is no menu. */
export function listProjectMenuItems({ role, status, hasProductAccess }: AccessContext): readonly ProjectMenuItem[] {
  if (!hasProductAccess || role === 'none') return []
  if (status === 'deleted') return role === 'owner' ? ['undelete'] : []
  if (role === 'viewer' || role === 'link') return ['open']
  if (role === 'editor') return ['share', 'edit', 'duplicate', 'open']
  return ['share', 'edit', 'duplicate', 'open', status === 'archived' ? 'unarchive' : 'archive', 'delete']
}
