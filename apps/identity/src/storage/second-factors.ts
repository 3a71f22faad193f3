import type { SqlClient } from './database.ts'

export type SecondFactor = 'totp' | 'lookup_secret'

/** Used-up recovery codes are no second factor: the person could never sign in again. */
export const secondFactorSql = (identityId: string): string => `exists (
  select from identity.credentials where credentials.identity_id = ${identityId}
    and (type = 'totp' or (type = 'lookup_secret' and (config->>'unused')::int > 0)))`

export async function hasSecondFactor(db: SqlClient, identityId: string): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(`select ${secondFactorSql('$1')} as has`, [identityId])
  return rows[0]?.has ?? false
}

export async function deleteCredential(
  db: SqlClient,
  identityId: string,
  type: SecondFactor | 'passkey',
): Promise<boolean> {
  const { rowCount } = await db.query('delete from identity.credentials where identity_id = $1 and type = $2', [
    identityId,
    type,
  ])
  return rowCount === 1
}

async function replaceCredential(
  db: SqlClient,
  identityId: string,
  type: SecondFactor,
  config: object,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into identity.credentials (identity_id, type, config, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (identity_id, type) do update set config = excluded.config, updated_at = excluded.updated_at`,
    [identityId, type, JSON.stringify(config), now],
  )
}

export const storeTotp = (db: SqlClient, identityId: string, sealedSecret: string, now: Date): Promise<void> =>
  replaceCredential(db, identityId, 'totp', { sealed_secret: sealedSecret }, now)

export async function findTotpSecret(db: SqlClient, identityId: string): Promise<string | null> {
  const { rows } = await db.query<{ sealed: string | null }>(
    `select config->>'sealed_secret' as sealed from identity.credentials where identity_id = $1 and type = 'totp'`,
    [identityId],
  )
  return rows[0]?.sealed ?? null
}

/** Uses up the time step of a right code. False: a code of this step or a later one was used before. */
export async function consumeTotpStep(
  db: SqlClient,
  identityId: string,
  sealedSecret: string,
  step: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity.credentials set config = jsonb_set(config, '{last_step}', to_jsonb($3::bigint))
     where identity_id = $1 and type = 'totp' and config->>'sealed_secret' = $2
       and coalesce((config->>'last_step')::bigint, -1) < $3::bigint`,
    [identityId, sealedSecret, step],
  )
  return rowCount === 1
}

export interface StoredLookupCode {
  readonly sealed: string
  readonly used_at: string | null
}

export const storeLookupCodes = (
  db: SqlClient,
  identityId: string,
  sealedCodes: readonly string[],
  now: Date,
): Promise<void> => {
  const codes = sealedCodes.map((sealed): StoredLookupCode => ({ sealed, used_at: null }))
  return replaceCredential(db, identityId, 'lookup_secret', { codes, unused: codes.length }, now)
}

/** Null: the person has no recovery codes. */
export async function findLookupCodes(db: SqlClient, identityId: string): Promise<readonly StoredLookupCode[] | null> {
  const { rows } = await db.query<{ codes: StoredLookupCode[] }>(
    `select config->'codes' as codes from identity.credentials where identity_id = $1 and type = 'lookup_secret'`,
    [identityId],
  )
  return rows[0]?.codes ?? null
}

/** False: the code was used a moment ago, or replaced. */
export async function consumeLookupCode(
  db: SqlClient,
  identityId: string,
  place: { readonly index: number; readonly sealed: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity.credentials set config = jsonb_set(
       jsonb_set(config, array['codes', $2::text, 'used_at'], to_jsonb($4::text)),
       '{unused}', to_jsonb((config->>'unused')::int - 1))
     where identity_id = $1 and type = 'lookup_secret' and config->'codes'->$2::int->>'sealed' = $3
       and config->'codes'->$2::int->>'used_at' is null`,
    [identityId, place.index, place.sealed, now.toISOString()],
  )
  return rowCount === 1
}
