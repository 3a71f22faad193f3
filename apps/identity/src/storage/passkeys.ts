import { accept, isUuid, refuse, type Result } from '@espalier/domain'
import { countFirstFactors, withLockedCredentials } from './credentials.ts'
import type { Db, SqlClient } from './database.ts'

/** The largest number of passkeys of one person; a form lists them all. */
export const maxPasskeys = 20

export interface Passkey {
  /** The credential's own id, in base64url. */
  readonly id: string
  readonly public_key: string
  readonly sign_count: number
  readonly transports: readonly string[]
  readonly display_name: string
  readonly added_at: string
}

export async function findPasskeys(db: SqlClient, identityId: string): Promise<readonly Passkey[]> {
  if (!isUuid(identityId)) return []
  const { rows } = await db.query<{ credentials: Passkey[] }>(
    `select config->'credentials' as credentials from identity.credentials where identity_id = $1 and type = 'passkey'`,
    [identityId],
  )
  return rows[0]?.credentials ?? []
}

/** Whether anybody can sign in with a passkey. */
export async function hasAnyPasskey(db: SqlClient): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    `select exists (select from identity.credentials where type = 'passkey') as has`,
  )
  return rows[0]?.has ?? false
}

async function storePasskeys(
  tx: SqlClient,
  identityId: string,
  passkeys: readonly Passkey[],
  now: Date,
): Promise<void> {
  if (passkeys.length === 0) {
    await tx.query(`delete from identity.credentials where identity_id = $1 and type = 'passkey'`, [identityId])
    return
  }
  await tx.query(
    `insert into identity.credentials (identity_id, type, config, created_at, updated_at)
     values ($1, 'passkey', $2, $3, $3)
     on conflict (identity_id, type) do update set config = excluded.config, updated_at = excluded.updated_at`,
    [identityId, JSON.stringify({ credentials: passkeys }), now],
  )
}

export const addPasskey = (
  db: Db,
  identityId: string,
  passkey: Passkey,
  now: Date,
): Promise<Result<void, 'known' | 'too-many'>> =>
  withLockedCredentials(db, identityId, async (tx) => {
    const before = await findPasskeys(tx, identityId)
    if (before.some(({ id }) => id === passkey.id)) return refuse('known')
    if (before.length >= maxPasskeys) return refuse('too-many')
    await storePasskeys(tx, identityId, [...before, passkey], now)
    return accept(undefined)
  })

export const removePasskey = (
  db: Db,
  identityId: string,
  passkeyId: string,
  now: Date,
): Promise<Result<void, 'unknown' | 'last-credential'>> =>
  withLockedCredentials(db, identityId, async (tx, credentials) => {
    const before = await findPasskeys(tx, identityId)
    const kept = before.filter(({ id }) => id !== passkeyId)
    if (kept.length === before.length) return refuse('unknown')
    if (countFirstFactors(credentials) < 2) return refuse('last-credential')
    await storePasskeys(tx, identityId, kept, now)
    return accept(undefined)
  })

/** Records the counter of a use. A key without a counter always reports 0. */
export const recordPasskeyUse = (
  db: Db,
  identityId: string,
  used: { readonly id: string; readonly signCount: number },
  now: Date,
): Promise<void> =>
  withLockedCredentials(db, identityId, async (tx) => {
    const passkeys = await findPasskeys(tx, identityId)
    const counted = passkeys.map((one) => (one.id === used.id ? { ...one, sign_count: used.signCount } : one))
    await storePasskeys(tx, identityId, counted, now)
  })
