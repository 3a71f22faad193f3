import { type NodeField, nodeFields } from '@espalier/domain'
import type { NodeRecord, SqlClient } from './nodes.ts'

/** The keys of a record as the columns of a set of rows: a record is sent as it is, and what it holds besides is ignored. */
const recordColumns = [
  ...new Set(nodeFields.all.map(({ key, within, sqlType }) => `"${key}" ${within === undefined ? sqlType : 'json'}`)),
].join(', ')

const readColumn = ({ name, key, within, sqlType }: NodeField): string =>
  within === undefined ? `new."${key}"` : `(new."${key}"->>'${name}')::${sqlType}`

const nodeColumns = nodeFields.all.map(({ column }) => column).join(', ')
const newValues = nodeFields.all.map(readColumn).join(', ')
const newRows = `json_to_recordset($1) as new(${recordColumns})`

/** Returns the ids that were inserted: a node whose id is in use in any project is skipped. */
export async function insertNodeRows(db: SqlClient, nodes: readonly NodeRecord[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'insert nodes',
    text: `insert into nodes (${nodeColumns}) select ${newValues} from ${newRows} on conflict (id) do nothing returning id`,
    values: [JSON.stringify(nodes)],
  })
  return rows.map(({ id }) => id)
}

/** A new node whose texts are those of another node. */
export type CopiedNode = Omit<NodeRecord, 'title' | 'body'> & { readonly copiedFrom: string }

const copiedValues = nodeFields.all
  .map((field) => (field.isRichText && field.isCloned ? `source.${field.column}` : readColumn(field)))
  .join(', ')

/** Inserts copies of nodes. Their texts never leave the database. */
export async function copyNodeRows(db: SqlClient, copies: readonly CopiedNode[]): Promise<void> {
  const { rowCount } = await db.query(
    `insert into nodes (${nodeColumns}) select ${copiedValues}
     from json_to_recordset($1) as new(${recordColumns}, "copiedFrom" uuid)
     join nodes as source on source.id = new."copiedFrom"`,
    [JSON.stringify(copies)],
  )
  if (rowCount !== copies.length) throw new Error('a node disappeared while it was copied')
}

/** Reads the ids of the nodes of a project that are not deleted. */
export async function readLivingNodeIds(db: SqlClient, projectId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from nodes where project_id = $1 and not is_deleted', [
    projectId,
  ])
  return rows.map(({ id }) => id)
}

/** Entries of a project's lists, by their ids. */
export interface ListEntries {
  readonly tagIds: readonly string[]
  readonly stageIds: readonly string[]
  readonly fieldIds: readonly string[]
}

/** Reads the ids of the nodes that use one of these entries, deleted nodes included. */
export async function readNodeIdsUsing(db: SqlClient, projectId: string, entries: ListEntries): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from nodes where project_id = $1
       and (tag_ids && $2::uuid[] or stage_id = any($3::uuid[]) or fields ?| $4::text[])`,
    [projectId, entries.tagIds, entries.stageIds, entries.fieldIds],
  )
  return rows.map(({ id }) => id)
}

const columnAssignments = nodeFields.all
  .filter(({ merge }) => merge !== 'fixed')
  .map((field) => `${field.column} = ${readColumn(field)}`)
  .join(', ')

/**
 * The limit, which is the number of rows, is for the planner: it expects 100 rows of JSON whatever that contains, and
 * would read a whole table of 10,000 nodes to change one of them.
 */
export async function updateNodeRows(db: SqlClient, nodes: readonly NodeRecord[]): Promise<void> {
  if (nodes.length === 0) return
  await db.query({
    text: `update nodes set ${columnAssignments} from (select * from ${newRows} limit $2) as new where nodes.id = new.id`,
    values: [JSON.stringify(nodes), nodes.length],
  })
}

/** Updates only the positions of very many nodes at once. Returns their new versions. */
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

/** The fields of a node that deleting needs. */
export type DeletableNode = Pick<NodeRecord, 'id' | 'status' | 'isDeleted' | 'transitions' | 'version'>

/** Skips titles and bodies: for 100,000 nodes they would have to be read and written back unchanged. */
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

/** Marks nodes as deleted with their transitions and versions; other fields stay unchanged. */
export async function markNodesDeleted(
  db: SqlClient,
  nodes: readonly Pick<NodeRecord, 'id' | 'transitions' | 'version'>[],
): Promise<void> {
  await db.query(
    `update nodes set is_deleted = true, transitions = new.transitions, version = new.version
     from (select * from json_to_recordset($1) as new(id uuid, transitions json, version integer) limit $2) as new
     where nodes.id = new.id`,
    [JSON.stringify(nodes.map(({ id, transitions, version }) => ({ id, transitions, version }))), nodes.length],
  )
}
