import type { Api } from '@espalier/contract'
import type { GraphQLResolveInfo } from 'graphql'

import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Log } from '../../ports/log.ts'
import type { Rates } from '../../ports/rates.ts'
import type { IssueTracker } from '../../ports/tracker.ts'
import type { GraphqlContext, Slice } from '../../transport/graphql/slice.ts'
import { readCaller, requireAllowedPerson, allowProductAccess, type AccessRule, type Writes } from '../projects/index.ts'
import type { TrackerConnections } from './connections.ts'
import { importProject, readEpicKey } from './import/import-project.ts'
import { createImportProgressStore } from './import/progress.ts'
import { requireTrackerRate, trackerImportRate, trackerTestRate } from './limits.ts'
import { testTrackerConnection } from './probe.ts'
import { saveTrackerSettings, toTrackerSettingsView } from './settings.ts'
import { trackerTypeDefs } from './tracker-type-defs.ts'

const trackerPolicy = {
  'project.import': allowProductAccess,
  'account.connect': allowProductAccess,
} as const satisfies Record<string, AccessRule>

export interface TrackerOptions {
  readonly database: Database
  readonly writes: Writes
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly audit: Audit
  readonly log: Log
  /** Null: no limits. */
  readonly rates: Rates | null
  apiUrl(): string
  /** The account as the API has it. */
  readAccount(accountId: string): Promise<unknown>
}

/** The account's issue tracker: its settings, a test of them, and epics that become projects. */
export function trackerSlice(options: TrackerOptions): Slice {
  const { database, log, rates, connections, audit } = options
  const progresses = createImportProgressStore(database, log)
  return {
    name: 'tracker',
    typeDefs: trackerTypeDefs,
    resolvers: {
      AccountIntegrations: {
        async jira({ accountId }: { accountId: string }) {
          const connection = await connections.read(accountId)
          return connection === null ? null : toTrackerSettingsView(connection, options.apiUrl())
        },
      },
      Query: {
        importProgress(_parent: unknown, args: { externalProjectKey: string }, { viewer }: GraphqlContext) {
          const { accountId } = requireAllowedPerson(viewer, trackerPolicy['project.import'])
          return progresses.read(accountId, readEpicKey(args.externalProjectKey))
        },
      },
      Mutation: {
        async importProject(
          _parent: unknown,
          args: { externalProjectKey: string },
          context: GraphqlContext,
          details: GraphQLResolveInfo,
        ) {
          const { accountId } = requireAllowedPerson(context.viewer, trackerPolicy['project.import'])
          await requireTrackerRate(rates, trackerImportRate, accountId)
          return importProject({ ...options, progresses }, readCaller(context, details), args.externalProjectKey)
        },
        async updateAccount(_parent: unknown, { data }: { data: Api.AccountInput }, { viewer }: GraphqlContext) {
          const { accountId, person } = requireAllowedPerson(viewer, trackerPolicy['account.connect'])
          const jira = data.integrationSettings?.jira
          if (jira === null) {
            const isRemoved = await connections.remove(accountId)
            if (isRemoved) audit({ kind: 'integration-removed', userId: person.id })
          } else if (jira !== undefined) {
            await saveTrackerSettings(connections, accountId, jira)
            audit({ kind: 'integration-saved', userId: person.id, domain: jira.domain })
          }
          return options.readAccount(accountId)
        },
        async testJiraIntegration(_parent: unknown, { data }: { data: Api.JiraCredentials }, { viewer }: GraphqlContext) {
          const { accountId } = requireAllowedPerson(viewer, trackerPolicy['account.connect'])
          await requireTrackerRate(rates, trackerTestRate, accountId)
          return testTrackerConnection(options, accountId, data)
        },
      },
    },
  }
}
