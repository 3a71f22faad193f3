import { randomUUID } from 'node:crypto'
import type { IdentityRecord } from '../identities/identity.ts'
import type { AuthenticationMethod, SessionRecord } from '../identities/session.ts'
import { isUuid, randomAlphanumeric, sha256 } from '../protocol/crypto.ts'
import { httpErrors } from '../protocol/errors.ts'
import type { Db } from './database.ts'
import { identityColumns, toIdentityRecord } from './identity-store.ts'

const tokenPattern = /^ory_st_[A-Za-z0-9]{32}$/
const listLimit = 250

const createSessionToken = (): string => `ory_st_${randomAlphanumeric(32)}`

/** A session together with its token: the only moment at which the token exists on the server. */
export interface IssuedSession {
  readonly session: SessionRecord
  readonly token: string
}

export async function insertSession(
  db: Db,
  wanted: {
    readonly identity: IdentityRecord
    readonly methods: readonly AuthenticationMethod[]
    readonly device: { readonly address: string; readonly agent: string }
    readonly lifespanMs: number
    readonly now: Date
    readonly provenBy?: string
  },
): Promise<IssuedSession> {
  const { identity, methods, now } = wanted
  const token = createSessionToken()
  const device = { id: randomUUID(), ...wanted.device }
  const session: SessionRecord = {
    id: randomUUID(),
    identity,
    issuedAt: now,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + wanted.lifespanMs),
    methods,
    device,
  }
  await db.transaction().execute(async (tx) => {
    if (wanted.provenBy !== undefined) await ensurePasswordUnchanged(tx, identity.id, wanted.provenBy)
    await tx.insertInto('sessions').values(toSessionRow(session, token)).execute()
  })
  return { session, token }
}

const toSessionRow = (session: SessionRecord, token: string) => ({
  id: session.id,
  token_hash: sha256(token),
  identity_id: session.identity.id,
  issued_at: session.issuedAt,
  authenticated_at: session.authenticatedAt,
  expires_at: session.expiresAt,
  methods: JSON.stringify(session.methods),
  device_id: session.device.id,
  device_address: session.device.address,
  device_agent: session.device.agent,
})

// A password change ends the sessions there are: one that the old password opens a moment later would outlive it.
async function ensurePasswordUnchanged(tx: Db, identityId: string, hash: string): Promise<void> {
  const row = await tx
    .selectFrom('credentials')
    .select('config')
    .where('identity_id', '=', identityId)
    .where('type', '=', 'password')
    .forShare()
    .executeTakeFirst()
  if (row?.config['hashed_password'] !== hash)
    throw httpErrors.malformed('The password was changed. Please sign in again.')
}

/** Signed in again in the same session: a later authentication, more methods, and a new token for the old one. */
export async function renewSession(
  db: Db,
  session: SessionRecord,
  methods: readonly AuthenticationMethod[],
  lifespanMs: number,
  now: Date,
): Promise<IssuedSession> {
  const token = createSessionToken()
  const renewed = {
    ...session,
    methods: [...session.methods, ...methods],
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + lifespanMs),
  }
  await db
    .updateTable('sessions')
    .set({
      token_hash: sha256(token),
      methods: JSON.stringify(renewed.methods),
      authenticated_at: now,
      expires_at: renewed.expiresAt,
    })
    .where('id', '=', session.id)
    .execute()
  return { session: renewed, token }
}

export async function addSessionMethod(db: Db, session: SessionRecord, method: AuthenticationMethod): Promise<void> {
  const methods = JSON.stringify([...session.methods, method])
  await db.updateTable('sessions').set({ methods }).where('id', '=', session.id).execute()
}

export async function findSessionByToken(db: Db, token: string, now: Date): Promise<SessionRecord | null> {
  if (!tokenPattern.test(token)) return null
  const row = await db
    .selectFrom('identities')
    .innerJoin('sessions', 'sessions.identity_id', 'identities.id')
    .select(identityColumns)
    .select(sessionColumns)
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row ? toSessionRecord(row, toIdentityRecord(row)) : null
}

const sessionColumns = [
  'sessions.id',
  'sessions.issued_at',
  'sessions.authenticated_at',
  'sessions.expires_at',
  'sessions.methods',
  'sessions.device_id',
  'sessions.device_address',
  'sessions.device_agent',
] as const

type SessionRow = {
  id: string
  issued_at: Date
  authenticated_at: Date
  expires_at: Date
  methods: AuthenticationMethod[]
  device_id: string
  device_address: string
  device_agent: string
}

const toSessionRecord = (row: SessionRow, identity: IdentityRecord): SessionRecord => ({
  id: row.id,
  identity,
  issuedAt: row.issued_at,
  authenticatedAt: row.authenticated_at,
  expiresAt: row.expires_at,
  methods: row.methods,
  device: { id: row.device_id, address: row.device_address, agent: row.device_agent },
})

export async function listSessions(db: Db, identity: IdentityRecord, now: Date): Promise<SessionRecord[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('identity_id', '=', identity.id)
    .where('expires_at', '>', now)
    .orderBy('issued_at', 'desc')
    .limit(listLimit)
    .execute()
  return rows.map((row) => toSessionRecord(row, identity))
}

/** Those of these sessions that are over. */
export async function findEndedSessions(db: Db, sessionIds: readonly string[], now: Date): Promise<string[]> {
  const asked = sessionIds.filter(isUuid)
  if (asked.length === 0) return []
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', (one) => one.fn.any(one.val(asked)))
    .where('expires_at', '>', now)
    .execute()
  const alive = new Set(rows.map(({ id }) => id))
  return asked.filter((id) => !alive.has(id))
}

/** The ids of the sessions that ended. */
export async function deleteSessions(
  db: Db,
  which: { readonly identityId: string; readonly only?: string; readonly except?: string },
): Promise<string[]> {
  if (which.only !== undefined && !isUuid(which.only)) return []
  let query = db.deleteFrom('sessions').where('identity_id', '=', which.identityId)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '!=', which.except)
  const rows = await query.returning('id').execute()
  return rows.map((row) => row.id)
}
