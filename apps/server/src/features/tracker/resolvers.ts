import { minuteMs } from '@espalier/domain'
import { type AccountValue, typeDefs } from '@espalier/schema/server'
import type { Api } from '@espalier/schema'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice } from '../../api/slice.ts'
import { describeActor, type Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Audit, Log } from '../../ports/log.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import type { IssueTracker } from '../../ports/tracker.ts'
import {
  type AccessRule,
  allowEditors,
  allowProductAccess,
  findProjectForViewer,
  readCaller,
  requireAllowedPerson,
  requireProjectAccess,
  type Writes,
} from '../projects/index.ts'
import { trackerErrorTexts } from '../../texts/tracker.ts'
import { createImportProgressStore } from './import/import-progress-store.ts'
import { importProject, readEpicKey } from './import/import-project.ts'
import { readUndeletedIssues, type UndeletedIssue } from './links/issue-link-store.ts'
import type { TrackerConnections } from './settings/connection-store.ts'
import { saveTrackerSettings, testTrackerConnection, toTrackerSettingsView } from './settings/tracker-settings.ts'
import { readSyncStatus, readUnsyncedNodes } from './sync/sync-state-store.ts'
import { countTasks } from './sync/task-store.ts'

/** The page tests a second after the last key press; each test costs the tracker four calls. */
const trackerTestRate: Rate = { name: 'tracker-test', max: 40, windowMs: minuteMs }
const trackerImportRate: Rate = { name: 'tracker-import', max: 30, windowMs: 10 * minuteMs }

/** Null: no limits. */
const requireTrackerRate = (rates: Rates | null, rate: Rate, accountId: string): Promise<void> =>
  requireRate(rates, rate, {
    key: accountId,
    message: trackerErrorTexts.connection.askedTooOften,
  })

const trackerPolicy = {
  'project.import': allowProductAccess,
  'account.connect': allowProductAccess,
} as const satisfies Record<string, AccessRule>

interface TrackerOptions {
  readonly database: Database
  readonly writes: Writes
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly audit: Audit
  readonly log: Log
  /** Null: no limits. */
  readonly rates: Rates | null
  apiUrl(): string
  /** The account as the API returns it. */
  readAccount(accountId: string): Promise<AccountValue>
}

/** The account's issue tracker: its settings, a connection test, and the import of epics. */
export function trackerSlice(options: TrackerOptions): ApiSlice {
  const { database, log, rates, connections, audit } = options
  const progresses = createImportProgressStore(database, log)
  return {
    name: 'tracker',
    typeDefs: typeDefs.tracker,
    resolvers: {
      AccountIntegrations: {
        async jira({ accountId }) {
          const connection = await connections.read(accountId)
          return connection === null ? null : toTrackerSettingsView(connection, options.apiUrl())
        },
      },
      Query: {
        importProgress(_parent, args, { viewer }) {
          const { accountId } = requireAllowedPerson(viewer, trackerPolicy['project.import'])
          return progresses.read(accountId, readEpicKey(args.externalProjectKey))
        },
      },
      Mutation: {
        async importProject(_parent, args: { externalProjectKey: string }, context, details) {
          const { accountId } = requireAllowedPerson(context.viewer, trackerPolicy['project.import'])
          await requireTrackerRate(rates, trackerImportRate, accountId)
          return importProject({ ...options, progresses }, readCaller(context, details), args.externalProjectKey)
        },
        async updateAccount(_parent, { data }, { viewer }) {
          const { accountId } = requireAllowedPerson(viewer, trackerPolicy['account.connect'])
          const jira = data.integrationSettings?.jira
          if (jira === null) {
            const isRemoved = await connections.remove(accountId)
            if (isRemoved) audit({ kind: 'integration-removed', ...describeActor(viewer) })
          } else if (jira !== undefined) {
            await saveTrackerSettings(connections, accountId, jira)
            audit({ kind: 'integration-saved', ...describeActor(viewer), domain: jira.domain })
          }
          return options.readAccount(accountId)
        },
        async testJiraIntegration(_parent, { data }: { data: Api.JiraCredentials }, { viewer }) {
          const { accountId } = requireAllowedPerson(viewer, trackerPolicy['account.connect'])
          await requireTrackerRate(rates, trackerTestRate, accountId)
          return testTrackerConnection(options, accountId, data)
        },
      },
    },
  }
}

const trackerSyncPolicy = { 'project.tracking': allowEditors } as const satisfies Record<string, AccessRule>

interface TrackerSyncOptions {
  readonly database: Database
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly audit: Audit
}

const maxListedNodes = 1_000

/** The sync status of a project for its members. */
export const trackerSyncSlice = (options: TrackerSyncOptions): ApiSlice => ({
  name: 'tracker-sync',
  typeDefs: typeDefs.trackerSync,
  resolvers: {
    Query: {
      trackerSync: (_parent, { projectId }, { viewer }) => readTrackerSyncView(options, viewer, projectId),
    },
  },
})

/**
 * A deleted node is no longer shown, so an issue that could not be deleted with it is reported for the whole project.
 */
function describeUndeleted([first, ...others]: readonly UndeletedIssue[]): string | null {
  if (first === undefined) return null
  return others.length === 0
    ? trackerErrorTexts.sync.notDeleted(first.key, first.reason)
    : trackerErrorTexts.sync.severalNotDeleted(first.key, others.length, first.reason)
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
    countTasks(pool, project.id),
    readUnsyncedNodes(pool, project.id, maxListedNodes),
    readUndeletedIssues(pool, project.id, maxListedNodes),
    connections.findByUserId(project.owner),
  ])
  return {
    problem: sync.problem ?? describeUndeleted(undeleted),
    waiting,
    issueUrl: connection === null ? null : tracker.site(connection.credentials).issueUrl(''),
    nodes,
  }
}
