import {
  getCompletionStatus,
  maskSharing,
  type NodeStatus,
  type ProjectStatus,
  type Role,
  findRole,
  type Sharing,
} from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import {
  type ProjectMembers,
  readProjectMembers,
  type ProjectHead,
  type ProjectRow,
  type ProjectTextColumns,
} from '../../database/projects.ts'

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

/** A project of a list: its long texts are there only where they were asked for. */
export type ListedProjectView = Omit<ProjectView, 'body' | 'json'> & Partial<ProjectTextColumns>

export const toCompletionStatus = (row: ProjectHead): NodeStatus =>
  getCompletionStatus({ todo: row.todo_count, progress: row.progress_count, done: row.done_count })

export const toSharing = (row: ProjectHead, users: ProjectMembers): Sharing => ({
  generalAccess: row.general_access,
  users,
  editorsMayShare: row.editors_may_share,
})

export const toProjectHeadView = (row: ProjectHead, users: ProjectMembers, role: Role): Omit<ProjectView, 'body' | 'json'> => ({
  id: row.id,
  title: row.title,
  status: row.status,
  completionStatus: toCompletionStatus(row),
  owner: row.owner,
  layout: row.layout,
  sharing: maskSharing(toSharing(row, users), role),
  integrationSettings: { jiraSync: row.jira_sync },
  seq: row.seq,
  updatedAt: row.updated_at.getTime(),
})

export const toProjectView = (row: ProjectRow, users: ProjectMembers, role: Role): ProjectView => ({
  ...toProjectHeadView(row, users, role),
  body: row.body,
  json: row.json,
})

/** The project as this person now sees it: their role may just have changed. */
export const readProjectView = async (db: Database['db'], row: ProjectRow, userId: string | null): Promise<ProjectView> => ({
  ...(await readProjectHeadView(db, row, userId)),
  body: row.body,
  json: row.json,
})

/** The same without the long texts. */
export async function readProjectHeadView(db: Database['db'], row: ProjectHead, userId: string | null) {
  const users = (await readProjectMembers(db, [row.id])).get(row.id) ?? {}
  return toProjectHeadView(row, users, findRole(userId, { owner: row.owner, sharing: toSharing(row, users) }))
}
