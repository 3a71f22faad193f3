import { findInvariantBreaches, type InvariantBreach } from '@espalier/domain'
import type { Pool } from 'pg'

import { findDerivedBreaches, type DerivedBreach } from '../database/derived-tables.ts'
import { toNodeView } from '../database/node-record.ts'
import { readNodes } from '../database/read-nodes.ts'
import { replayChangeLog } from '../database/replay.ts'

/** Every invariant of a stored project: its nodes, its log, its counts and its links. */
export async function findStoredBreaches(pool: Pool, projectId: string): Promise<readonly (InvariantBreach | DerivedBreach)[]> {
  const nodes = await readNodes(pool, projectId, true)
  const replayed = (await replayChangeLog(pool, projectId)).map(toNodeView)
  return [...findInvariantBreaches({ projectId, nodes, replayed }), ...(await findDerivedBreaches(pool, projectId))]
}
