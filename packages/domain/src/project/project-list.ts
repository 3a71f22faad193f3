import { findRole, isMember, type ProjectStatus, type SharedProject } from '../access/role.ts'
import { defineTexts } from '../core/texts.ts'
import type { NodeStatus } from '../node/status.ts'

export const projectFilters = ['inbox', 'progress', 'todo', 'done', 'shared', 'archive', 'trash'] as const
export type ProjectFilter = (typeof projectFilters)[number]
export const defaultProjectFilter: ProjectFilter = 'inbox'

export const projectFilterLabels = defineTexts('domain.project-filter', {
  inbox: 'All Projects',
  progress: 'In Progress',
  todo: 'Unstarted',
  done: 'Completed',
  shared: 'Shared with me',
  archive: 'Archived',
  trash: 'Trash',
} satisfies Record<ProjectFilter, string>)

export const isProjectFilter = (value: string): value is ProjectFilter =>
  (projectFilters as readonly string[]).includes(value)

export interface ListedProject extends SharedProject {
  readonly status: ProjectStatus
  readonly completionStatus: NodeStatus
}

/** Tells whether a project is in this person's list. A project known only by its link is in none. */
export function isProjectListed(filter: ProjectFilter, project: ListedProject, userId: string): boolean {
  const role = findRole(userId, project)
  if (!isMember(role)) return false
  const isInInbox = project.status === 'active' || project.status === 'inactive'
  switch (filter) {
    case 'inbox':
      return isInInbox
    case 'progress':
    case 'todo':
    case 'done':
      return isInInbox && project.completionStatus === filter
    case 'shared':
      return isInInbox && role !== 'owner'
    case 'archive':
      return project.status === 'archived'
    case 'trash':
      return project.status === 'deleted' && role === 'owner'
  }
}
