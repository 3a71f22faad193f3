import { accept, normalizeEmail, refuse, type Result } from '@espalier/domain'
import { isJsonObject, type Json, type JsonObject } from '../protocol/json.ts'
import { type Db, isUniqueViolation, type SqlClient } from './database.ts'
import { insertIdentifier } from './identity-store.ts'

export interface SocialAccount {
  readonly provider: string
  readonly subject: string
}

/** The credentials of an identity. */
export interface Credentials {
  readonly passwordHash: string | null
  readonly social: readonly SocialAccount[]
  readonly passkeyCount: number
}

export const countFirstFactors = ({ passwordHash, social, passkeyCount }: Credentials): number =>
  (passwordHash === null ? 0 : 1) + social.length + passkeyCount

const parseSocialAccounts = (providers: Json | undefined): SocialAccount[] =>
  (Array.isArray(providers) ? providers : []).flatMap((entry) =>
    isJsonObject(entry) && typeof entry['provider'] === 'string' && typeof entry['subject'] === 'string'
      ? [{ provider: entry['provider'], subject: entry['subject'] }]
      : [],
  )

interface CredentialRow {
  readonly type: string
  readonly config: JsonObject
  readonly updated_at: Date
}

export async function findCredentialsWithDates(
  db: SqlClient,
  identityId: string,
): Promise<Credentials & { readonly passwordSetAt: Date }> {
  const { rows } = await db.query<CredentialRow>(
    'select type, config, updated_at from identity.credentials where identity_id = $1',
    [identityId],
  )
  const password = rows.find((row) => row.type === 'password')
  const hash = password?.config['hashed_password']
  const providers = rows.find((row) => row.type === 'oidc')?.config['providers']
  const passkeys = rows.find((row) => row.type === 'passkey')?.config['credentials']
  return {
    passwordHash: typeof hash === 'string' ? hash : null,
    passwordSetAt: password?.updated_at ?? new Date(0),
    social: parseSocialAccounts(providers),
    passkeyCount: Array.isArray(passkeys) ? passkeys.length : 0,
  }
}

export const findCredentials = (db: SqlClient, identityId: string): Promise<Credentials> =>
  findCredentialsWithDates(db, identityId)

export async function findIdentityIdByIdentifier(
  db: SqlClient,
  type: 'password' | 'oidc',
  identifier: string,
): Promise<string | null> {
  const { rows } = await db.query<{ identity_id: string }>(
    'select identity_id from identity.credential_identifiers where type = $1 and identifier = $2',
    [type, type === 'password' ? normalizeEmail(identifier) : identifier],
  )
  return rows[0]?.identity_id ?? null
}

export const findIdentityIdBySubject = (db: SqlClient, { provider, subject }: SocialAccount): Promise<string | null> =>
  findIdentityIdByIdentifier(db, 'oidc', `${provider}:${subject}`)

export async function setPasswordHash(db: SqlClient, identityId: string, hash: string, now: Date): Promise<void> {
  await replacePasswordConfig(db, identityId, { hashed_password: hash }, now)
}

/** The identity then has no password. */
export async function removePassword(db: SqlClient, identityId: string, now: Date): Promise<void> {
  await replacePasswordConfig(db, identityId, {}, now)
}

async function replacePasswordConfig(db: SqlClient, identityId: string, config: object, now: Date): Promise<void> {
  await db.query(
    `update identity.credentials set config = $2, updated_at = $3 where identity_id = $1 and type = 'password'`,
    [identityId, JSON.stringify(config), now],
  )
}

/** Prevents other changes of the identity until the end of the transaction. */
export async function lockIdentity(tx: SqlClient, identityId: string): Promise<void> {
  await tx.query('select from identity.identities where id = $1 for update', [identityId])
}

/** Locks the identity, so that concurrent links and unlinks see each other's result. */
export const withLockedCredentials = <Value>(
  db: Db,
  identityId: string,
  change: (tx: SqlClient, before: Credentials) => Promise<Value>,
): Promise<Value> =>
  db.transaction(async (tx) => {
    await lockIdentity(tx, identityId)
    return change(tx, await findCredentials(tx, identityId))
  })

async function storeSocialAccounts(
  tx: SqlClient,
  identityId: string,
  social: readonly SocialAccount[],
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into identity.credentials (identity_id, type, config, created_at, updated_at)
     values ($1, 'oidc', $2, $3, $3)
     on conflict (identity_id, type) do update set config = excluded.config, updated_at = excluded.updated_at`,
    [identityId, JSON.stringify({ providers: social }), now],
  )
}

/** Leaves the identity these social accounts, and takes away the identifiers of those that are gone. */
export async function removeSocialAccounts(
  tx: SqlClient,
  identityId: string,
  { kept, gone }: { readonly kept: readonly SocialAccount[]; readonly gone: readonly SocialAccount[] },
  now: Date,
): Promise<void> {
  await storeSocialAccounts(tx, identityId, kept, now)
  await tx.query(
    `delete from identity.credential_identifiers
     where type = 'oidc' and identity_id = $1 and identifier = any($2::text[])`,
    [identityId, gone.map(({ provider, subject }) => `${provider}:${subject}`)],
  )
}

export async function linkSocialAccount(
  db: Db,
  identityId: string,
  account: SocialAccount,
  now: Date,
): Promise<Result<void, 'taken' | 'already-linked'>> {
  try {
    return await withLockedCredentials(db, identityId, async (tx, { social }) => {
      if (social.some((linked) => linked.provider === account.provider)) return refuse('already-linked')
      await storeSocialAccounts(tx, identityId, [...social, account], now)
      await insertIdentifier(tx, identityId, 'oidc', `${account.provider}:${account.subject}`)
      return accept(undefined)
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('taken')
    throw error
  }
}

export function unlinkSocialAccount(
  db: Db,
  identityId: string,
  provider: string,
  now: Date,
): Promise<Result<void, 'not-linked' | 'last-credential'>> {
  return withLockedCredentials(db, identityId, async (tx, before) => {
    const gone = before.social.filter((linked) => linked.provider === provider)
    if (gone.length === 0) return refuse('not-linked')
    if (countFirstFactors(before) - gone.length < 1) return refuse('last-credential')
    const kept = before.social.filter((linked) => linked.provider !== provider)
    await removeSocialAccounts(tx, identityId, { kept, gone }, now)
    return accept(undefined)
  })
}
