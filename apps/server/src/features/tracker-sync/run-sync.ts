import type { Database } from '../../database/database.ts'
import { readProject, type ProjectRow } from '../../database/projects.ts'
import type { Jobs, JobRunners } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import type { IssueTracker, TrackerFailure } from '../../ports/tracker.ts'
import type { TrackerConnection, TrackerConnections } from '../tracker/index.ts'
import type { Writes } from '../projects/index.ts'
import { createKnownProjects, type KnownProjects } from './known-projects.ts'
import { look, takeHints } from './look.ts'
import { nextDue } from './marks.ts'
import { queueSync } from './queue.ts'
import { ownerCaller, SiteTrouble, type SyncContext } from './sync-context.ts'
import { readSync, writeSync } from './sync-store.ts'
import { workMarks } from './work-marks.ts'

export interface SyncOptions {
  readonly database: Database
  readonly writes: Writes
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly jobs: Jobs
  readonly log: Log
  readonly now?: () => Date
  /** How long a create without an answer may take to be seen. */
  readonly settleMs?: number
  readonly backoffMs?: number
}

/** Over the longest time-out of a request, and what an index may be behind. */
const usualSettleMs = 20_000
const usualBackoffMs = 2_000
const longestBackoffMs = 10 * 60_000
const longestRunMs = 20_000

const trackerSyncTexts = {
  notConnected: 'The owner of this project has connected no issue tracker. They can do so under Account.',
  refused: 'Jira no longer accepts the API key of this project’s owner. They can enter a new one under Account.',
} as const

export function trackerSyncRunners(options: SyncOptions): Pick<JobRunners, 'sync-tracker' | 'look-at-trackers'> {
  const known = createKnownProjects()
  return {
    'sync-tracker': ({ projectId }) => runSync(options, known, projectId),
    async 'look-at-trackers'() {
      const { pool } = options.database
      await pool.query(`delete from tracker_deliveries where at < now() - interval '7 days'`)
      const { rows } = await pool.query<{ id: string }>(
        `select id from projects where jira_sync and status <> 'deleted' order by id`,
      )
      for (const { id } of rows) await queueSync(options.jobs, id)
    },
  }
}

/** One project is brought in step, as far as the tracker lets it; what is left is queued again. */
async function runSync(options: SyncOptions, known: KnownProjects, projectId: string): Promise<void> {
  const { database, jobs, connections, now = () => new Date() } = options
  const project = await readProject(database.pool, projectId)
  if (project === undefined || !project.jira_sync || project.status === 'deleted') return
  const { pausedUntil } = await readSync(database.pool, projectId)
  if (pausedUntil !== null && pausedUntil > now()) return queueSync(jobs, projectId, { runAt: pausedUntil })
  const connection = await connections.ofPerson(project.owner)
  const problem = problemOf(connection)
  if (connection === null || problem !== null) return writeSync(database.pool, projectId, { problem })
  const context = contextOf(options, known, project, connection)
  try {
    await look(context)
    await takeHints(context)
    let isMore = true
    while (isMore && now().getTime() < context.deadline) isMore = await workMarks(context)
    await writeSync(database.pool, projectId, { problem: null, failures: 0, pausedUntil: null })
    const due = await nextDue(database.pool, projectId)
    if (due !== null) await queueSync(jobs, projectId, { runAt: due })
  } catch (error) {
    if (!(error instanceof SiteTrouble)) throw error
    await pause(options, context, error.failure)
  }
}

function problemOf(connection: TrackerConnection | null): string | null {
  if (connection === null) return trackerSyncTexts.notConnected
  return connection.refusedAt === null && connection.credentials.apiKey !== '' ? null : trackerSyncTexts.refused
}

function contextOf(
  options: SyncOptions,
  known: KnownProjects,
  project: ProjectRow,
  connection: TrackerConnection,
): SyncContext {
  const { database, writes, log, now = () => new Date() } = options
  const site = options.tracker.site(connection.credentials)
  return {
    database,
    writes,
    caller: ownerCaller(project.owner),
    projectId: project.id,
    site,
    connection,
    log,
    settleMs: options.settleMs ?? usualSettleMs,
    backoffMs: options.backoffMs ?? usualBackoffMs,
    deadline: now().getTime() + longestRunMs,
    now,
    projects: () => known.of(site, connection),
  }
}

/** The tracker is left alone for a while: longer each time, and as long as it asks for. */
async function pause(options: SyncOptions, context: SyncContext, failure: TrackerFailure): Promise<void> {
  const { database, jobs, connections, log, backoffMs = usualBackoffMs } = options
  const { projectId, connection } = context
  log.warn({ projectId, kind: failure.kind, site: context.site.site }, 'the issue tracker cannot be kept in step')
  if (failure.kind === 'rejected') {
    await connections.markRefused(connection)
    return writeSync(database.pool, projectId, { problem: trackerSyncTexts.refused })
  }
  const { failures } = await readSync(database.pool, projectId)
  const waitMs = Math.max(Math.min(backoffMs * 2 ** failures, longestBackoffMs), failure.retryAfterMs ?? 0)
  const pausedUntil = new Date(context.now().getTime() + waitMs)
  // A pause that the tracker asks for is no sign of trouble.
  const problem = failure.kind === 'limited' ? null : `${failure.message}. It is tried again by itself.`
  await writeSync(database.pool, projectId, { problem, failures: failures + 1, pausedUntil })
  await queueSync(jobs, projectId, { runAt: pausedUntil })
}
