import { findBreaches, type Breach } from '@espalier/domain'
import type { Pool } from 'pg'

import { findDerivedBreaches, type DerivedBreach } from '../database/derived-tables.ts'
import { nodeView } from '../database/node-record.ts'
import { readNodes } from '../database/read-nodes.ts'
import { replay } from '../database/replay.ts'

/** Every invariant of a stored project: its nodes, its log, its counts and its links. */
export async function breachesIn(pool: Pool, projectId: string): Promise<readonly (Breach | DerivedBreach)[]> {
  const nodes = await readNodes(pool, projectId, true)
  const replayed = (await replay(pool, projectId)).map(nodeView)
  return [...findBreaches({ projectId, nodes, replayed }), ...(await findDerivedBreaches(pool, projectId))]
}
