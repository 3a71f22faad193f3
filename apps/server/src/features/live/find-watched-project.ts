import type { Database } from '../../database/database.ts'
import { createConcurrencyLimiter } from '../../resilience/gate.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { findProjectForViewer, type ProjectWithAccess } from '../projects/index.ts'

/** Finds the project that somebody wants to listen to, and what they are to it. */
export type FindWatchedProject = (viewer: Viewer, projectId: string) => Promise<ProjectWithAccess | null>

/** After a restart every page comes back at once: they must leave connections for everybody else. */
const lookupGateOptions = { atOnce: 4, mostWaiting: 20_000, waitMs: 15_000 }

/**
 * A page subscribes to five things of a project at once: while the first question is under way, the others share its
 * answer. Whoever loses the right meanwhile is ended by the room, which asks again after each entry.
 */
export function createFindWatchedProject({ pool }: Pick<Database, 'pool'>): FindWatchedProject {
  const gate = createConcurrencyLimiter(lookupGateOptions)
  const asking = new WeakMap<Viewer, Map<string, Promise<ProjectWithAccess | null>>>()
  return (viewer, projectId) => {
    const ofViewer = asking.get(viewer) ?? new Map<string, Promise<ProjectWithAccess | null>>()
    asking.set(viewer, ofViewer)
    const known = ofViewer.get(projectId)
    if (known !== undefined) return known
    const found = gate.run(() => findProjectForViewer(pool, viewer, projectId)).finally(() => ofViewer.delete(projectId))
    ofViewer.set(projectId, found)
    return found
  }
}
