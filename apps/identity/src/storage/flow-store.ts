import { randomUUID } from 'node:crypto'
import { isUuid } from '@espalier/domain'
import { toSqlColumns } from '@espalier/postgres'
import type { Flow, FlowKind, FlowState, FormState } from '../protocol/flow.ts'
import type { Json, JsonObject } from '../protocol/json.ts'
import type { SqlClient } from './database.ts'

interface FlowRow {
  readonly id: string
  readonly kind: FlowKind
  readonly state: string
  readonly active: string | null
  readonly issued_at: Date
  readonly expires_at: Date
  readonly request_url: string
  readonly return_to: string | null
  readonly csrf_hash: string
  readonly refresh: boolean
  readonly requested_aal: string
  readonly identity_id: string | null
  readonly form: FormState
  readonly context: JsonObject
  readonly created_at: Date
  readonly updated_at: Date
}

const toFlowRow = (flow: Flow) => ({
  id: flow.id,
  kind: flow.kind,
  state: flow.state,
  active: flow.active,
  issued_at: flow.issuedAt,
  expires_at: flow.expiresAt,
  request_url: flow.requestUrl,
  return_to: flow.returnTo,
  csrf_hash: flow.csrfHash,
  refresh: flow.refresh,
  requested_aal: flow.requestedAal,
  identity_id: flow.identityId,
  form: JSON.stringify(flow.form),
  context: JSON.stringify(flow.context),
  created_at: flow.createdAt,
  updated_at: flow.updatedAt,
})

const toFlow = (row: FlowRow): Flow => ({
  id: row.id,
  kind: row.kind,
  state: row.state as FlowState,
  active: row.active,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  requestUrl: row.request_url,
  returnTo: row.return_to,
  csrfHash: row.csrf_hash,
  refresh: row.refresh,
  requestedAal: row.requested_aal === 'aal2' ? 'aal2' : 'aal1',
  identityId: row.identity_id,
  form: row.form,
  context: row.context,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function insertFlow(db: SqlClient, flow: Flow): Promise<void> {
  const { names, places, values } = toSqlColumns(toFlowRow(flow))
  await db.query(`insert into identity.flows (${names}) values (${places})`, values)
}

export async function saveFlow(db: SqlClient, flow: Flow): Promise<void> {
  const { id, ...columns } = toFlowRow(flow)
  const { assignments, values } = toSqlColumns(columns, 2)
  await db.query(`update identity.flows set ${assignments} where id = $1`, [id, ...values])
}

export async function findFlow(db: SqlClient, kind: FlowKind, id: string): Promise<Flow | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.query<FlowRow>('select * from identity.flows where id = $1 and kind = $2', [id, kind])
  return rows[0] ? toFlow(rows[0]) : null
}

/** Marks the flow's challenge as used. False: it was used before, so its answer is a copy. */
export async function consumeChallenge(db: SqlClient, flowId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity.flows set context = context || '{"challenge_used": true}'
     where id = $1 and not context ? 'challenge_used'`,
    [flowId],
  )
  return rowCount === 1
}

interface StoredFlowError {
  readonly id: string
  readonly error: Json
  readonly createdAt: Date
}

export async function storeFlowError(db: SqlClient, error: Json, now: Date): Promise<string> {
  const id = randomUUID()
  await db.query('insert into identity.errors (id, error, created_at) values ($1, $2, $3)', [
    id,
    JSON.stringify(error),
    now,
  ])
  return id
}

export async function findFlowError(db: SqlClient, id: string): Promise<StoredFlowError | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.query<StoredFlowError>(
    'select id, error, created_at as "createdAt" from identity.errors where id = $1',
    [id],
  )
  return rows[0] ?? null
}
