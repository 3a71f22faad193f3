import type { TestDatabase } from '@espalier/postgres/testing'
import type { Replica } from '@espalier/sync'

/** One answered write. */
export interface AnsweredWrite {
  readonly operationId: string
  readonly kind: 'create' | 'rename' | 'move'
  readonly nodeId: string
  /** The values it set on the node. */
  readonly title: string | null
  readonly parentId: string | null
}

export interface LedgerDifference {
  /** Answered writes that are not in the tables. */
  readonly lost: number
  /** Writes answered once and applied more than once. */
  readonly twice: number
}

type Pool = TestDatabase['pool']

interface StoredNode {
  readonly id: string
  readonly title: string
  readonly parent_ids: readonly string[]
  readonly position: number
  readonly version: number
}

const livingNodes = async (pool: Pool, projectId: string): Promise<readonly StoredNode[]> => {
  const { rows } = await pool.query<StoredNode>(
    'select id, title, parent_ids, position, version from nodes where project_id = $1 and not is_deleted',
    [projectId],
  )
  return rows
}

/** Compares the answers with what is stored. Each node is written by one writer only, one write after the other. */
export async function compareWithStored(
  pool: Pool,
  projectId: string,
  writes: readonly AnsweredWrite[],
): Promise<LedgerDifference> {
  const stored = new Map((await livingNodes(pool, projectId)).map((node) => [node.id, node]))
  const made = await pool.query<{ op_id: string; times: number }>(
    `select op_id, count(*)::integer as times from change_log
     where project_id = $1 and kind in ('node-created', 'node-updated') group by op_id`,
    [projectId],
  )
  const times = new Map(made.rows.map((row) => [row.op_id, row.times]))
  const creates = writes.filter(({ kind }) => kind === 'create')
  const lastTitles = new Map(writes.flatMap(({ nodeId, title }) => (title === null ? [] : [[nodeId, title]])))
  const lastParents = new Map(
    writes.flatMap(({ nodeId, kind, parentId }) => (kind === 'rename' ? [] : [[nodeId, parentId]])),
  )
  const unlogged = writes.filter(({ operationId, kind }) => kind !== 'move' && !times.has(operationId))
  const other = creates.filter(({ nodeId }) => {
    const node = stored.get(nodeId)
    const parentId = node?.parent_ids[0] ?? null
    return node === undefined || node.title !== lastTitles.get(nodeId) || parentId !== lastParents.get(nodeId)
  })
  const repeated = [...times.values()].filter((count) => count > 1).length
  const lost = new Set([...unlogged, ...other].map(({ operationId }) => operationId)).size
  return { lost, twice: repeated + Math.max(0, stored.size - creates.length) }
}

export async function readProjectSeq(pool: Pool, projectId: string): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>('select seq from projects where id = $1', [projectId])
  return rows[0]?.seq ?? -1
}

const print = (title: string, parentIds: readonly string[], position: number, version: number): string =>
  JSON.stringify([title, parentIds, position, version])

/** Counts the nodes that a page shows differently from the tables. */
export async function differences(pool: Pool, projectId: string, replica: Replica): Promise<number> {
  const shown = new Map(
    [...replica.nodes()].map((node) => [
      node.id as string,
      print(node.title, node.parentIds, node.position, node.version),
    ]),
  )
  const stored = await livingNodes(pool, projectId)
  const other = stored.filter(
    (node) => shown.get(node.id) !== print(node.title, node.parent_ids, node.position, node.version),
  )
  const ids = new Set(stored.map(({ id }) => id))
  return other.length + [...shown.keys()].filter((id) => !ids.has(id)).length
}
