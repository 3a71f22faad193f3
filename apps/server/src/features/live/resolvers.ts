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
  /** Shared with the other subscriptions to projects. */
  readonly findWatched?: FindWatchedProject
}

export function liveSlice({
  database,
  audit,
  rooms,
  findWatched = createFindWatchedProject(database),
}: LiveOptions): ApiSlice {
  const subscribeTo = (field: ChannelName) => ({
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
        nodeCreated: subscribeTo('nodeCreated'),
        nodeUpdated: subscribeTo('nodeUpdated'),
        nodeBatchUpdated: subscribeTo('nodeBatchUpdated'),
        projectUpdated: subscribeTo('projectUpdated'),
      },
    },
  }
}

/** Finds the project that a viewer subscribes to, with their access to it. */
export type FindWatchedProject = (viewer: Viewer, projectId: string) => Promise<ProjectWithAccess | null>

/** After a restart every page reconnects at once and must leave connections for everybody else. */
const lookupGateOptions = { atOnce: 4, mostWaiting: 20_000, waitMs: 15_000 }

/**
 * A page starts five subscriptions of a project at once: while the first query runs, the others share its result. If
 * access is revoked meanwhile, the room ends the subscription, because it checks again after each join.
 */
export function createFindWatchedProject({ pool }: Pick<Database, 'pool'>, pacer?: EventLoopPacer): FindWatchedProject {
  const limiter = createConcurrencyLimiter({ ...lookupGateOptions, ...(pacer !== undefined && { pacer }) })
  const pendingByViewer = new WeakMap<Viewer, Map<string, Promise<ProjectWithAccess | null>>>()
  return (viewer, projectId) => {
    const pending = pendingByViewer.get(viewer) ?? new Map<string, Promise<ProjectWithAccess | null>>()
    pendingByViewer.set(viewer, pending)
    const known = pending.get(projectId)
    if (known !== undefined) return known
    const found = limiter
      .run(() => findProjectForViewer(pool, viewer, projectId))
      .finally(() => pending.delete(projectId))
    pending.set(projectId, found)
    return found
  }
}
