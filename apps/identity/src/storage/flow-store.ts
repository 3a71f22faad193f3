import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { isUuid } from '../protocol/crypto.ts'
import type { Flow, FlowKind, FlowState } from '../protocol/flow.ts'
import type { Json } from '../protocol/json.ts'
import type { Db, IdentityTables } from './database.ts'

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

const toFlow = (row: Selectable<IdentityTables['flows']>): Flow => ({
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

export async function insertFlow(db: Db, flow: Flow): Promise<void> {
  await db.insertInto('flows').values(toFlowRow(flow)).execute()
}

export async function saveFlow(db: Db, flow: Flow): Promise<void> {
  const { id, ...rest } = toFlowRow(flow)
  await db.updateTable('flows').set(rest).where('id', '=', id).execute()
}

export async function findFlow(db: Db, kind: FlowKind, id: string): Promise<Flow | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('flows').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  return row ? toFlow(row) : null
}

interface StoredFlowError {
  readonly id: string
  readonly error: Json
  readonly createdAt: Date
}

export async function storeFlowError(db: Db, error: Json, now: Date): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('errors')
    .values({ id, error: JSON.stringify(error), created_at: now })
    .execute()
  return id
}

export async function findFlowError(db: Db, id: string): Promise<StoredFlowError | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('errors').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { id: row.id, error: row.error, createdAt: row.created_at } : null
}
