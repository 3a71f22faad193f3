import type { NodeRecord, SqlClient } from '../../../database/nodes.ts'
import type { FieldTokens } from '../fields/field-tokens.ts'

export interface SyncStatus {
  readonly problem: string | null
  readonly failures: number
  readonly pausedUntil: Date | null
  readonly lookedAt: Date | null
  readonly lookedAtAll: Date | null
}

const emptySyncStatus: SyncStatus = { problem: null, failures: 0, pausedUntil: null, lookedAt: null, lookedAtAll: null }

export async function readSyncStatus(db: SqlClient, projectId: string): Promise<SyncStatus> {
  const { rows } = await db.query<SyncStatus>(
    `select problem, failures, paused_until as "pausedUntil", looked_at as "lookedAt", looked_at_all as "lookedAtAll"
     from tracker_syncs where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? emptySyncStatus
}

export async function updateSyncStatus(db: SqlClient, projectId: string, change: Partial<SyncStatus>): Promise<void> {
  const next = { ...(await readSyncStatus(db, projectId)), ...change }
  await db.query(
    `insert into tracker_syncs (project_id, problem, failures, paused_until, looked_at, looked_at_all)
     select $1, $2, $3, $4, $5, $6 where exists (select from projects where id = $1 and jira_sync)
     on conflict (project_id) do update set problem = excluded.problem, failures = excluded.failures,
       paused_until = excluded.paused_until, looked_at = excluded.looked_at, looked_at_all = excluded.looked_at_all`,
    [projectId, next.problem, next.failures, next.pausedUntil, next.lookedAt, next.lookedAtAll],
  )
}

/** The last sent values, whether or not a response came. */
export interface SentFields {
  readonly summary?: string
  readonly description?: string
  readonly status?: NodeRecord['status']
  readonly parentKey?: string | null
  readonly fields?: FieldTokens
}

/** The node's fields at the last agreement. */
export type AgreedFields = FieldTokens & {
  /** The person whom the issue's assignee was here. */
  readonly person?: string
  /** The issues that blocked this one on both sides, by their ids. Absent: blockers were not compared. */
  readonly blockers?: string
}

/** The stored sync state of a node. */
export interface NodeSyncState {
  readonly level: number | null
  readonly agreedTitle: string | null
  readonly agreedBody: string | null
  readonly agreedParent: string | null
  readonly agreedFields: AgreedFields | null
  readonly creatingAt: Date | null
  readonly sent: SentFields | null
  readonly state: 'synced' | 'blocked' | 'gone'
  readonly reason: string | null
}

const emptyNodeSyncState: NodeSyncState = {
  level: null,
  agreedTitle: null,
  agreedBody: null,
  agreedParent: null,
  agreedFields: null,
  creatingAt: null,
  sent: null,
  state: 'synced',
  reason: null,
}

export async function readNodeSyncStates(
  db: SqlClient,
  nodeIds: readonly string[],
): Promise<(nodeId: string) => NodeSyncState> {
  const { rows } = await db.query<NodeSyncState & { nodeId: string }>(
    `select node_id as "nodeId", level, agreed_title as "agreedTitle", agreed_body as "agreedBody",
       agreed_parent as "agreedParent", agreed_fields as "agreedFields",
       creating_at as "creatingAt", sent, state, reason from tracker_nodes where node_id = any($1::uuid[])`,
    [nodeIds],
  )
  const sides = new Map(rows.map((row) => [row.nodeId, row]))
  return (nodeId) => sides.get(nodeId) ?? emptyNodeSyncState
}

/** The nodes whose issue may have been created although no response came. */
export async function readNodesBeingCreated(db: SqlClient, projectId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select node_id as id from tracker_nodes where project_id = $1 and creating_at is not null',
    [projectId],
  )
  return new Set(rows.map(({ id }) => id))
}

const columnByField = {
  level: 'level',
  agreedTitle: 'agreed_title',
  agreedBody: 'agreed_body',
  agreedParent: 'agreed_parent',
  agreedFields: 'agreed_fields',
  creatingAt: 'creating_at',
  sent: 'sent',
  state: 'state',
  reason: 'reason',
} as const satisfies Record<keyof NodeSyncState, string>

/** Omitted fields stay unchanged. A node that was purged meanwhile is ignored. */
export async function updateNodeSyncState(
  db: SqlClient,
  projectId: string,
  nodeId: string,
  change: Partial<NodeSyncState>,
): Promise<void> {
  const names = (Object.keys(change) as (keyof NodeSyncState)[]).filter((name) => name in columnByField)
  const columns = names.map((name) => columnByField[name])
  const values = names.map((name) => {
    const value = change[name]
    return name === 'sent' || name === 'agreedFields' ? value && JSON.stringify(value) : value
  })
  await db.query(
    `insert into tracker_nodes (node_id, project_id, ${columns.join(', ')})
     select $1, $2, ${columns.map((column, at) => `$${at + 3}::${toColumnType(column)}`).join(', ')}
     where exists (select from nodes where id = $1)
     on conflict (node_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [nodeId, projectId, ...values],
  )
}

const columnTypes: Readonly<Record<string, string>> = {
  level: 'smallint',
  creating_at: 'timestamptz',
  sent: 'jsonb',
  agreed_fields: 'jsonb',
}
const toColumnType = (column: string): string => columnTypes[column] ?? 'text'

/** A living node that is not in step with its issue, and why. */
export interface UnsyncedNode {
  readonly nodeId: string
  readonly state: 'blocked' | 'gone'
  readonly reason: string
}

export async function readUnsyncedNodes(db: SqlClient, projectId: string, most: number): Promise<UnsyncedNode[]> {
  const { rows } = await db.query<UnsyncedNode>(
    `select node_id as "nodeId", state, reason from tracker_nodes join nodes on nodes.id = node_id
     where tracker_nodes.project_id = $1 and state <> 'synced' and reason is not null and not is_deleted
     order by node_id limit $2`,
    [projectId, most],
  )
  return rows
}
