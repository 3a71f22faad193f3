import type { NodePatch } from './node-record.ts'
import type { Queries } from './read-nodes.ts'

export type ChangeKind = 'project-created' | 'project-updated' | 'node-created' | 'node-updated' | 'nodes-updated'

/** One change as the log keeps it. */
export interface LoggedChange {
  readonly seq: number
  readonly kind: ChangeKind
  readonly payload: { readonly nodes?: readonly NodePatch[]; readonly project?: Readonly<Record<string, unknown>> }
}

export interface ChangeOrigin {
  readonly actor: string
  readonly clientId: string | null
  readonly operationId: string | null
  readonly at: Date
}

const structuralFields = ['parentIds', 'position', 'isDeleted'] as const
const isStructural = (patch: NodePatch): boolean => structuralFields.some((field) => field in patch)

export async function appendChanges(
  db: Queries,
  projectId: string,
  changes: readonly LoggedChange[],
  origin: ChangeOrigin,
): Promise<void> {
  const rows = changes.map(({ seq, kind, payload }) => ({
    seq,
    kind,
    payload,
    node_ids: (payload.nodes ?? []).map(({ id }) => id),
    is_structural: (payload.nodes ?? []).some(isStructural),
  }))
  await db.query({
    name: 'append changes',
    text: `insert into change_log (project_id, seq, kind, payload, node_ids, is_structural, client_id, op_id, actor, at)
     select $1, seq, kind, payload, node_ids, is_structural, $3, $4, $5, $6 from json_to_recordset($2) as new(
       seq integer, kind text, payload json, node_ids uuid[], is_structural boolean)`,
    values: [projectId, JSON.stringify(rows), origin.clientId, origin.operationId, origin.actor, origin.at],
  })
}

/** The log after a sequence number, oldest first. */
export async function readChanges(db: Queries, projectId: string, after: number): Promise<LoggedChange[]> {
  const { rows } = await db.query<LoggedChange>(
    'select seq, kind, payload from change_log where project_id = $1 and seq > $2 order by seq',
    [projectId, after],
  )
  return rows
}

/** The sequence number up to which a project's log has been trimmed; asked after reading, it tells whether all was there. */
export async function logFrom(db: Queries, projectId: string): Promise<number> {
  const { rows } = await db.query<{ log_from: number }>('select log_from from projects where id = $1', [projectId])
  return rows[0]?.log_from ?? 0
}

/** Which nodes changed after a sequence number: at most so many of them, and null where there are more. */
export async function changedNodeIds(
  db: Queries,
  projectId: string,
  after: number,
  most: number,
): Promise<string[] | null> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct id from change_log, unnest(node_ids) as id where project_id = $1 and seq > $2 limit $3`,
    [projectId, after, most + 1],
  )
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/** The patches that moved, made or deleted nodes after a sequence number. */
export async function structuralPatches(db: Queries, projectId: string, after: number): Promise<NodePatch[]> {
  const { rows } = await db.query<Pick<LoggedChange, 'payload'>>({
    text: 'select payload from change_log where project_id = $1 and seq > $2 and is_structural order by seq',
    values: [projectId, after],
  })
  return rows.flatMap(({ payload }) => payload.nodes ?? [])
}
