import { isProjectListed, type ProjectFilter, type ProjectStatus, findRole } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { type ListedProjectRow, type ProjectMembers, readProjectMembers, readUserProjects } from '../../database/projects.ts'
import type { RequestBudget } from '../../transport/budget/request-budget.ts'
import type { SelectedFields } from '../../transport/graphql/selection.ts'
import { readRequestedTexts } from './project-texts.ts'
import { toCompletionStatus, type ListedProjectView, toProjectHeadView, toSharing } from './project-view.ts'

const statusesForFilter = (filter: ProjectFilter): readonly ProjectStatus[] => {
  if (filter === 'archive') return ['archived']
  return filter === 'trash' ? ['deleted'] : ['active', 'inactive']
}

/** The names and values of a project's short fields, in bytes; its title is counted with the rest of its texts. */
const bytesPerProject = 600
const bytesPerMember = 80
const projectsPerBatch = 200
const maxProjects = 50_000

export interface ProjectListRequest {
  readonly userId: string
  readonly filter: ProjectFilter
  readonly fields: SelectedFields
  readonly budget: RequestBudget
}

/** The short columns of the whole list are read at once, at one moment; long texts and members by parts, where they are asked for. */
export async function listProjects(
  { db, pool }: Database,
  { userId, filter, fields, budget }: ProjectListRequest,
): Promise<ListedProjectView[]> {
  const rows = await readUserProjects(db, userId, statusesForFilter(filter), maxProjects)
  const listed = rows.filter((row) => isProjectListed(filter, toListedState(row, ownMembership(row, userId)), userId))
  const titles = listed.reduce((sum, { title }) => sum + title.length, 0)
  await budget.reserve({ rows: listed.length, bytes: listed.length * bytesPerProject + titles })
  const views: ListedProjectView[] = []
  for (let at = 0; at < listed.length; at += projectsPerBatch) {
    const part = listed.slice(at, at + projectsPerBatch)
    const texts = await readRequestedTexts(pool, part, { fields, budget })
    const members = fields.has('sharing') ? await readMembers(db, part, budget) : null
    for (const row of part) {
      const users = members?.get(row.id) ?? ownMembership(row, userId)
      const role = findRole(userId, toListedState(row, users))
      views.push({ ...toProjectHeadView(row, users, role), ...texts.get(row.id) })
    }
  }
  return views
}

const ownMembership = ({ own_role: role }: ListedProjectRow, userId: string): ProjectMembers =>
  role === null ? {} : { [userId]: role }

const toListedState = (row: ListedProjectRow, users: ProjectMembers) => ({
  owner: row.owner,
  sharing: toSharing(row, users),
  status: row.status,
  completionStatus: toCompletionStatus(row),
})

async function readMembers(db: Database['db'], rows: readonly ListedProjectRow[], budget: RequestBudget) {
  const members = await readProjectMembers(
    db,
    rows.map(({ id }) => id),
  )
  const count = [...members.values()].reduce((sum, users) => sum + Object.keys(users).length, 0)
  await budget.reserve({ rows: count, bytes: count * bytesPerMember })
  return members
}
