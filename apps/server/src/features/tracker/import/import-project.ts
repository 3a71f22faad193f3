import { checkEpicKey, projectFormTexts } from '@espalier/domain'

import type { Log } from '../../../ports/log.ts'
import type { IssueTracker, TrackerFailure, TrackerSite } from '../../../ports/tracker.ts'
import { ApiError } from '../../../transport/api-error.ts'
import { badInput, viewFor, type Caller, type ProjectView, type Writes } from '../../projects/index.ts'
import type { TrackerConnection } from '../connection.ts'
import type { TrackerConnections } from '../connections.ts'
import { upstreamError } from '../upstream.ts'
import type { ImportCounts, ImportProgresses, ProgressReport } from './progress.ts'
import { mostIssues, readEpic, type ReadEpic } from './read-epic.ts'
import { storeImport } from './store-import.ts'

export interface ImportParts {
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  readonly progresses: ImportProgresses
  readonly writes: Writes
  readonly log: Log
}

const field = 'externalProjectKey'
/** Reading may take so long altogether. */
const longestReadMs = 120_000

export function readEpicKey(given: string): string {
  const key = checkEpicKey(given)
  if (!key.ok) throw badInput(projectFormTexts[key.reason], field)
  if (!/^[A-Za-z][A-Za-z0-9_]{0,99}-\d{1,18}$/.test(key.value)) {
    throw badInput('An epic key looks like PLAN-42. Please enter it as your issue tracker shows it', field)
  }
  return key.value.toUpperCase()
}

export async function importProject(
  parts: ImportParts,
  caller: Caller,
  externalProjectKey: string,
): Promise<ProjectView> {
  const key = readEpicKey(externalProjectKey)
  const { accountId, person } = caller.viewer
  const connection = await parts.connections.read(accountId)
  if (connection === null) {
    throw badInput('No issue tracker is connected to your account. Connect it under Account first', field)
  }
  const site = parts.tracker.site(connection.credentials)
  const report = await parts.progresses.begin(accountId, key)
  let counts: ImportCounts | null = null
  try {
    const read = await readAll(parts, { site, connection, key, report })
    const { linkTypeId } = connection
    const target = { accountId, ownerId: person.id, site: site.site, linkTypeId }
    return await parts.writes.run(caller, async (work) => {
      await work.extendTime()
      const stored = await storeImport(work, read, target)
      counts = stored.counts
      work.audit({ kind: 'project-imported', projectId: stored.write.project.id, site: site.site, epicKey: key })
      return viewFor(work.tx.db, await work.finish(stored.write), person.id)
    })
  } finally {
    await report.end(counts)
  }
}

interface Reading {
  readonly site: TrackerSite
  readonly connection: TrackerConnection
  readonly key: string
  readonly report: ProgressReport
}

async function readAll(parts: ImportParts, { site, connection, key, report }: Reading): Promise<ReadEpic> {
  const signal = AbortSignal.timeout(longestReadMs)
  const { epicLinkFieldId } = connection
  const onProgress = (done: number, total: number | null): void => report.at(done, total)
  const read = await readEpic(site, key, { epicLinkFieldId, signal, onProgress }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw new ApiError('UPSTREAM_FAILED', `${site.site} takes too long to tell the epic. Try again later.`)
  })
  if (read.ok) {
    await parts.connections.markAccepted(connection)
    return read.value
  }
  const { failure } = read
  if (failure === 'too-many') throw badInput(`An import may hold at most ${mostIssues} issues`, field)
  throw await refusalOf(parts, { site, connection, key, failure })
}

/** To a caller whose key it does not take, a tracker may say that there is no such issue. */
async function refusalOf(
  { connections, log }: ImportParts,
  { site, connection, key, failure }: Omit<Reading, 'report'> & { readonly failure: TrackerFailure },
): Promise<ApiError> {
  const known = failure.kind === 'not-found' ? await site.myself() : null
  const real = known !== null && !known.ok ? known.failure : failure
  log.info({ kind: real.kind, site: site.site }, 'an import was refused')
  if (real.kind === 'rejected') await connections.markRefused(connection)
  if (real.kind === 'not-found') return badInput(`${site.site} has no issue ${key}, or does not show it to you`, field)
  return upstreamError(real)
}
