import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

export const projectListNames = ['tags', 'stages', 'fields', 'estimates'] as const
export type ProjectListName = (typeof projectListNames)[number]

/** Opens the dialog with the project's lists, at one of them. */
export const openProjectLists = (workspace: ProjectWorkspace, list: ProjectListName = 'tags'): void =>
  workspace.dialog.set({ kind: 'lists', list })
