import type { ColumnType, Generated } from 'kysely'

import type { GeneralAccess, Layout, Permission, ProjectStatus, SubscriptionStatus } from '@espalier/domain'

export interface AccountsTable {
  id: string
  user_id: string
  email: string
  firstname: string | null
  lastname: string | null
  picture: string | null
  subscription_status: SubscriptionStatus | null
  trial_end: Date | null
  created_at: Generated<Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface ProjectsTable {
  id: string
  owner: string
  title: string
  body: string
  status: ProjectStatus
  layout: Layout
  general_access: GeneralAccess
  /** Written as JSON text, read as the value. */
  json: ColumnType<unknown, string | null, string | null>
  jira_sync: boolean
  seq: number
  /** Changes up to this one have been trimmed from the log. */
  log_from: Generated<number>
  todo_count: Generated<number>
  progress_count: Generated<number>
  done_count: Generated<number>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface ProjectMembersTable {
  project_id: string
  user_id: string
  role: Permission
}

/** Nodes, the change log and operations are read and written in bulk by SQL of their own, beside this file. */
export interface Tables {
  accounts: AccountsTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
}
