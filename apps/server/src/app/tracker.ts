import type { FastifyPluginAsync } from 'fastify'
import { createJobQueue } from '../adapters/graphile-worker/job-queue.ts'
import { createJiraTracker } from '../adapters/jira/jira-tracker.ts'
import type { Slice } from '../api/slice.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { type Accounts, readAccountView } from '../features/account/index.ts'
import type { Writes } from '../features/projects/index.ts'
import { trackerSlice, trackerSyncSlice } from '../features/tracker/resolvers.ts'
import { createTrackerConnections, type TrackerConnections } from '../features/tracker/settings/connection-store.ts'
import { trackerJobRunners } from '../features/tracker/sync/run-sync.ts'
import { trackerWebhookRoutes } from '../features/tracker/sync/webhook-routes.ts'
import type { RecurringJob } from '../ports/jobs.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import type { IssueTracker } from '../ports/tracker.ts'
import { createSealing } from '../security/cryptography.ts'
import type { Origins } from '../transport/http/origins.ts'
import type { ShutdownHooks } from './shutdown.ts'

export interface TrackerParts {
  readonly config: Config
  readonly secrets: readonly string[]
  readonly database: Database
  readonly started: ShutdownHooks
}

export interface TrackerApiParts {
  readonly writes: Writes
  readonly accounts: Accounts
  readonly origins: Origins
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly audit: Audit
  readonly log: Log
}

export interface ComposedTracker {
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  runners(parts: {
    readonly database: Database
    readonly writes: Writes
    readonly log: Log
  }): ReturnType<typeof trackerJobRunners>
  slices(parts: TrackerApiParts): Slice[]
  routes(rates: Rates | null): FastifyPluginAsync
}

export const trackerJobs: readonly RecurringJob[] = [{ name: 'poll-trackers', everyMs: 60_000 }]

/** Composes the issue tracker for the API and for the sync jobs. */
export function composeTracker({ config, secrets, database, started }: TrackerParts): ComposedTracker {
  const tracker = createJiraTracker(config.jira)
  started.add('tracker', async () => tracker.close())
  const jobs = createJobQueue(database.pool)
  const connections = createTrackerConnections(database, createSealing(secrets))
  return {
    tracker,
    connections,
    runners: (parts) => trackerJobRunners({ ...parts, tracker, connections, jobs }),
    routes: (rates) => trackerWebhookRoutes({ database, tracker, connections, rates, jobs }),
    slices: ({ accounts, origins, ...parts }) => [
      trackerSyncSlice({ database, tracker, connections, audit: parts.audit }),
      trackerSlice({
        ...parts,
        database,
        tracker,
        connections,
        // A webhook comes from outside, so it uses the first of our URLs.
        apiUrl: () => config.apiUrl ?? config.webUrl ?? origins.apiOriginFor({ host: '' }),
        readAccount: (accountId) => readAccountView(accounts, accountId),
      }),
    ],
  }
}
