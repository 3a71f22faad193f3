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
import {
  type Members,
  membersOf,
  type ProjectHead,
  type ProjectRow,
  type ProjectTexts,
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
export type ListedView = Omit<ProjectView, 'body' | 'json'> & Partial<ProjectTexts>

export const completionOfRow = (row: ProjectHead): NodeStatus =>
  completionOf({ todo: row.todo_count, progress: row.progress_count, done: row.done_count })

export const sharingOf = (row: ProjectHead, users: Members): Sharing => ({
  generalAccess: row.general_access,
  users,
  editorsMayShare: row.editors_may_share,
})

export const projectHeadView = (row: ProjectHead, users: Members, role: Role): Omit<ProjectView, 'body' | 'json'> => ({
  id: row.id,
  title: row.title,
  status: row.status,
  completionStatus: completionOfRow(row),
  owner: row.owner,
  layout: row.layout,
  sharing: maskSharing(sharingOf(row, users), role),
  integrationSettings: { jiraSync: row.jira_sync },
  seq: row.seq,
  updatedAt: row.updated_at.getTime(),
})

export const projectView = (row: ProjectRow, users: Members, role: Role): ProjectView => ({
  ...projectHeadView(row, users, role),
  body: row.body,
  json: row.json,
})

/** The project as this person now sees it: their role may just have changed. */
export const viewFor = async (db: Database['db'], row: ProjectRow, userId: string | null): Promise<ProjectView> => ({
  ...(await headViewFor(db, row, userId)),
  body: row.body,
  json: row.json,
})

/** The same without the long texts. */
export async function headViewFor(db: Database['db'], row: ProjectHead, userId: string | null) {
  const users = (await membersOf(db, [row.id])).get(row.id) ?? {}
  return projectHeadView(row, users, roleOf(userId, { owner: row.owner, sharing: sharingOf(row, users) }))
}
