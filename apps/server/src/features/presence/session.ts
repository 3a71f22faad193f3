import { createHash } from 'node:crypto'
import { editRefusalTexts, limits } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import { countExistingNodes, updateShownNodes } from './store.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { badInputError, isStoredId } from '../projects/index.ts'
import { requestTexts } from '../../texts/requests.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

const hashDigits = 32

/**
 * A person is present once, however many tabs are open. A guest's tab is shown only as a hash, because its id is
 * secret.
 */
export const toSessionId = (viewer: Viewer, tab: string): string =>
  viewer.kind === 'person'
    ? viewer.person.id
    : `guest:${createHash('sha256').update(tab).digest('hex').slice(0, hashDigits)}`

export interface SelectionOptions {
  readonly database: Database
  readonly bus: Bus
  /** Null means no limits. */
  readonly rates: Rates | null
}

const selectionRate: Rate = { name: 'selection', max: 60, windowMs: 10_000 }

/** The caller has checked access to the project. Returns false if the person is not present in it. */
export async function showSelection(
  { database, bus, rates }: SelectionOptions,
  { viewer, clientId }: Pick<GraphqlContext, 'viewer' | 'clientId'>,
  { projectId, nodeIds: given }: { readonly projectId: string; readonly nodeIds: readonly string[] },
): Promise<boolean> {
  if (viewer.kind === 'anonymous' && clientId === null) return false
  const sessionId = toSessionId(viewer, clientId ?? '')
  await requireRate(rates, selectionRate, { key: sessionId, message: requestTexts.tooManySelections })
  const nodeIds = [...new Set(given.map((id) => id.toLowerCase()))]
  const { shownNodes } = limits.presence
  if (nodeIds.length > shownNodes) throw badInputError(projectErrorTexts.tooManyNodes(shownNodes), 'nodeIds')
  const isKnown =
    nodeIds.every(isStoredId) && (await countExistingNodes(database.pool, projectId, nodeIds)) === nodeIds.length
  if (!isKnown) throw new ApiError('NOT_FOUND', editRefusalTexts['node-missing'], { field: 'nodeIds' })
  const isPresent = await updateShownNodes(database.pool, { projectId, sessionId }, nodeIds)
  if (isPresent) bus.publish({ kind: 'presence-changed', projectId })
  return isPresent
}
