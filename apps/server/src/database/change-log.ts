import { nestFields, nodeFields, readNodeField, shortenText, toExcerpt } from '@espalier/domain'
import type { NodePatch, SqlClient } from './nodes.ts'

export type HistoryFields = Readonly<Record<string, unknown>>

/** One node of a change. Before is null for a new node and empty if the former values were not kept. */
export interface HistoryNode {
  readonly id: string
  readonly before: HistoryFields | null
  readonly after: HistoryFields
}

/** The history's summary of a log row. */
export interface HistorySummary {
  readonly created: number
  readonly deleted: number
  /** Does not include new nodes. */
  readonly changed: number
  /** The first changed nodes; nodes that were only repositioned are left out. */
  readonly nodes: readonly HistoryNode[]
  readonly project?: { readonly before: HistoryFields; readonly after: HistoryFields }
}

interface ChangedRecords<Node> {
  readonly nodes?: readonly Node[]
  readonly project?: HistoryFields
}

const isNew = (patch: NodePatch): boolean => 'projectId' in patch

/** `before` is null for rows that are older than the recording of former values. */
export function summarizeChange(
  payload: ChangedRecords<NodePatch>,
  former: ChangedRecords<HistoryFields & { readonly id: string }> | null,
  most: number,
): HistorySummary {
  const patches = payload.nodes ?? []
  const formerById = new Map((former?.nodes ?? []).map((fields) => [fields.id, fields]))
  const nodes: HistoryNode[] = []
  for (const patch of patches) {
    if (nodes.length >= most) break
    const before = formerById.get(patch.id)
    if (isNew(patch)) nodes.push({ id: patch.id, before: null, after: summarizeNodeFields({ ...patch }) })
    else if (before !== undefined || former === null) {
      nodes.push({ id: patch.id, before: summarizeNodeFields(before ?? {}), after: summarizeNodeFields({ ...patch }) })
    }
  }
  const created = patches.filter(isNew).length
  return {
    created,
    deleted: patches.filter((patch) => patch.isDeleted === true).length,
    changed: former === null ? patches.length - created : (former.nodes ?? []).length,
    nodes,
    ...(payload.project && {
      project: {
        before: summarizeProjectFields(former?.project ?? {}),
        after: summarizeProjectFields(payload.project),
      },
    }),
  }
}

const toldFields = nodeFields.all.filter(({ history }) => history !== undefined)

/** A description can be a megabyte long, so only the fact that it changed is recorded. */
const summarizeNodeFields = (fields: HistoryFields): HistoryFields =>
  nestFields(toldFields, (field) => {
    if (field.history === 'changed') return field.name in fields ? true : undefined
    const value = readNodeField(fields, field)
    if (field.history === 'value') return value
    return typeof value === 'string' ? toExcerpt(value) : undefined
  })

/** Records only the number of people that the project is shared with. */
function summarizeProjectFields({ title, body, json, users, owner: _owner, ...fields }: HistoryFields): HistoryFields {
  return {
    // A list may be long, so only the fact that it changed is recorded.
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? true : value])),
    ...(typeof title === 'string' && { title: shortenText(title) }),
    ...(body !== undefined && { body: true }),
    ...(json !== undefined && { json: true }),
    ...(users != null && { people: Object.keys(users).length }),
  }
}

export type ChangeKind = 'project-created' | 'project-updated' | 'node-created' | 'node-updated' | 'nodes-updated'

type LoggedFields = Readonly<Record<string, unknown>>

/** The former values of the changed fields. New and merely repositioned nodes have none. */
export interface FormerValues {
  readonly nodes?: readonly (LoggedFields & { readonly id: string })[]
  readonly project?: LoggedFields
}

/** One change as it is stored in the log. */
export interface LoggedChange {
  readonly seq: number
  readonly kind: ChangeKind
  readonly payload: {
    readonly nodes?: readonly NodePatch[]
    readonly project?: LoggedFields
    /** The project that the nodes were copied from: the log of a copy does not repeat their texts. */
    readonly copiedFrom?: string
  }
  readonly before?: FormerValues
  /** The copied nodes, for the history and for clients that catch up. Only ids and the first nodes are stored. */
  readonly copies?: readonly NodePatch[]
  /** The seq of the change that this one undoes. */
  readonly undoes?: number
}

export interface ChangeOrigin {
  readonly actor: string
  readonly clientId: string | null
  readonly operationId: string | null
  readonly at: Date
  /** The access token of the program that made the change; null for a person. */
  readonly token: { readonly id: string; readonly name: string } | null
}

const isStructural = (patch: NodePatch): boolean => nodeFields.structural.some(({ key }) => key in patch)

/** Nodes per statement: writing 100,000 of them as one text would keep everybody waiting. */
const nodesPerStatement = 4_000

/** The number of nodes that a history row lists. */
export const maxHistoryNodes = 20

/**
 * Changes that are appended together are one write: the result of one user action. Returns their approximate size in
 * bytes.
 */
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
    nodes += (change.copies ?? change.payload.nodes)?.length ?? 0
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
  const rows = changes.map(({ seq, kind, payload, copies, before = {}, undoes }) => {
    const nodes = copies ?? payload.nodes ?? []
    return {
      seq,
      kind,
      payload,
      before,
      // Nobody reads all nodes of a write with a hundred rows: the later rows are only counted.
      told: summarizeChange({ ...payload, nodes }, before, seq < origin.writeSeq + 2 ? maxHistoryNodes : 0),
      write_seq: origin.writeSeq,
      undoes: undoes ?? null,
      node_ids: nodes.map(({ id }) => id),
      is_structural: nodes.some(isStructural),
    }
  })
  const texts = rows.map((row) => JSON.stringify(row))
  // Each row stores its length, so that trimming the log knows how much space it frees.
  const sized = texts.map((text) => `{"bytes":${text.length},${text.slice(1)}`)
  await db.query({
    name: 'append changes',
    text: `insert into change_log (project_id, seq, kind, payload, before, told, write_seq, undoes, node_ids, is_structural, bytes,
       client_id, op_id, actor, at, token_id, token_name)
     select $1, seq, kind, payload, before, told, write_seq, undoes, node_ids, is_structural, bytes, $3, $4, $5, $6, $7, $8
     from json_to_recordset($2) as new(seq integer, kind text, payload json, before json, told json, write_seq integer,
       undoes integer, node_ids uuid[], is_structural boolean, bytes integer)`,
    values: [
      projectId,
      `[${sized.join(',')}]`,
      origin.clientId,
      origin.operationId,
      origin.actor,
      origin.at,
      origin.token?.id ?? null,
      origin.token?.name ?? null,
    ],
  })
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** Returns the log after a seq, oldest first. */
export async function readChanges(db: SqlClient, projectId: string, after: number): Promise<LoggedChange[]> {
  const { rows } = await db.query<LoggedChange>(
    'select seq, kind, payload from change_log where project_id = $1 and seq > $2 order by seq',
    [projectId, after],
  )
  return rows
}

/**
 * The seq up to which a project's log has been trimmed. Read it after the log, to know whether the log was complete.
 */
export async function readLogStart(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ log_from: number }>('select log_from from projects where id = $1', [projectId])
  return rows[0]?.log_from ?? 0
}

/** Returns the ids of the nodes that changed after a seq, or null if there are more than the limit. */
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

/** The patches that moved, created or deleted nodes after a seq. */
export async function readStructuralPatches(db: SqlClient, projectId: string, after: number): Promise<NodePatch[]> {
  const { rows } = await db.query<Pick<LoggedChange, 'payload'>>({
    text: 'select payload from change_log where project_id = $1 and seq > $2 and is_structural order by seq',
    values: [projectId, after],
  })
  return rows.flatMap(({ payload }) => payload.nodes ?? [])
}
