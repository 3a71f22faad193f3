import { limits, editRefusals } from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import { countExistingNodes, updateShownNodes } from '../../database/presence.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'
import type { GraphqlContext } from '../../transport/graphql/slice.ts'
import { badInputError, isStoredId } from '../projects/index.ts'
import { toSessionId } from './session-id.ts'

export interface SelectionOptions {
  readonly database: Database
  readonly bus: Bus
  /** Null: no limits. */
  readonly rates: Rates | null
}

const selectionRate: Rate = { name: 'selection', max: 60, windowMs: 10_000 }

/** For someone who may see the project. False where they are not present in it. */
export async function showSelection(
  { database, bus, rates }: SelectionOptions,
  { viewer, clientId }: Pick<GraphqlContext, 'viewer' | 'clientId'>,
  { projectId, nodeIds: given }: { readonly projectId: string; readonly nodeIds: readonly string[] },
): Promise<boolean> {
  if (viewer.kind === 'anonymous' && clientId === null) return false
  const sessionId = toSessionId(viewer, clientId ?? '')
  await limitSelections(rates, sessionId)
  const nodeIds = [...new Set(given.map((id) => id.toLowerCase()))]
  const { shownNodes } = limits.presence
  if (nodeIds.length > shownNodes) throw badInputError(`At most ${shownNodes} nodes`, 'nodeIds')
  const isKnown = nodeIds.every(isStoredId) && (await countExistingNodes(database.pool, projectId, nodeIds)) === nodeIds.length
  if (!isKnown) throw new ApiError('NOT_FOUND', editRefusals['node-missing'].text, { field: 'nodeIds' })
  const isPresent = await updateShownNodes(database.pool, { projectId, sessionId }, nodeIds)
  if (isPresent) bus.publish({ kind: 'presence-changed', projectId })
  return isPresent
}

async function limitSelections(rates: Rates | null, sessionId: string): Promise<void> {
  if (rates === null) return
  const { count, endsInMs } = await rates.count(selectionRate, sessionId)
  if (count <= selectionRate.max) return
  throw new ApiError('RATE_LIMITED', 'Too many selections shown', {
    retryAfter: Math.max(1, Math.ceil(endsInMs / 1000)),
  })
}
