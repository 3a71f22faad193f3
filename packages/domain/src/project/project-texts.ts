import { limits } from '../core/limits.ts'
import { defineTexts } from '../core/texts.ts'
import { dayMs } from '../core/units.ts'

/** The list's texts and questions about projects. */
export const projectTexts = defineTexts('domain.project', {
  confirmDelete: (title: string) => `Are you sure you want to delete project ${title}?`,
  confirmEmptyTrash:
    "Delete projects permanently? All items in trash will be permanently deleted and you won't be able to restore them.",
  deleted: (title: string) => `Deleted project ${title}`,
  restored: (title: string) => `Restored project ${title}`,
  archived: (title: string) => `Archived project ${title}`,
  unarchived: (title: string) => `Unarchived project ${title}`,
  duplicated: (title: string) => `Project "${title}" duplicated`,
  copyTitle: (title: string) => `${title} (copy)`,
  notFound: 'Project not found',
  trashNotice: 'Projects in Trash get permanently deleted after 30 days.',
  emptyTrash: 'Empty Trash now',
  createFirst: 'Create my first project',
  startTrial: 'Start a Free Trial',
  nothingHere: 'No projects here.',
})

/** Returns when a deleted project is purged. */
export const getPurgeTime = (deletedAtMs: number): number => deletedAtMs + limits.trashRetentionDays * dayMs
