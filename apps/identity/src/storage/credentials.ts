import { accept, normalizeEmail, refuse, type Result } from '@espalier/domain'
import { isJsonObject, type Json } from '../protocol/json.ts'
import { type Db, isUniqueViolation } from './database.ts'

export interface SocialAccount {
  readonly provider: string
  readonly subject: string
}

/** The ways in that an identity has. */
export interface Credentials {
  readonly passwordHash: string | null
  readonly social: readonly SocialAccount[]
}

export const countFirstFactors = ({ passwordHash, social }: Credentials): number =>
  (passwordHash === null ? 0 : 1) + social.length

const parseSocialAccounts = (providers: Json | undefined): SocialAccount[] =>
  (Array.isArray(providers) ? providers : []).flatMap((entry) =>
    isJsonObject(entry) && typeof entry['provider'] === 'string' && typeof entry['subject'] === 'string'
      ? [{ provider: entry['provider'], subject: entry['subject'] }]
      : [],
  )

export async function findCredentialsWithDates(
  db: Db,
  identityId: string,
): Promise<Credentials & { readonly passwordSetAt: Date }> {
  const rows = await db.selectFrom('credentials').selectAll().where('identity_id', '=', identityId).execute()
  const password = rows.find((row) => row.type === 'password')
  const hash = password?.config['hashed_password']
  const providers = rows.find((row) => row.type === 'oidc')?.config['providers']
  return {
    passwordHash: typeof hash === 'string' ? hash : null,
    passwordSetAt: password?.updated_at ?? new Date(0),
    social: parseSocialAccounts(providers),
  }
}

export const findCredentials = (db: Db, identityId: string): Promise<Credentials> =>
  findCredentialsWithDates(db, identityId)

export async function findIdentityIdByIdentifier(
  db: Db,
  type: 'password' | 'oidc',
  identifier: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('credential_identifiers')
    .select('identity_id')
    .where('type', '=', type)
    .where('identifier', '=', type === 'password' ? normalizeEmail(identifier) : identifier)
    .executeTakeFirst()
  return row?.identity_id ?? null
}

export const findIdentityIdBySubject = (db: Db, { provider, subject }: SocialAccount): Promise<string | null> =>
  findIdentityIdByIdentifier(db, 'oidc', `${provider}:${subject}`)

export async function setPasswordHash(db: Db, identityId: string, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ config: JSON.stringify({ hashed_password: hash }), updated_at: now })
    .where('identity_id', '=', identityId)
    .where('type', '=', 'password')
    .execute()
}

/** Locks the identity, so that two links or unlinks at once see each other's result. */
const withLockedCredentials = <Value>(
  db: Db,
  identityId: string,
  change: (tx: Db, before: Credentials) => Promise<Value>,
): Promise<Value> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('identities').select('id').where('id', '=', identityId).forUpdate().execute()
    return change(tx, await findCredentials(tx, identityId))
  })

export async function storeSocialAccounts(
  tx: Db,
  identityId: string,
  social: readonly SocialAccount[],
  now: Date,
): Promise<void> {
  const config = JSON.stringify({ providers: social })
  await tx
    .insertInto('credentials')
    .values({ identity_id: identityId, type: 'oidc', config, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['identity_id', 'type']).doUpdateSet({ config, updated_at: now }))
    .execute()
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
      const identifier = `${account.provider}:${account.subject}`
      await tx
        .insertInto('credential_identifiers')
        .values({ type: 'oidc', identifier, identity_id: identityId })
        .execute()
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
    await storeSocialAccounts(
      tx,
      identityId,
      before.social.filter((linked) => linked.provider !== provider),
      now,
    )
    await tx
      .deleteFrom('credential_identifiers')
      .where('type', '=', 'oidc')
      .where('identity_id', '=', identityId)
      .where(
        'identifier',
        'in',
        gone.map(({ subject }) => `${provider}:${subject}`),
      )
      .execute()
    return accept(undefined)
  })
}
