import { getPrimaryParent, type GraphNode, type NodeField, nodeFields, type NodeRecord } from '@espalier/domain'
import type { SchedulableNode } from '@espalier/domain/schedule'
import type { ClientBase, Pool } from 'pg'

export type { NodeRecord }

/** The changed fields of a node in the change log. A new node has all of them. */
export type NodePatch = Partial<NodeRecord> & Pick<NodeRecord, 'id' | 'version'>

/** A node as the API returns it. */
export interface NodeView extends NodeRecord {
  readonly parentId: string | null
}

export const toNodeView = (node: NodeRecord): NodeView => ({ ...node, parentId: getPrimaryParent(node) })

const formatPairs = (fields: readonly NodeField[]): string =>
  `json_build_object(${fields.map(({ name, column }) => `'${name}', ${column}`).join(', ')})`

/** The fields of a node in the API, each as SQL: those of the table, and the primary parent. */
export const sqlByNodeField: ReadonlyMap<string, string> = new Map([
  ...nodeFields.all.map(({ key, within, column }): [string, string] => [
    key,
    within === undefined ? column : formatPairs(nodeFields.all.filter((field) => field.within === within)),
  ]),
  ['parentId', 'parent_ids[1]'],
])

/** The SQL of some fields by name, which replaces the usual one. */
export type SqlByField = ReadonlyMap<string, string>
export const noOverrides: SqlByField = new Map()

/** A row of `nodes` as the API's JSON, with those of the names that are fields: none of them reaches the SQL otherwise. */
export function buildNodeJson(names: Iterable<string>, overrides: SqlByField = noOverrides): string {
  const pairs = [...names].flatMap((name) => {
    const known = sqlByNodeField.get(name)
    const sql = known && (overrides.get(name) ?? known)
    return sql === undefined ? [] : [`'${name}', ${sql}`]
  })
  return `json_build_object(${pairs.join(', ')})::text as node`
}

export const nodeJsonSql = buildNodeJson(sqlByNodeField.keys())

/**
 * Named statements are planned once per connection. Only statements that find rows by a whole key or only insert rows
 * are named: a plan made for an empty table would scan a table of 100,000 nodes.
 */
export type SqlClient = Pick<ClientBase | Pool, 'query'>

const parseNodes = (rows: readonly { readonly node: string }[]): NodeView[] =>
  JSON.parse(`[${rows.map(({ node }) => node).join(',')}]`) as NodeView[]

/**
 * Reads every node of a project. Each arrives as one JSON text, because reading seventeen columns costs several times
 * more.
 */
export async function readNodes(
  db: SqlClient,
  projectId: string,
  includeDeleted: boolean,
  json: string = nodeJsonSql,
): Promise<NodeView[]> {
  const living = includeDeleted ? '' : ' and not is_deleted'
  const { rows } = await db.query<{ node: string }>(`select ${json} from nodes where project_id = $1${living}`, [
    projectId,
  ])
  return parseNodes(rows)
}

/** Returns the same as one JSON text of the given columns, written by the database. */
export async function readNodesAsJson(
  db: SqlClient,
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

const pieceBytes = 1_000_000

/**
 * Returns the same in pieces of about a megabyte, so that no database message and no string is longer. Null if the
 * total is longer than `mostBytes`; then the database sends nothing more. Without `offset 0` the planner would merge
 * the subqueries and write every line twice: once to measure it and once to send it.
 */
export async function readNodesAsJsonPieces(
  db: SqlClient,
  projectId: string,
  { includeDeleted, columns, mostBytes }: { includeDeleted: boolean; columns: string; mostBytes: number },
): Promise<readonly string[] | null> {
  const living = includeDeleted ? '' : ' and not is_deleted'
  const { rows } = await db.query<{ nodes: string; total: number }>(
    `select string_agg(line, ',') as nodes, max(total)::float8 as total
     from (
       select line, sum(octet_length(line)) over (rows unbounded preceding) as total
       from (
         select row_to_json(node)::text as line from (select ${columns} from nodes where project_id = $1${living}) as node
         offset 0
       ) as lines
     ) as sized
     where total <= $2::float8 + ${pieceBytes}
     group by (total / ${pieceBytes})::bigint order by (total / ${pieceBytes})::bigint`,
    [projectId, mostBytes],
  )
  if ((rows.at(-1)?.total ?? 0) > mostBytes) return null
  return ['[', ...rows.flatMap(({ nodes }, index) => (index === 0 ? [nodes] : [',', nodes])), ']']
}

export async function readNodesById(
  db: SqlClient,
  projectId: string,
  ids: readonly string[],
  json: string = nodeJsonSql,
): Promise<NodeView[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<{ node: string }>({
    text: `select ${json} from nodes where project_id = $1 and id = any($2::uuid[])`,
    values: [projectId, ids],
  })
  return parseNodes(rows)
}

interface NodeSizes {
  readonly rows: number
  readonly titles: number
  readonly bodies: number
  readonly fields: number
  readonly transitions: number
}

/** The size of the own fields and of the lists of people, tags and blockers. An empty object and empty lists count as nothing. */
const fieldBytesSql = `octet_length(fields::text) - 2 + 40 * (cardinality(assignee_ids) + cardinality(tag_ids) + cardinality(blocked_by_ids))`

/** The same number for a record. */
export function countFieldBytes({
  fields,
  assigneeIds,
  tagIds,
  blockedByIds,
}: Pick<NodeRecord, 'fields' | 'assigneeIds' | 'tagIds' | 'blockedByIds'>): number {
  const lists = 40 * (assigneeIds.length + tagIds.length + blockedByIds.length)
  const keys = Object.keys(fields).length
  // The database writes a blank after each colon and each comma.
  return keys === 0 ? lists : lists + Buffer.byteLength(JSON.stringify(fields)) - 2 + 2 * keys - 1
}

/**
 * Returns the total text length of nodes. The database knows the length of a long text without reading it. Null ids
 * mean all nodes.
 */
export async function measureNodes(
  db: SqlClient,
  projectId: string,
  { includeDeleted, ids }: { readonly includeDeleted: boolean; readonly ids: readonly string[] | null },
): Promise<NodeSizes> {
  const living = includeDeleted ? '' : ' and not is_deleted'
  const named = ids === null ? '' : ' and id = any($2::uuid[])'
  const { rows } = await db.query<NodeSizes>(
    `select count(*)::integer as rows, coalesce(sum(octet_length(title)), 0)::float8 as titles,
       coalesce(sum(octet_length(body)), 0)::float8 as bodies,
       coalesce(sum(${fieldBytesSql}), 0)::float8 as fields,
       coalesce(sum(octet_length(transitions::text)), 0)::float8 as transitions
     from nodes where project_id = $1${living}${named}`,
    ids === null ? [projectId] : [projectId, ids],
  )
  return rows[0] ?? { rows: 0, titles: 0, bodies: 0, fields: 0, transitions: 0 }
}

/** Returns the project id of each node. Unknown nodes are missing from the map. */
export async function readProjectIdsByNode(db: SqlClient, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; project_id: string }>({
    text: 'select id, project_id from nodes where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row.project_id]))
}

interface StructureRow {
  readonly id: string
  readonly parent_ids: string[]
  readonly blocked_by_ids: string[]
  readonly position: number
  readonly is_deleted: boolean
}

/** Reads the structural fields of every node of a project. */
export async function readGraphNodes(db: SqlClient, projectId: string): Promise<GraphNode[]> {
  const { rows } = await db.query<StructureRow>(
    'select id, parent_ids, blocked_by_ids, position, is_deleted from nodes where project_id = $1',
    [projectId],
  )
  return rows.map((row) => ({
    id: row.id,
    projectId,
    parentIds: row.parent_ids,
    blockedByIds: row.blocked_by_ids,
    position: row.position,
    isDeleted: row.is_deleted,
  }))
}

/** Reads what the schedule of a project depends on: the nodes that live. */
export async function readSchedulableNodes(db: SqlClient, projectId: string): Promise<SchedulableNode[]> {
  const { rows } = await db.query<SchedulableNode>(
    `with uncounted as (
       select (stage->>'id')::uuid as id from projects cross join jsonb_array_elements(stages) as stage
       where projects.id = $1 and stage->>'counts' = 'false'
     )
     select id, parent_ids as "parentIds", blocked_by_ids as "blockedByIds", status, estimate,
       (stage_id is null or stage_id not in (select id from uncounted)) as "isCounted"
     from nodes where project_id = $1 and not is_deleted order by id`,
    [projectId],
  )
  return rows
}
