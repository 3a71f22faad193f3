import {
  completionOf,
  maskSharing,
  type NodeStatus,
  type ProjectStatus,
  type Role,
  roleOf,
  type Sharing,
} from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import { type Members, membersOf, type ProjectRow } from '../../database/projects.ts'

/** A project as the API has it, for one caller. Plain JSON: it may be an answer that is kept for a repeat. */
export interface ProjectView {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly status: ProjectStatus
  readonly completionStatus: NodeStatus
  readonly owner: string
  readonly layout: string
  readonly sharing: Sharing
  readonly integrationSettings: { readonly jiraSync: boolean }
  readonly json: unknown
  readonly seq: number
  readonly updatedAt: number
}

export const completionOfRow = (row: ProjectRow): NodeStatus =>
  completionOf({ todo: row.todo_count, progress: row.progress_count, done: row.done_count })

export const sharingOf = (row: ProjectRow, users: Members): Sharing => ({
  generalAccess: row.general_access,
  users,
  editorsMayShare: row.editors_may_share,
})

export const projectView = (row: ProjectRow, users: Members, role: Role): ProjectView => ({
  id: row.id,
  title: row.title,
  body: row.body,
  status: row.status,
  completionStatus: completionOfRow(row),
  owner: row.owner,
  layout: row.layout,
  sharing: maskSharing(sharingOf(row, users), role),
  integrationSettings: { jiraSync: row.jira_sync },
  json: row.json,
  seq: row.seq,
  updatedAt: row.updated_at.getTime(),
})

/** The project as this person now sees it: their role may just have changed. */
export async function viewFor(db: Database['db'], row: ProjectRow, userId: string | null): Promise<ProjectView> {
  const users = (await membersOf(db, [row.id])).get(row.id) ?? {}
  return projectView(row, users, roleOf(userId, { owner: row.owner, sharing: sharingOf(row, users) }))
}
