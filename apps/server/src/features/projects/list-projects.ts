import { isListed, type ProjectFilter, type ProjectStatus, roleOf } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { type ListedProject, type Members, membersOf, projectsOfUser } from '../../database/projects.ts'
import type { RequestBudget } from '../../transport/budget/request-budget.ts'
import type { AskedFields } from '../../transport/graphql/selection.ts'
import { readTexts } from './project-texts.ts'
import { completionOfRow, type ListedView, projectHeadView, sharingOf } from './project-view.ts'

const statusesOf = (filter: ProjectFilter): readonly ProjectStatus[] => {
  if (filter === 'archive') return ['archived']
  return filter === 'trash' ? ['deleted'] : ['active', 'inactive']
}

/** The names and values of a project's short fields, in bytes; its title is counted with the rest of its texts. */
const bytesPerProject = 600
const bytesPerMember = 80
const projectsAtOnce = 200
const mostProjects = 50_000

export interface WantedProjects {
  readonly userId: string
  readonly filter: ProjectFilter
  readonly fields: AskedFields
  readonly budget: RequestBudget
}

/** The short columns of the whole list are read at once, at one moment; long texts and members by parts, where they are asked for. */
export async function listProjects(
  { db, pool }: Database,
  { userId, filter, fields, budget }: WantedProjects,
): Promise<ListedView[]> {
  const rows = await projectsOfUser(db, userId, statusesOf(filter), mostProjects)
  const listed = rows.filter((row) => isListed(filter, standingOf(row, ownMembership(row, userId)), userId))
  const titles = listed.reduce((sum, { title }) => sum + title.length, 0)
  await budget.reserve({ rows: listed.length, bytes: listed.length * bytesPerProject + titles })
  const views: ListedView[] = []
  for (let at = 0; at < listed.length; at += projectsAtOnce) {
    const part = listed.slice(at, at + projectsAtOnce)
    const texts = await readTexts(pool, part, { fields, budget })
    const members = fields.has('sharing') ? await readMembers(db, part, budget) : null
    for (const row of part) {
      const users = members?.get(row.id) ?? ownMembership(row, userId)
      const role = roleOf(userId, standingOf(row, users))
      views.push({ ...projectHeadView(row, users, role), ...texts.get(row.id) })
    }
  }
  return views
}

const ownMembership = ({ own_role: role }: ListedProject, userId: string): Members =>
  role === null ? {} : { [userId]: role }

const standingOf = (row: ListedProject, users: Members) => ({
  owner: row.owner,
  sharing: sharingOf(row, users),
  status: row.status,
  completionStatus: completionOfRow(row),
})

async function readMembers(db: Database['db'], rows: readonly ListedProject[], budget: RequestBudget) {
  const members = await membersOf(
    db,
    rows.map(({ id }) => id),
  )
  const count = [...members.values()].reduce((sum, users) => sum + Object.keys(users).length, 0)
  await budget.reserve({ rows: count, bytes: count * bytesPerMember })
  return members
}
