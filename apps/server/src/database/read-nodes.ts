import type { GraphNode } from '@espalier/domain'
import type { ClientBase, Pool } from 'pg'

import { nodeJson, type NodeView } from './node-record.ts'

/**
 * Statements with a name are planned once a connection. Only those that find rows by a whole key, or only add some,
 * have one: a plan made for an empty table would read a table of 100,000 nodes from end to end.
 */
export type Queries = Pick<ClientBase | Pool, 'query'>

const parsed = (rows: readonly { readonly node: string }[]): NodeView[] =>
  JSON.parse(`[${rows.map(({ node }) => node).join(',')}]`) as NodeView[]

/** Every node of a project. Each comes as one JSON text: reading seventeen columns of each costs several times more. */
export async function readNodes(db: Queries, projectId: string, includeDeleted: boolean): Promise<NodeView[]> {
  const living = includeDeleted ? '' : ' and not is_deleted'
  const { rows } = await db.query<{ node: string }>(`select ${nodeJson} from nodes where project_id = $1${living}`, [
    projectId,
  ])
  return parsed(rows)
}

/** The same as one JSON text of the given columns, written by the database. */
export async function writeNodes(
  db: Queries,
  projectId: string,
  includeDeleted: boolean,
  columns: string,
): Promise<string> {
  const living = includeDeleted ? '' : ' and not is_deleted'
  const { rows } = await db.query<{ nodes: string | null }>(
    `select string_agg(row_to_json(node)::text, ',') as nodes
     from (select ${columns} from nodes where project_id = $1${living}) as node`,
    [projectId],
  )
  return `[${rows[0]?.nodes ?? ''}]`
}

export async function readNodesById(db: Queries, projectId: string, ids: readonly string[]): Promise<NodeView[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<{ node: string }>({
    text: `select ${nodeJson} from nodes where project_id = $1 and id = any($2::uuid[])`,
    values: [projectId, ids],
  })
  return parsed(rows)
}

/** The projects that nodes belong to, by node. One that is not there is not in it. */
export async function projectsOfNodes(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; project_id: string }>({
    text: 'select id, project_id from nodes where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row.project_id]))
}

interface StructureRow {
  readonly id: string
  readonly parent_ids: string[]
  readonly position: number
  readonly is_deleted: boolean
}

/** What the rules of structure need, of every node of a project. */
export async function readStructure(db: Queries, projectId: string): Promise<GraphNode[]> {
  const { rows } = await db.query<StructureRow>(
    'select id, parent_ids, position, is_deleted from nodes where project_id = $1',
    [projectId],
  )
  return rows.map((row) => ({
    id: row.id,
    projectId,
    parentIds: row.parent_ids,
    position: row.position,
    isDeleted: row.is_deleted,
  }))
}
