import { randomUUID } from 'node:crypto'
import { accept, normalizeEmail, refuse, type Result } from '@espalier/domain'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IdentityRecord } from '../identities/identity.ts'
import type { Traits } from '../identities/traits.ts'
import { isUuid } from '../protocol/crypto.ts'
import type { JsonObject } from '../protocol/json.ts'
import { type Db, type IdentityTables, isUniqueViolation } from './database.ts'

export interface NewIdentity {
  readonly traits: Traits
  readonly metadataPublic: JsonObject | null
  /** Null for a person who only has a social account: the address is reserved all the same. */
  readonly passwordHash: string | null
  readonly social?: { readonly provider: string; readonly subject: string }
  readonly isEmailVerified?: boolean
}

/** Two sign-ups at once: the database lets one of them in. */
export async function createIdentityRecord(
  db: Db,
  wanted: NewIdentity,
  now: Date,
): Promise<Result<IdentityRecord, 'taken'>> {
  const id = randomUUID()
  try {
    await db.transaction().execute(async (tx) => {
      await insertIdentity(tx, id, wanted, now)
      await insertCredentials(tx, id, wanted, now)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('taken')
    throw error
  }
  return accept(await requireIdentity(db, id))
}

async function insertIdentity(tx: Db, id: string, wanted: NewIdentity, now: Date): Promise<void> {
  const times = { created_at: now, updated_at: now }
  const { traits, metadataPublic } = wanted
  await tx
    .insertInto('identities')
    .values({
      id,
      schema_id: 'default',
      state: 'active',
      state_changed_at: now,
      traits: JSON.stringify(traits),
      metadata_public: metadataPublic === null ? null : JSON.stringify(metadataPublic),
      ...times,
    })
    .execute()
  const value = normalizeEmail(traits.email)
  await tx
    .insertInto('addresses')
    .values({ id: randomUUID(), identity_id: id, value, verified_at: wanted.isEmailVerified ? now : null, ...times })
    .execute()
}

async function insertCredentials(tx: Db, id: string, wanted: NewIdentity, now: Date): Promise<void> {
  const times = { created_at: now, updated_at: now }
  const password = wanted.passwordHash === null ? {} : { hashed_password: wanted.passwordHash }
  const rows = [{ identity_id: id, type: 'password' as const, config: JSON.stringify(password), ...times }]
  const identifiers: IdentityTables['credential_identifiers'][] = [
    { type: 'password', identifier: normalizeEmail(wanted.traits.email), identity_id: id },
  ]
  await tx.insertInto('credentials').values(rows).execute()
  if (wanted.social) {
    const { provider, subject } = wanted.social
    const config = JSON.stringify({ providers: [{ provider, subject }] })
    await tx
      .insertInto('credentials')
      .values({ identity_id: id, type: 'oidc', config, ...times })
      .execute()
    identifiers.push({ type: 'oidc', identifier: `${provider}:${subject}`, identity_id: id })
  }
  await tx.insertInto('credential_identifiers').values(identifiers).execute()
}

/** An identity's columns and its addresses, in one go: every request with a session asks for them. */
export const identityColumns = (row: ExpressionBuilder<IdentityTables, 'identities'>) =>
  [
    'identities.id as identity_id',
    'identities.schema_id',
    'identities.state',
    'identities.state_changed_at',
    'identities.traits',
    'identities.metadata_public',
    'identities.created_at',
    'identities.updated_at',
    jsonArrayFrom(
      row
        .selectFrom('addresses')
        .select(['id', 'value', 'verified_at', 'is_pending', 'created_at', 'updated_at'])
        .whereRef('addresses.identity_id', '=', 'identities.id')
        .orderBy('is_pending'),
    ).as('addresses'),
  ] as const

interface IdentityRow {
  identity_id: string
  schema_id: string
  state: 'active' | 'inactive'
  state_changed_at: Date
  traits: JsonObject
  metadata_public: JsonObject | null
  created_at: Date
  updated_at: Date
  // Times come out of a JSON column as texts.
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

export async function findIdentity(db: Db, id: string): Promise<IdentityRecord | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('identities').select(identityColumns).where('id', '=', id).executeTakeFirst()
  return row ? toIdentityRecord(row) : null
}

export async function requireIdentity(db: Db, id: string): Promise<IdentityRecord> {
  const identity = await findIdentity(db, id)
  if (identity === null) throw new Error(`identity ${id} is gone`)
  return identity
}

export async function findIdentityByEmail(db: Db, email: string): Promise<IdentityRecord | null> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('credential_identifiers', 'credential_identifiers.identity_id', 'identities.id')
    .select(identityColumns)
    .where('credential_identifiers.type', '=', 'password')
    .where('credential_identifiers.identifier', '=', normalizeEmail(email))
    .executeTakeFirst()
  return row ? toIdentityRecord(row) : null
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
    await tx
      .insertInto('addresses')
      .values({
        id: randomUUID(),
        identity_id: identity.id,
        // In the typed case, because it becomes the trait once it is proven.
        value: traits.email.trim(),
        verified_at: null,
        is_pending: true,
        created_at: now,
        updated_at: now,
      })
      .execute()
  })
}

/** The pending address has been proven: it takes the place of the old one. */
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
  alsoChange: (tx: Db) => Promise<void>,
): Promise<Result<IdentityRecord, 'taken'>> {
  try {
    await db.transaction().execute(async (tx) => {
      const changed = { traits: JSON.stringify(traits), updated_at: now }
      await tx.updateTable('identities').set(changed).where('id', '=', id).execute()
      await alsoChange(tx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('taken')
    throw error
  }
  return accept(await requireIdentity(db, id))
}

async function replaceEmail(tx: Db, id: string, value: string, verifiedAt: Date | null, now: Date): Promise<void> {
  await tx
    .updateTable('credential_identifiers')
    .set({ identifier: value })
    .where('type', '=', 'password')
    .where('identity_id', '=', id)
    .execute()
  // A code that is under way to the old address would open an account that has left it.
  await tx.deleteFrom('recovery_codes').where('identity_id', '=', id).execute()
  await tx.deleteFrom('addresses').where('identity_id', '=', id).execute()
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('addresses')
    .values({ id: randomUUID(), identity_id: id, value, verified_at: verifiedAt, ...times })
    .execute()
}

export async function deletePendingAddress(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('addresses').where('identity_id', '=', id).where('is_pending', '=', true).execute()
}

export async function replaceMetadata(db: Db, id: string, value: JsonObject | null, now: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  const text = value === null ? null : JSON.stringify(value)
  const done = await db
    .updateTable('identities')
    .set({ metadata_public: text, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** In the order of their ids, beginning after the given one. */
export async function listIdentities(db: Db, limit: number, afterId?: string): Promise<IdentityRecord[]> {
  let query = db.selectFrom('identities').select(identityColumns).orderBy('identities.id').limit(limit)
  if (afterId !== undefined && isUuid(afterId)) query = query.where('identities.id', '>', afterId)
  return (await query.execute()).map(toIdentityRecord)
}

/** Credentials, addresses, sessions and flows go with it. */
export async function deleteIdentity(db: Db, id: string): Promise<boolean> {
  const done = await db.deleteFrom('identities').where('id', '=', id).executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function replaceState(db: Db, id: string, state: IdentityRecord['state'], now: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  const done = await db
    .updateTable('identities')
    .set({ state, state_changed_at: now, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
