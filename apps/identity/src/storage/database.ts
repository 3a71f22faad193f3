import { Kysely, PostgresDialect, type ColumnType } from 'kysely'
import type { Pool } from 'pg'
import type { FlowKind, FormState } from '../protocol/flow.ts'
import type { AuthenticationMethod } from '../identities/session.ts'
import type { Json, JsonObject } from '../protocol/json.ts'

/** Read as the value, written as its JSON text: the driver would turn an array into an SQL array. */
type JsonColumn<Value> = ColumnType<Value, string, string>

export interface IdentityTables {
  identities: {
    id: string
    schema_id: string
    state: 'active' | 'inactive'
    state_changed_at: Date
    traits: JsonColumn<JsonObject>
    metadata_public: ColumnType<JsonObject | null, string | null, string | null>
    created_at: Date
    updated_at: Date
  }
  credentials: {
    identity_id: string
    type: 'password' | 'oidc'
    config: JsonColumn<JsonObject>
    created_at: Date
    updated_at: Date
  }
  credential_identifiers: { type: 'password' | 'oidc'; identifier: string; identity_id: string }
  addresses: {
    id: string
    identity_id: string
    value: string
    verified_at: Date | null
    /** The address that its owner wants to change to; reserved for nobody until it is proven. */
    is_pending: ColumnType<boolean, boolean | undefined, boolean>
    created_at: Date
    updated_at: Date
  }
  sessions: {
    id: string
    token_hash: string
    identity_id: string
    issued_at: Date
    authenticated_at: Date
    expires_at: Date
    methods: JsonColumn<AuthenticationMethod[]>
    device_id: string
    device_address: string
    device_agent: string
  }
  flows: {
    id: string
    kind: FlowKind
    state: string
    active: string | null
    issued_at: Date
    expires_at: Date
    request_url: string
    return_to: string | null
    csrf_hash: string
    refresh: boolean
    requested_aal: string
    identity_id: string | null
    form: JsonColumn<FormState>
    context: JsonColumn<JsonObject>
    created_at: Date
    updated_at: Date
  }
  continuity: {
    id: string
    purpose: string
    identity_id: string | null
    sealed_payload: string
    expires_at: Date
  }
  errors: { id: string; error: JsonColumn<Json>; created_at: Date }
  recovery_codes: {
    flow_id: string
    identity_id: string | null
    email: string
    code_hash: string
    tries: number
    expires_at: Date
  }
  attempts: { scope: string; key_hash: string; failures: number; last_at: Date; blocked_until: Date | null }
}

/** The database, or a transaction of it. */
export type Db = Kysely<IdentityTables>

export const openIdentityDatabase = (pool: Pool): Db =>
  new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('identity')

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

const unavailableCodes = /^(08|57P0|53)|^E[A-Z]+$/

/** The database cannot be asked just now: the caller may come again. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && unavailableCodes.test(error.code)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message))
