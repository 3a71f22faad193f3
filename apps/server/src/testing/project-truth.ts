import { findBreaches, type Breach } from '@espalier/domain'
import type { Pool } from 'pg'
import { expect } from 'vitest'

import { nodeView } from '../database/node-record.ts'
import { readNodes } from '../database/read-nodes.ts'
import { replay } from '../database/replay.ts'

/** Every invariant of a stored project: its nodes, its log, its counts and its links. */
export async function breachesIn(pool: Pool, projectId: string): Promise<readonly Breach[]> {
  const nodes = await readNodes(pool, projectId, true)
  const replayed = (await replay(pool, projectId)).map(nodeView)
  await expectDerived(pool, projectId)
  return findBreaches({ projectId, nodes, replayed })
}

async function expectDerived(pool: Pool, projectId: string): Promise<void> {
  const { rows: counts } = await pool.query(
    `select todo_count, progress_count, done_count,
       (select count(*)::int from nodes where project_id = $1 and not is_deleted and status = 'todo') as todo,
       (select count(*)::int from nodes where project_id = $1 and not is_deleted and status = 'progress') as progress,
       (select count(*)::int from nodes where project_id = $1 and not is_deleted and status = 'done') as done,
       seq - log_from - (select count(*)::int from change_log where project_id = $1) as missing
     from projects where id = $1`,
    [projectId],
  )
  const [row] = counts
  expect({ todo: row.todo_count, progress: row.progress_count, done: row.done_count, missing: row.missing }).toEqual({
    todo: row.todo,
    progress: row.progress,
    done: row.done,
    missing: 0,
  })
  const { rows: links } = await pool.query(
    `(select id, unnest(parent_ids) from nodes where project_id = $1
       except select node_id, parent_id from node_parents where project_id = $1)
     union all (select node_id, parent_id from node_parents where project_id = $1
       except select id, unnest(parent_ids) from nodes where project_id = $1)`,
    [projectId],
  )
  expect(links).toEqual([])
}
