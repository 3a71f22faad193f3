import type { Database } from '../../../database/database.ts'
import { type ProjectRow, readProjectRow } from '../../../database/projects.ts'
import type { JobRunners, Jobs } from '../../../ports/jobs.ts'
import type { Log } from '../../../ports/log.ts'
import type {
  IssueTracker,
  TrackerFailure,
  TrackerFieldModel,
  TrackerProject,
  TrackerSite,
} from '../../../ports/tracker.ts'
import type { Writes } from '../../projects/index.ts'
import type { TrackerConnection, TrackerConnections } from '../settings/connection-store.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { readFieldRules } from '../fields/field-rules.ts'
import { enqueueSync } from './enqueue-changes.ts'
import { pollTracker, processWebhookHints } from './poll-tracker.ts'
import { processSyncTasks } from './process-tasks.ts'
import { createOwnerCaller, requireTrackerValue, type SyncContext, TrackerUnavailableError } from './sync-context.ts'
import { readSyncStatus, updateSyncStatus } from './sync-state-store.ts'
import { deleteOldDeliveries, readNextDueTime, readSyncedProjectIds } from './task-store.ts'

/** A context before anything about its fields was read. */
type BaseContext = Omit<SyncContext, 'rules' | 'reading' | 'blockerTypeId' | 'findPerson' | 'refresh'>

export interface TrackerSyncJobOptions {
  readonly database: Database
  readonly writes: Writes
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly jobs: Jobs
  readonly log: Log
  readonly now?: () => Date
  /** How long a create without a response may take to become visible. */
  readonly settleMs?: number
  readonly backoffMs?: number
}

/** Longer than the maximum request timeout plus the lag of the index. */
const defaultSettleMs = 20_000
const defaultBackoffMs = 2_000
const maxBackoffMs = 10 * 60_000
const maxRunMs = 20_000

export function trackerJobRunners(options: TrackerSyncJobOptions): Pick<JobRunners, 'sync-tracker' | 'poll-trackers'> {
  const known = createTrackerCaches()
  return {
    'sync-tracker': ({ projectId }) => runSync(options, known, projectId),
    async 'poll-trackers'() {
      const { pool } = options.database
      await deleteOldDeliveries(pool)
      for (const id of await readSyncedProjectIds(pool)) await enqueueSync(options.jobs, id)
    },
  }
}

/** Syncs one project as far as the tracker allows; the rest is queued again. */
async function runSync(options: TrackerSyncJobOptions, known: TrackerCaches, projectId: string): Promise<void> {
  const { database, jobs, connections, now = () => new Date() } = options
  const project = await readProjectRow(database.pool, projectId)
  if (project === undefined || !project.jira_sync || project.status === 'deleted') return
  const { pausedUntil } = await readSyncStatus(database.pool, projectId)
  if (pausedUntil !== null && pausedUntil > now()) return enqueueSync(jobs, projectId, { runAt: pausedUntil })
  const connection = await connections.findByUserId(project.owner)
  const problem = describeSyncProblem(connection)
  if (connection === null || problem !== null) return updateSyncStatus(database.pool, projectId, { problem })
  const base = createSyncContext(options, known, project, connection)
  try {
    const context = await addFieldRules(base, known, project)
    await pollTracker(context)
    await processWebhookHints(context)
    let isMore = true
    while (isMore && now().getTime() < context.deadline) isMore = await processSyncTasks(context)
    await updateSyncStatus(database.pool, projectId, { problem: null, failures: 0, pausedUntil: null })
    const due = await readNextDueTime(database.pool, projectId)
    if (due !== null) await enqueueSync(jobs, projectId, { runAt: due })
  } catch (error) {
    if (!(error instanceof TrackerUnavailableError)) throw error
    await pauseSync(options, base, error.failure)
  }
}

function describeSyncProblem(connection: TrackerConnection | null): string | null {
  if (connection === null) return trackerErrorTexts.sync.notConnected
  return connection.refusedAt === null && connection.credentials.apiKey !== ''
    ? null
    : trackerErrorTexts.sync.keyRefused
}

function createSyncContext(
  options: TrackerSyncJobOptions,
  known: TrackerCaches,
  project: ProjectRow,
  connection: TrackerConnection,
): BaseContext {
  const { database, writes, log, now = () => new Date() } = options
  const site = options.tracker.site(connection.credentials)
  return {
    database,
    writes,
    caller: createOwnerCaller(project.owner),
    projectId: project.id,
    site,
    connection,
    log,
    settleMs: options.settleMs ?? defaultSettleMs,
    backoffMs: options.backoffMs ?? defaultBackoffMs,
    deadline: now().getTime() + maxRunMs,
    now,
    projects: () => known.readProjects(site, connection),
  }
}

/** Reads which fields are synced, and what the tracker has for them. */
async function addFieldRules(base: BaseContext, known: TrackerCaches, project: ProjectRow): Promise<SyncContext> {
  const { database, site, connection } = base
  const readModel = () => known.readFieldModel(site, connection)
  const rules = await readFieldRules(database.pool, { project, site, readModel })
  const { epicLinkFieldId, linkTypeId } = connection
  const people = new Map<string, ReturnType<TrackerSite['findPerson']>>()
  return {
    ...base,
    refresh: async () => addFieldRules(base, known, (await readProjectRow(database.pool, project.id)) ?? project),
    rules,
    blockerTypeId: rules.linksAs === 'blockers' ? linkTypeId : null,
    reading: { epicLinkFieldId, ...(rules.request.names.length > 0 && { fields: rules.request }) },
    findPerson(email) {
      const found = people.get(email) ?? site.findPerson(email)
      people.set(email, found)
      return found
    },
  }
}

/** Pauses requests to the tracker: longer each time, or as long as it requests. */
async function pauseSync(options: TrackerSyncJobOptions, context: BaseContext, failure: TrackerFailure): Promise<void> {
  const { database, jobs, connections, log, backoffMs = defaultBackoffMs } = options
  const { projectId, connection } = context
  log.warn({ projectId, kind: failure.kind, site: context.site.site }, 'the issue tracker could not be synced')
  if (failure.kind === 'rejected') {
    await connections.markRefused(connection)
    return updateSyncStatus(database.pool, projectId, { problem: trackerErrorTexts.sync.keyRefused })
  }
  const { failures } = await readSyncStatus(database.pool, projectId)
  const waitMs = Math.max(Math.min(backoffMs * 2 ** failures, maxBackoffMs), failure.retryAfterMs ?? 0)
  const pausedUntil = new Date(context.now().getTime() + waitMs)
  // A pause that the tracker requests is not a problem.
  const problem = failure.kind === 'limited' ? null : trackerErrorTexts.retriedLater(failure.message)
  await updateSyncStatus(database.pool, projectId, { problem, failures: failures + 1, pausedUntil })
  await enqueueSync(jobs, projectId, { runAt: pausedUntil })
}

const cacheMs = 10 * 60_000
const maxCachedSites = 200

interface TrackerCaches {
  readProjects(site: TrackerSite, connection: TrackerConnection): Promise<readonly TrackerProject[]>
  readFieldModel(site: TrackerSite, connection: TrackerConnection): Promise<TrackerFieldModel>
}

/** A site's projects, types and fields hardly change, and reading them takes many calls. */
const createTrackerCaches = (): TrackerCaches => ({
  readProjects: createSiteCache(async (site) => {
    // With an invalid key the tracker returns an empty list instead of an error.
    requireTrackerValue(await site.myself())
    return requireTrackerValue(await site.projects())
  }),
  readFieldModel: createSiteCache(async (site) => requireTrackerValue(await site.fieldModel())),
})

/** Remembers what an account read from its site; a failure is not remembered. */
function createSiteCache<Value>(read: (site: TrackerSite) => Promise<Value>) {
  const known = new Map<string, { readonly at: number; readonly value: Promise<Value> }>()
  return (site: TrackerSite, { accountId, credentials }: TrackerConnection): Promise<Value> => {
    const key = `${accountId} ${credentials.domain} ${credentials.apiUser}`
    const cached = known.get(key)
    if (cached !== undefined && Date.now() - cached.at < cacheMs) return cached.value
    const value = read(site)
    value.catch(() => known.delete(key))
    known.delete(key)
    known.set(key, { at: Date.now(), value })
    const [oldest] = known.keys()
    if (known.size > maxCachedSites && oldest !== undefined) known.delete(oldest)
    return value
  }
}
