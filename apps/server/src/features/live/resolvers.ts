import { type SubscriptionNodeCreatedArgs, typeDefs } from '@espalier/schema/server'
import { createConcurrencyLimiter } from '../../api/concurrency-limiter.ts'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import type { EventLoopPacer } from '../../reliability/event-loop-pacer.ts'
import { findProjectForViewer, type ProjectWithAccess, requireProjectAccess } from '../projects/index.ts'
import { livePolicy } from './policy.ts'
import type { ChannelName } from './room.ts'
import type { Rooms } from './rooms.ts'

interface LiveOptions {
  readonly database: Database
  readonly audit: Audit
  readonly rooms: Rooms
  /** Shared with whoever else subscribes to projects. */
  readonly findWatched?: FindWatchedProject
}

export function liveSlice({
  database,
  audit,
  rooms,
  findWatched = createFindWatchedProject(database),
}: LiveOptions): ApiSlice {
  const hearing = (field: ChannelName) => ({
    async subscribe(_parent: unknown, { projectId }: SubscriptionNodeCreatedArgs, { viewer }: GraphqlContext) {
      const found = await findWatched(viewer, projectId)
      const { project } = requireProjectAccess(found, { viewer, rule: livePolicy['project.hear'], audit })
      return rooms.subscribe(project, field)
    },
  })
  return {
    name: 'live',
    typeDefs: typeDefs.live,
    resolvers: {
      Subscription: {
        nodeCreated: hearing('nodeCreated'),
        nodeUpdated: hearing('nodeUpdated'),
        nodeBatchUpdated: hearing('nodeBatchUpdated'),
        projectUpdated: hearing('projectUpdated'),
      },
    },
  }
}

/** Finds the project that somebody wants to listen to, and what they are to it. */
export type FindWatchedProject = (viewer: Viewer, projectId: string) => Promise<ProjectWithAccess | null>

/** After a restart every page comes back at once: they must leave connections for everybody else. */
const lookupGateOptions = { atOnce: 4, mostWaiting: 20_000, waitMs: 15_000 }

/**
 * A page subscribes to five things of a project at once: while the first question is under way, the others share its
 * answer. Whoever loses the right meanwhile is ended by the room, which asks again after each entry.
 */
export function createFindWatchedProject({ pool }: Pick<Database, 'pool'>, pacer?: EventLoopPacer): FindWatchedProject {
  const gate = createConcurrencyLimiter({ ...lookupGateOptions, ...(pacer !== undefined && { pacer }) })
  const asking = new WeakMap<Viewer, Map<string, Promise<ProjectWithAccess | null>>>()
  return (viewer, projectId) => {
    const ofViewer = asking.get(viewer) ?? new Map<string, Promise<ProjectWithAccess | null>>()
    asking.set(viewer, ofViewer)
    const known = ofViewer.get(projectId)
    if (known !== undefined) return known
    const found = gate
      .run(() => findProjectForViewer(pool, viewer, projectId))
      .finally(() => ofViewer.delete(projectId))
    ofViewer.set(projectId, found)
    return found
  }
}
