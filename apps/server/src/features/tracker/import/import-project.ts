import { checkEpicKey, projectFormTexts } from '@espalier/domain'
import { ApiError } from '../../../api/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { Log } from '../../../ports/log.ts'
import type { Person } from '../../../ports/identities.ts'
import type { IssueTracker, TrackerFailure, TrackerFieldModel, TrackerSite } from '../../../ports/tracker.ts'
import { badInputError, type Caller, type ProjectView, readProjectView, type Writes } from '../../projects/index.ts'
import type { TrackerConnection, TrackerConnections } from '../settings/connection-store.ts'
import { toTrackerApiError } from '../settings/tracker-settings.ts'
import { type FieldRules, readFieldRules } from '../fields/field-rules.ts'
import type { ImportCounts, ImportProgressReport, ImportProgressStore } from './import-progress-store.ts'
import { type FieldSettings, readFieldSettings } from './import-store.ts'
import { type EpicIssues, maxImportedIssues, readEpic } from './read-epic.ts'
import { prepareNodeBodies } from '../links/issue-to-node.ts'
import { trackerErrorTexts } from '../../../texts/tracker.ts'
import { storeImport } from './store-import.ts'

export interface EpicImportParts {
  readonly database: Database
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly progresses: ImportProgressStore
  readonly writes: Writes
  readonly log: Log
}

const epicKeyField = 'externalProjectKey'
/** The time limit for reading a whole epic. */
const readTimeoutMs = 120_000

export function readEpicKey(given: string): string {
  const key = checkEpicKey(given)
  if (!key.ok) throw badInputError(projectFormTexts[key.reason], epicKeyField)
  if (!/^[A-Za-z][A-Za-z0-9_]{0,99}-\d{1,18}$/.test(key.value)) {
    throw badInputError(trackerErrorTexts.importing.badEpicKey, epicKeyField)
  }
  return key.value.toUpperCase()
}

export async function importProject(
  parts: EpicImportParts,
  caller: Caller,
  externalProjectKey: string,
): Promise<ProjectView> {
  const key = readEpicKey(externalProjectKey)
  const { accountId, person } = caller.viewer
  const connection = await parts.connections.read(accountId)
  if (connection === null) {
    throw badInputError(trackerErrorTexts.importing.notConnected, epicKeyField)
  }
  const site = parts.tracker.site(connection.credentials)
  const report = await parts.progresses.begin(accountId, key)
  let counts: ImportCounts | null = null
  try {
    const reading = { site, connection, key, report }
    const rules = await readImportRules(parts, reading, person)
    const read = await readEpicOrThrow(parts, reading, rules)
    const { linkTypeId } = connection
    const target = { accountId, ownerId: person.id, site: site.site, linkTypeId, rules }
    await prepareNodeBodies(read.issues)
    return await parts.writes.run(caller, async (work) => {
      await work.extendTimeout()
      const stored = await storeImport(work, read, target)
      counts = stored.counts
      work.audit({ kind: 'project-imported', projectId: stored.write.project.id, site: site.site, epicKey: key })
      return readProjectView(work.tx.client, await work.finish(stored.write), person.id)
    })
  } finally {
    await report.end(counts)
  }
}

interface EpicReading {
  readonly site: TrackerSite
  readonly connection: TrackerConnection
  readonly key: string
  readonly report: ImportProgressReport
}

/** Which fields are taken, by the settings of an earlier import of this epic. */
async function readImportRules(
  parts: EpicImportParts,
  { site, connection, key: epicKey }: EpicReading,
  { id, email }: Person,
): Promise<FieldRules> {
  const { pool } = parts.database
  const known = await readFieldSettings(pool, { accountId: connection.accountId, site: site.site, epicKey })
  const project: FieldSettings = known ?? newProjectSettings
  const readModel = async (): Promise<TrackerFieldModel> => {
    const model = await site.fieldModel()
    if (!model.ok) throw await explainReadFailure(parts, { site, connection, key: epicKey, failure: model.reason })
    return model.value
  }
  const rules = await readFieldRules(pool, { project, site, readModel })
  return known === null ? { ...rules, people: new Map([[email.toLowerCase(), id]]) } : rules
}

const newProjectSettings: FieldSettings = {
  id: '00000000-0000-0000-0000-000000000000',
  jira_fields: null,
  jira_estimate: 'points',
  jira_links: 'blockers',
  estimate_unit: 'points',
}

async function readEpicOrThrow(
  parts: EpicImportParts,
  { site, connection, key, report }: EpicReading,
  { request: fields }: FieldRules,
): Promise<EpicIssues> {
  const signal = AbortSignal.timeout(readTimeoutMs)
  const { epicLinkFieldId } = connection
  const onProgress = (done: number, total: number | null): void => report.at(done, total)
  const read = await readEpic(site, key, { epicLinkFieldId, fields, signal, onProgress }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw new ApiError('UPSTREAM_FAILED', trackerErrorTexts.importing.tooSlow(site.site))
  })
  if (read.ok) {
    await parts.connections.markAccepted(connection)
    return read.value
  }
  if (read.reason === 'too-many')
    throw badInputError(trackerErrorTexts.importing.tooManyIssues(maxImportedIssues), epicKeyField)
  throw await explainReadFailure(parts, { site, connection, key, failure: read.reason })
}

/** A tracker may answer "no such issue" to a caller with an invalid key. */
async function explainReadFailure(
  { connections, log }: EpicImportParts,
  { site, connection, key, failure }: Omit<EpicReading, 'report'> & { readonly failure: TrackerFailure },
): Promise<ApiError> {
  const known = failure.kind === 'not-found' ? await site.myself() : null
  const real = known !== null && !known.ok ? known.reason : failure
  log.info({ kind: real.kind, site: site.site }, 'an import was refused')
  if (real.kind === 'rejected') await connections.markRefused(connection)
  if (real.kind === 'not-found') return badInputError(trackerErrorTexts.importing.noIssue(site.site, key), epicKeyField)
  return toTrackerApiError(real)
}
