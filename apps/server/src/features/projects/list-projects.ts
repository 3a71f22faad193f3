import { isListed, type ProjectFilter, type ProjectStatus, roleOf } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { membersOf, projectsOfUser } from '../../database/projects.ts'
import { completionOfRow, projectView, type ProjectView, sharingOf } from './project-view.ts'

const statusesOf = (filter: ProjectFilter): readonly ProjectStatus[] => {
  if (filter === 'archive') return ['archived']
  return filter === 'trash' ? ['deleted'] : ['active', 'inactive']
}

export async function listProjects(db: Database['db'], userId: string, filter: ProjectFilter): Promise<ProjectView[]> {
  const rows = await projectsOfUser(db, userId, statusesOf(filter))
  const ids = rows.map(({ id }) => id)
  const members = ids.length === 0 ? new Map() : await membersOf(db, ids)
  return rows.flatMap((row) => {
    const users = members.get(row.id) ?? {}
    const listed = { owner: row.owner, sharing: sharingOf(row, users), status: row.status }
    if (!isListed(filter, { ...listed, completionStatus: completionOfRow(row) }, userId)) return []
    return [projectView(row, users, roleOf(userId, listed))]
  })
}
