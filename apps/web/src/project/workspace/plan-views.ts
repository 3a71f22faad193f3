import type { ProjectId } from '@espalier/domain'
import { deviceStorage } from '../../platform/storage.ts'

/** The views of a plan in the order of their tabs. Everything else about a view is in a record over these names. */
export const planViews = ['map', 'outline', 'board', 'table', 'timeline', 'calendar'] as const
export type PlanView = (typeof planViews)[number]

/** The parts of the screen that show the plan, whichever view is open. */
export const planGround = '[data-canvas], [data-view]'

/** The map has the address of the project itself. */
export const formatViewPath = (projectId: ProjectId, view: PlanView): string =>
  view === 'map' ? `/tree/${projectId}` : `/tree/${projectId}/${view}`

/** Returns the view that a path names. */
export const parseViewPath = (path: string): PlanView =>
  planViews.find((view) => path.toLowerCase().replace(/\/+$/u, '').endsWith(`/${view}`)) ?? 'map'

const formatStorageKey = (userId: string | null, projectId: ProjectId): string =>
  `view:${userId ?? 'visitor'}:${projectId}`

/** One person's last chosen view of one project. */
export const chosenViews = {
  /** Null: this person has not chosen a view yet. */
  read(userId: string | null, projectId: ProjectId): PlanView | null {
    const stored = deviceStorage.read(formatStorageKey(userId, projectId))
    return planViews.find((view) => view === stored) ?? null
  },
  write(userId: string | null, projectId: ProjectId, view: PlanView): void {
    deviceStorage.write(formatStorageKey(userId, projectId), view)
  },
}
