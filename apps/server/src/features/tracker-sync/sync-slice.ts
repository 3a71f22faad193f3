import type { Api } from '@espalier/contract'

import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/audit.ts'
import type { IssueTracker } from '../../ports/tracker.ts'
import type { GraphqlContext, Slice } from '../../transport/graphql/slice.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { findProjectForViewer, requireProjectAccess, allowEditors, type AccessRule } from '../projects/index.ts'
import type { TrackerConnections } from '../tracker/index.ts'
import { readSyncStatus } from './sync-store.ts'
import { trackerSyncTypeDefs } from './sync-type-defs.ts'

const trackerSyncPolicy = { 'project.tracking': allowEditors } as const satisfies Record<string, AccessRule>

export interface TrackerSyncOptions {
  readonly database: Database
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly audit: Audit
}

const maxListedNodes = 1_000

/** What a project's people are told about its issue tracker. */
export const trackerSyncSlice = (options: TrackerSyncOptions): Slice => ({
  name: 'tracker-sync',
  typeDefs: trackerSyncTypeDefs,
  resolvers: {
    Query: {
      trackerSync: (_parent: unknown, { projectId }: { projectId: string }, { viewer }: GraphqlContext) =>
        readTrackerSyncView(options, viewer, projectId),
    },
  },
})

interface UndeletedIssue {
  readonly key: string
  readonly reason: string
}

/** A deleted node is not shown any more, so an issue that could not be deleted with it is named for the whole project. */
function describeUndeleted([first, ...others]: readonly UndeletedIssue[]): string | null {
  if (first === undefined) return null
  const issues = others.length === 0 ? first.key : `${first.key} and ${others.length} more`
  return `Jira did not delete ${issues}: ${first.reason}. Delete it there, or ask for the right to delete issues.`
}

async function readTrackerSyncView(
  { database, tracker, connections, audit }: TrackerSyncOptions,
  viewer: Viewer,
  projectId: string,
): Promise<Api.TrackerSync | null> {
  const { pool } = database
  const found = await findProjectForViewer(pool, viewer, projectId)
  const { project } = requireProjectAccess(found, { viewer, rule: trackerSyncPolicy['project.tracking'], audit })
  if (!project.jira_sync) return null
  const [sync, waiting, nodes, undeleted, connection] = await Promise.all([
    readSyncStatus(pool, project.id),
    pool.query<{ count: number }>('select count(*)::int as count from tracker_marks where project_id = $1', [
      project.id,
    ]),
    pool.query<Api.NodeTracking>(
      `select node_id as "nodeId", state, reason from tracker_nodes join nodes on nodes.id = node_id
       where tracker_nodes.project_id = $1 and state <> 'synced' and reason is not null and not is_deleted
       order by node_id limit $2`,
      [project.id, maxListedNodes],
    ),
    pool.query<UndeletedIssue>(
      `select issue_key as key, reason from tracker_nodes join nodes on nodes.id = tracker_nodes.node_id
       join tracker_issues issues on issues.node_id = nodes.id
       where tracker_nodes.project_id = $1 and state = 'blocked' and reason is not null and is_deleted
       order by issue_key limit $2`,
      [project.id, maxListedNodes],
    ),
    connections.findByUserId(project.owner),
  ])
  return {
    problem: sync.problem ?? describeUndeleted(undeleted.rows),
    waiting: waiting.rows[0]?.count ?? 0,
    issueUrl: connection === null ? null : tracker.site(connection.credentials).issueUrl(''),
    nodes: nodes.rows,
  }
}
