import type { NodeRecord, SqlClient } from './nodes.ts'

const nodeColumnTypes = `id uuid, project_id uuid, parent_ids uuid[], project_link uuid, title text, body text, status text,
  position double precision, hide_children boolean, is_deleted boolean, background_color text, processing boolean,
  type text, external_key text, transitions json, version integer`
const nodeColumnNames = nodeColumnTypes.split(',').map((column) => column.trim().split(' ')[0] ?? '')

const toNodeRow = (node: NodeRecord) => ({
  id: node.id,
  project_id: node.projectId,
  parent_ids: node.parentIds,
  project_link: node.projectLink,
  title: node.title,
  body: node.body,
  status: node.status,
  position: node.position,
  hide_children: node.hideChildren,
  is_deleted: node.isDeleted,
  background_color: node.style.backgroundColor,
  processing: node.style.processing,
  type: node.type,
  external_key: node.externalKey,
  transitions: node.transitions,
  version: node.version,
})

const toNodeRowsJson = (nodes: readonly NodeRecord[]): string => JSON.stringify(nodes.map(toNodeRow))

/** The ids that were free: a node whose id is in use, in whatever project, is left out. */
export async function insertNodeRows(db: SqlClient, nodes: readonly NodeRecord[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'insert nodes',
    text: `insert into nodes (${nodeColumnNames.join(', ')}) select ${nodeColumnNames.join(', ')} from json_to_recordset($1) as new(${nodeColumnTypes})
     on conflict (id) do nothing returning id`,
    values: [toNodeRowsJson(nodes)],
  })
  return rows.map(({ id }) => id)
}

const changeableColumns = nodeColumnNames.filter((name) => name !== 'id' && name !== 'project_id')
const columnAssignments = changeableColumns.map((name) => `${name} = new.${name}`).join(', ')

export async function updateNodeRows(db: SqlClient, nodes: readonly NodeRecord[]): Promise<void> {
  if (nodes.length === 0) return
  await db.query({
    text: `update nodes set ${columnAssignments} from json_to_recordset($1) as new(${nodeColumnTypes}) where nodes.id = new.id`,
    values: [toNodeRowsJson(nodes)],
  })
}

/** New positions and nothing else, for very many nodes at once. Answers their new versions. */
export async function repositionNodes(
  db: SqlClient,
  positions: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (positions.size === 0) return new Map()
  const { rows } = await db.query<{ id: string; version: number }>(
    `update nodes set position = new.position, version = version + 1
     from unnest($1::uuid[], $2::float8[]) as new(id, position) where nodes.id = new.id
     returning nodes.id, version`,
    [[...positions.keys()], [...positions.values()]],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** What is needed of a node to delete it. */
export type DeletableNode = Pick<NodeRecord, 'id' | 'status' | 'isDeleted' | 'transitions' | 'version'>

/** Without titles and bodies: of 100,000 nodes they would have to be read and written back unchanged. */
export async function readDeletableNodes(
  db: SqlClient,
  projectId: string,
  ids: readonly string[],
): Promise<DeletableNode[]> {
  const { rows } = await db.query<DeletableNode>(
    `select id, status, is_deleted as "isDeleted", transitions, version from nodes
     where project_id = $1 and id = any($2::uuid[])`,
    [projectId, ids],
  )
  return rows
}

/** Stores that nodes are deleted, with their transitions and versions, and nothing else of them. */
export async function markNodesDeleted(
  db: SqlClient,
  nodes: readonly Pick<NodeRecord, 'id' | 'transitions' | 'version'>[],
): Promise<void> {
  await db.query(
    `update nodes set is_deleted = true, transitions = new.transitions, version = new.version
     from json_to_recordset($1) as new(id uuid, transitions json, version integer) where nodes.id = new.id`,
    [JSON.stringify(nodes.map(({ id, transitions, version }) => ({ id, transitions, version })))],
  )
}
