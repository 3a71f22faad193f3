import type { NodePatch } from './node-record.ts'
import type { SqlClient } from './read-nodes.ts'
import { summarizeChange } from './told-change.ts'

export type ChangeKind = 'project-created' | 'project-updated' | 'node-created' | 'node-updated' | 'nodes-updated'

type LoggedFields = Readonly<Record<string, unknown>>

/** Of what a change changed, the fields as they were. A new node has none, and neither has one that only made room. */
export interface FormerValues {
  readonly nodes?: readonly (LoggedFields & { readonly id: string })[]
  readonly project?: LoggedFields
}

/** One change as the log keeps it. */
export interface LoggedChange {
  readonly seq: number
  readonly kind: ChangeKind
  readonly payload: { readonly nodes?: readonly NodePatch[]; readonly project?: LoggedFields }
  readonly before?: FormerValues
  /** The number of the change that this one takes back. */
  readonly undoes?: number
}

export interface ChangeOrigin {
  readonly actor: string
  readonly clientId: string | null
  readonly operationId: string | null
  readonly at: Date
}

const structuralFields = ['parentIds', 'position', 'isDeleted'] as const
const isStructural = (patch: NodePatch): boolean => structuralFields.some((field) => field in patch)

/** A statement takes so many nodes: to write 100,000 of them as one text would keep everybody waiting. */
const nodesPerStatement = 4_000

/** Of a row, so many nodes are told. */
export const maxHistoryNodes = 20

/** What is appended at once is one write: what a person did by one act. Answers how many bytes it takes, about. */
export async function appendChanges(
  db: SqlClient,
  projectId: string,
  changes: readonly LoggedChange[],
  origin: ChangeOrigin,
): Promise<number> {
  const writeSeq = changes[0]?.seq ?? 0
  let some: LoggedChange[] = []
  let nodes = 0
  let bytes = 0
  for (const change of changes) {
    some.push(change)
    nodes += change.payload.nodes?.length ?? 0
    if (nodes < nodesPerStatement) continue
    bytes += await appendChangeBatch(db, projectId, some, { ...origin, writeSeq })
    some = []
    nodes = 0
  }
  if (some.length > 0) bytes += await appendChangeBatch(db, projectId, some, { ...origin, writeSeq })
  return bytes
}

async function appendChangeBatch(
  db: SqlClient,
  projectId: string,
  changes: readonly LoggedChange[],
  origin: ChangeOrigin & { readonly writeSeq: number },
): Promise<number> {
  const rows = changes.map(({ seq, kind, payload, before = {}, undoes }) => ({
    seq,
    kind,
    payload,
    before,
    // Nobody reads on in a write of a hundred rows: the others are only counted.
    told: summarizeChange(payload, before, seq < origin.writeSeq + 2 ? maxHistoryNodes : 0),
    write_seq: origin.writeSeq,
    undoes: undoes ?? null,
    node_ids: (payload.nodes ?? []).map(({ id }) => id),
    is_structural: (payload.nodes ?? []).some(isStructural),
  }))
  const texts = rows.map((row) => JSON.stringify(row))
  // Each row says how long it is, so that trimming the log can tell how much room that made.
  const sized = texts.map((text) => `{"bytes":${text.length},${text.slice(1)}`)
  await db.query({
    name: 'append changes',
    text: `insert into change_log (project_id, seq, kind, payload, before, told, write_seq, undoes, node_ids, is_structural, bytes,
       client_id, op_id, actor, at)
     select $1, seq, kind, payload, before, told, write_seq, undoes, node_ids, is_structural, bytes, $3, $4, $5, $6
     from json_to_recordset($2) as new(seq integer, kind text, payload json, before json, told json, write_seq integer,
       undoes integer, node_ids uuid[], is_structural boolean, bytes integer)`,
    values: [projectId, `[${sized.join(',')}]`, origin.clientId, origin.operationId, origin.actor, origin.at],
  })
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** The log after a sequence number, oldest first. */
export async function readChanges(db: SqlClient, projectId: string, after: number): Promise<LoggedChange[]> {
  const { rows } = await db.query<LoggedChange>(
    'select seq, kind, payload from change_log where project_id = $1 and seq > $2 order by seq',
    [projectId, after],
  )
  return rows
}

/** The sequence number up to which a project's log has been trimmed; asked after reading, it tells whether all was there. */
export async function readLogStart(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ log_from: number }>('select log_from from projects where id = $1', [projectId])
  return rows[0]?.log_from ?? 0
}

/** Which nodes changed after a sequence number: at most so many of them, and null where there are more. */
export async function readChangedNodeIds(
  db: SqlClient,
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
export async function readStructuralPatches(db: SqlClient, projectId: string, after: number): Promise<NodePatch[]> {
  const { rows } = await db.query<Pick<LoggedChange, 'payload'>>({
    text: 'select payload from change_log where project_id = $1 and seq > $2 and is_structural order by seq',
    values: [projectId, after],
  })
  return rows.flatMap(({ payload }) => payload.nodes ?? [])
}
