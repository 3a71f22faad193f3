import { randomUUID } from 'node:crypto'
import { accept, isUuid, normalizeEmail, refuse, type Result } from '@espalier/domain'
import type { IdentityRecord } from '../identities/identity.ts'
import type { Traits } from '../identities/traits.ts'
import type { JsonObject } from '../protocol/json.ts'
import { type Db, isUniqueViolation, type SqlClient } from './database.ts'

export interface NewIdentity {
  readonly traits: Traits
  readonly metadataPublic: JsonObject | null
  /** Null for a person with only a social account; the address is reserved anyway. */
  readonly passwordHash: string | null
  readonly social?: { readonly provider: string; readonly subject: string }
  readonly isEmailVerified?: boolean
}

/** A unique index decides between two concurrent registrations. */
export async function createIdentityRecord(
  db: Db,
  wanted: NewIdentity,
  now: Date,
): Promise<Result<IdentityRecord, 'taken'>> {
  const id = randomUUID()
  try {
    await db.transaction(async (tx) => {
      await insertIdentity(tx, id, wanted, now)
      await insertCredentials(tx, id, wanted, now)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('taken')
    throw error
  }
  return accept(await requireIdentity(db, id))
}

async function insertIdentity(tx: SqlClient, id: string, wanted: NewIdentity, now: Date): Promise<void> {
  const { traits, metadataPublic } = wanted
  await tx.query(
    `insert into identity.identities
       (id, schema_id, state, state_changed_at, traits, metadata_public, created_at, updated_at)
     values ($1, 'default', 'active', $2, $3, $4, $2, $2)`,
    [id, now, JSON.stringify(traits), metadataPublic === null ? null : JSON.stringify(metadataPublic)],
  )
  const verifiedAt = wanted.isEmailVerified ? now : null
  await insertAddress(tx, { identityId: id, value: normalizeEmail(traits.email), verifiedAt, isPending: false }, now)
}

interface NewAddress {
  readonly identityId: string
  readonly value: string
  readonly verifiedAt: Date | null
  /** The address that the owner wants to change to; it is not reserved until it is proven. */
  readonly isPending: boolean
}

async function insertAddress(tx: SqlClient, address: NewAddress, now: Date): Promise<void> {
  await tx.query(
    `insert into identity.addresses (id, identity_id, value, verified_at, is_pending, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [randomUUID(), address.identityId, address.value, address.verifiedAt, address.isPending, now],
  )
}

async function insertCredentials(tx: SqlClient, id: string, wanted: NewIdentity, now: Date): Promise<void> {
  const password = wanted.passwordHash === null ? {} : { hashed_password: wanted.passwordHash }
  await insertCredential(tx, { identityId: id, type: 'password', config: password }, now)
  await insertIdentifier(tx, id, 'password', normalizeEmail(wanted.traits.email))
  if (wanted.social === undefined) return
  const { provider, subject } = wanted.social
  await insertCredential(tx, { identityId: id, type: 'oidc', config: { providers: [{ provider, subject }] } }, now)
  await insertIdentifier(tx, id, 'oidc', `${provider}:${subject}`)
}

interface NewCredential {
  readonly identityId: string
  readonly type: 'password' | 'oidc'
  readonly config: object
}

async function insertCredential(tx: SqlClient, { identityId, type, config }: NewCredential, now: Date): Promise<void> {
  await tx.query(
    `insert into identity.credentials (identity_id, type, config, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
    [identityId, type, JSON.stringify(config), now],
  )
}

export async function insertIdentifier(
  tx: SqlClient,
  identityId: string,
  type: 'password' | 'oidc',
  identifier: string,
): Promise<void> {
  await tx.query('insert into identity.credential_identifiers (type, identifier, identity_id) values ($1, $2, $3)', [
    type,
    identifier,
    identityId,
  ])
}

/** Selects an identity's columns and its addresses in one query, because every request with a session needs them. */
export const identityColumnsSql = `identities.id as identity_id, identities.schema_id, identities.state,
  identities.state_changed_at, identities.traits, identities.metadata_public, identities.created_at,
  identities.updated_at,
  (select coalesce(json_agg(address order by address.is_pending), '[]') from (
    select id, value, verified_at, is_pending, created_at, updated_at from identity.addresses
    where addresses.identity_id = identities.id
  ) as address) as addresses`

export interface IdentityRow {
  identity_id: string
  schema_id: string
  state: 'active' | 'inactive'
  state_changed_at: Date
  traits: JsonObject
  metadata_public: JsonObject | null
  created_at: Date
  updated_at: Date
  // A JSON column returns times as texts.
  addresses: {
    id: string
    value: string
    verified_at: JsonTimestamp | null
    is_pending: boolean
    created_at: JsonTimestamp
    updated_at: JsonTimestamp
  }[]
}
type JsonTimestamp = string | Date

export const toIdentityRecord = (row: IdentityRow): IdentityRecord => ({
  id: row.identity_id,
  schemaId: row.schema_id,
  state: row.state,
  stateChangedAt: row.state_changed_at,
  traits: row.traits as unknown as Traits,
  metadataPublic: row.metadata_public,
  addresses: row.addresses.map((address) => ({
    id: address.id,
    value: address.value,
    verifiedAt: address.verified_at === null ? null : new Date(address.verified_at),
    isPending: address.is_pending,
    createdAt: new Date(address.created_at),
    updatedAt: new Date(address.updated_at),
  })),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findIdentity(db: SqlClient, id: string): Promise<IdentityRecord | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.query<IdentityRow>(`select ${identityColumnsSql} from identity.identities where id = $1`, [
    id,
  ])
  return rows[0] ? toIdentityRecord(rows[0]) : null
}

export async function requireIdentity(db: SqlClient, id: string): Promise<IdentityRecord> {
  const identity = await findIdentity(db, id)
  if (identity === null) throw new Error(`identity ${id} is gone`)
  return identity
}

export async function findIdentityByEmail(db: SqlClient, email: string): Promise<IdentityRecord | null> {
  const { rows } = await db.query<IdentityRow>(
    `select ${identityColumnsSql} from identity.identities
     join identity.credential_identifiers on credential_identifiers.identity_id = identities.id
     where credential_identifiers.type = 'password' and credential_identifiers.identifier = $1`,
    [normalizeEmail(email)],
  )
  return rows[0] ? toIdentityRecord(rows[0]) : null
}

/** Replaces the traits; a new email address becomes the identifier and the recovery address at once, unproven. */
export function replaceTraits(
  db: Db,
  identity: IdentityRecord,
  traits: Traits,
  now: Date,
): Promise<Result<IdentityRecord, 'taken'>> {
  const isMoving = normalizeEmail(identity.traits.email) !== normalizeEmail(traits.email)
  return saveTraits(db, identity.id, traits, now, async (tx) => {
    if (isMoving) await replaceEmail(tx, identity.id, normalizeEmail(traits.email), null, now)
  })
}

/** Replaces the other traits at once; the new email address waits until it is proven. */
export function replaceTraitsPendingEmail(
  db: Db,
  identity: IdentityRecord,
  traits: Traits,
  now: Date,
): Promise<Result<IdentityRecord, 'taken'>> {
  const kept = { ...traits, email: identity.traits.email }
  return saveTraits(db, identity.id, kept, now, async (tx) => {
    await deletePendingAddress(tx, identity.id)
    // The typed case is kept, because the address becomes the trait once it is proven.
    const value = traits.email.trim()
    await insertAddress(tx, { identityId: identity.id, value, verifiedAt: null, isPending: true }, now)
  })
}

/** Replaces the old address with the pending one, which has been proven. */
export function adoptPendingAddress(
  db: Db,
  identity: IdentityRecord,
  email: string,
  now: Date,
): Promise<Result<IdentityRecord, 'taken'>> {
  return saveTraits(db, identity.id, { ...identity.traits, email }, now, (tx) =>
    replaceEmail(tx, identity.id, normalizeEmail(email), now, now),
  )
}

async function saveTraits(
  db: Db,
  id: string,
  traits: Traits,
  now: Date,
  alsoChange: (tx: SqlClient) => Promise<void>,
): Promise<Result<IdentityRecord, 'taken'>> {
  try {
    await db.transaction(async (tx) => {
      await tx.query('update identity.identities set traits = $2, updated_at = $3 where id = $1', [
        id,
        JSON.stringify(traits),
        now,
      ])
      await alsoChange(tx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('taken')
    throw error
  }
  return accept(await requireIdentity(db, id))
}

async function replaceEmail(
  tx: SqlClient,
  id: string,
  value: string,
  verifiedAt: Date | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update identity.credential_identifiers set identifier = $2 where type = 'password' and identity_id = $1`,
    [id, value],
  )
  // A code that was mailed to the old address must not open an account that no longer uses it.
  await tx.query('delete from identity.recovery_codes where identity_id = $1', [id])
  await tx.query('delete from identity.addresses where identity_id = $1', [id])
  await insertAddress(tx, { identityId: id, value, verifiedAt, isPending: false }, now)
}

export async function deletePendingAddress(tx: SqlClient, id: string): Promise<void> {
  await tx.query('delete from identity.addresses where identity_id = $1 and is_pending', [id])
}

/** False: the address was proven before, or is not this identity's. */
export async function markAddressProven(tx: SqlClient, identityId: string, email: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update identity.addresses set verified_at = $3, updated_at = $3
     where identity_id = $1 and value = $2 and not is_pending and verified_at is null`,
    [identityId, normalizeEmail(email), now],
  )
  return rowCount !== null && rowCount > 0
}

export async function replaceMetadata(
  db: SqlClient,
  id: string,
  value: JsonObject | null,
  now: Date,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const { rowCount } = await db.query(
    'update identity.identities set metadata_public = $2, updated_at = $3 where id = $1',
    [id, value === null ? null : JSON.stringify(value), now],
  )
  return rowCount === 1
}

/** Keeps a picture that is there. Read, changed and written back, the metadata would lose a status set in between. */
export async function storeProviderPicture(db: SqlClient, id: string, picture: string, now: Date): Promise<void> {
  await db.query(
    `update identity.identities set metadata_public = coalesce(metadata_public, '{}'::jsonb) || $2::jsonb, updated_at = $3
     where id = $1 and metadata_public->>'picture' is null`,
    [id, JSON.stringify({ picture }), now],
  )
}

/** Lists identities in the order of their ids, starting after the given one. */
export async function listIdentities(db: SqlClient, limit: number, afterId?: string): Promise<IdentityRecord[]> {
  const after = afterId !== undefined && isUuid(afterId) ? afterId : null
  const { rows } = await db.query<IdentityRow>(
    `select ${identityColumnsSql} from identity.identities where $2::uuid is null or identities.id > $2
     order by identities.id limit $1`,
    [limit, after],
  )
  return rows.map(toIdentityRecord)
}

/** Credentials, addresses, sessions and flows are deleted with it. */
export async function deleteIdentity(db: SqlClient, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from identity.identities where id = $1', [id])
  return rowCount === 1
}

export async function replaceState(
  db: SqlClient,
  id: string,
  state: IdentityRecord['state'],
  now: Date,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const { rowCount } = await db.query(
    'update identity.identities set state = $2, state_changed_at = $3, updated_at = $3 where id = $1',
    [id, state, now],
  )
  return rowCount === 1
}
