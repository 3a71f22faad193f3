import { limits, refusals } from '@espalier/domain'
import type { Database } from '../../database/database.ts'
import { countNodes, showNodes } from '../../database/presence.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'
import type { GraphContext } from '../../transport/graphql/slice.ts'
import { badInput, isStoredId } from '../projects/index.ts'
import { sessionIdOf } from './session-id.ts'

export interface SelectionOptions {
  readonly database: Database
  readonly bus: Bus
  /** Null: no limits. */
  readonly rates: Rates | null
}

const rate: Rate = { name: 'selection', max: 60, windowMs: 10_000 }

/** For someone who may see the project. False where they are not present in it. */
export async function showSelection(
  { database, bus, rates }: SelectionOptions,
  { viewer, clientId }: Pick<GraphContext, 'viewer' | 'clientId'>,
  { projectId, nodeIds: given }: { readonly projectId: string; readonly nodeIds: readonly string[] },
): Promise<boolean> {
  if (viewer.kind === 'anonymous' && clientId === null) return false
  const sessionId = sessionIdOf(viewer, clientId ?? '')
  await limit(rates, sessionId)
  const nodeIds = [...new Set(given.map((id) => id.toLowerCase()))]
  const { shownNodes } = limits.presence
  if (nodeIds.length > shownNodes) throw badInput(`At most ${shownNodes} nodes`, 'nodeIds')
  const isKnown = nodeIds.every(isStoredId) && (await countNodes(database.pool, projectId, nodeIds)) === nodeIds.length
  if (!isKnown) throw new ApiError('NOT_FOUND', refusals['node-missing'].text, { field: 'nodeIds' })
  const isPresent = await showNodes(database.pool, { projectId, sessionId }, nodeIds)
  if (isPresent) bus.publish({ kind: 'presence-changed', projectId })
  return isPresent
}

async function limit(rates: Rates | null, sessionId: string): Promise<void> {
  if (rates === null) return
  const { count, endsInMs } = await rates.count(rate, sessionId)
  if (count <= rate.max) return
  throw new ApiError('RATE_LIMITED', 'Too many selections shown', {
    retryAfter: Math.max(1, Math.ceil(endsInMs / 1000)),
  })
}
