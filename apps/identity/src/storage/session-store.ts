import { randomUUID } from 'node:crypto'
import { isUuid } from '@espalier/domain'
import { toSqlColumns } from '@espalier/postgres'
import type { IdentityRecord } from '../identities/identity.ts'
import type { AuthenticationMethod, SessionRecord } from '../identities/session.ts'
import { randomAlphanumeric, sha256 } from '../protocol/crypto.ts'
import { httpErrors } from '../protocol/errors.ts'
import { errorTexts } from '../texts/errors.ts'
import type { Db, SqlClient } from './database.ts'
import { identityColumnsSql, type IdentityRow, toIdentityRecord } from './identity-store.ts'
import { hasSecondFactor, secondFactorSql } from './second-factors.ts'

const tokenPattern = /^ory_st_[A-Za-z0-9]{32}$/
const listLimit = 250

const createSessionToken = (): string => `ory_st_${randomAlphanumeric(32)}`

/** A session together with its token, which exists on the server only at this moment. */
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
    hasSecondFactor: await hasSecondFactor(db, identity.id),
  }
  const { names, places, values } = toSqlColumns(toSessionRow(session, token))
  await db.transaction(async (tx) => {
    if (wanted.provenBy !== undefined) await ensurePasswordUnchanged(tx, identity.id, wanted.provenBy)
    await tx.query(`insert into identity.sessions (${names}) values (${places})`, values)
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

// A password change ends only existing sessions: one created a moment later with the old password would survive it.
async function ensurePasswordUnchanged(tx: SqlClient, identityId: string, hash: string): Promise<void> {
  const { rows } = await tx.query<{ hash: string | null }>(
    `select config->>'hashed_password' as hash from identity.credentials
     where identity_id = $1 and type = 'password' for share`,
    [identityId],
  )
  if (rows[0]?.hash !== hash) throw httpErrors.malformed(errorTexts.passwordChanged)
}

/** Records a new sign-in in the same session: a later authentication, more methods and a new token. */
export async function renewSession(
  db: SqlClient,
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
  await db.query(
    `update identity.sessions set token_hash = $2, methods = $3, authenticated_at = $4, expires_at = $5 where id = $1`,
    [session.id, sha256(token), JSON.stringify(renewed.methods), now, renewed.expiresAt],
  )
  return { session: renewed, token }
}

export async function addSessionMethod(
  db: SqlClient,
  session: SessionRecord,
  method: AuthenticationMethod,
): Promise<void> {
  await db.query('update identity.sessions set methods = $2 where id = $1', [
    session.id,
    JSON.stringify([...session.methods, method]),
  ])
}

export async function findSessionByToken(db: SqlClient, token: string, now: Date): Promise<SessionRecord | null> {
  if (!tokenPattern.test(token)) return null
  // Every request of a person runs it. It is named, so that it is planned once per connection: the hash is unique.
  const { rows } = await db.query<IdentityRow & SessionRow>({
    name: 'session by token',
    text: `select ${identityColumnsSql}, ${sessionColumnsSql} from identity.identities
     join identity.sessions on sessions.identity_id = identities.id
     where token_hash = $1 and expires_at > $2 and state = 'active'`,
    values: [sha256(token), now],
  })
  return rows[0] ? toSessionRecord(rows[0], toIdentityRecord(rows[0])) : null
}

const sessionColumnsSql = `sessions.id, sessions.issued_at, sessions.authenticated_at, sessions.expires_at,
  sessions.methods, sessions.device_id, sessions.device_address, sessions.device_agent,
  ${secondFactorSql('sessions.identity_id')} as has_second_factor`

type SessionRow = {
  id: string
  issued_at: Date
  authenticated_at: Date
  expires_at: Date
  methods: AuthenticationMethod[]
  device_id: string
  device_address: string
  device_agent: string
  has_second_factor: boolean
}

const toSessionRecord = (row: SessionRow, identity: IdentityRecord): SessionRecord => ({
  id: row.id,
  identity,
  issuedAt: row.issued_at,
  authenticatedAt: row.authenticated_at,
  expiresAt: row.expires_at,
  methods: row.methods,
  device: { id: row.device_id, address: row.device_address, agent: row.device_agent },
  hasSecondFactor: row.has_second_factor,
})

export async function listSessions(db: SqlClient, identity: IdentityRecord, now: Date): Promise<SessionRecord[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${sessionColumnsSql} from identity.sessions where identity_id = $1 and expires_at > $2
     order by issued_at desc limit $3`,
    [identity.id, now, listLimit],
  )
  return rows.map((row) => toSessionRecord(row, identity))
}

/** Returns which of these sessions have ended, or wait for a second step since their person has a second factor. */
export async function findEndedSessions(db: SqlClient, sessionIds: readonly string[], now: Date): Promise<string[]> {
  const validIds = sessionIds.filter(isUuid)
  if (validIds.length === 0) return []
  const { rows } = await db.query<{ id: string }>(
    `select id from identity.sessions where id = any($1::uuid[]) and expires_at > $2
       and (methods @> '[{"aal":"aal2"}]' or not ${secondFactorSql('sessions.identity_id')})`,
    [validIds, now],
  )
  const alive = new Set(rows.map(({ id }) => id))
  return validIds.filter((id) => !alive.has(id))
}

/** Returns the ids of the sessions that ended. */
export async function deleteSessions(
  db: SqlClient,
  which: { readonly identityId: string; readonly only?: string; readonly except?: string },
): Promise<string[]> {
  if (which.only !== undefined && !isUuid(which.only)) return []
  const { rows } = await db.query<{ id: string }>(
    `delete from identity.sessions
     where identity_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3) returning id`,
    [which.identityId, which.only ?? null, which.except ?? null],
  )
  return rows.map(({ id }) => id)
}
