import { normalizeEmail } from '@espalier/domain'
import type { AuthenticationMethod, SessionRecord } from '../sessions/session.ts'
import { deleteSessions } from '../sessions/store.ts'
import type { Db } from '../storage/database.ts'
import { findCredentialsWithDates, storeSocialAccounts, type SocialAccount } from './credentials.ts'

/** What the person who proves the address has signed in with; everything else may be somebody else's. */
export interface ProvenWith {
  readonly methods: readonly AuthenticationMethod[]
  /** The session that stays. */
  readonly session?: SessionRecord
}

export interface FirstProof {
  readonly removedPassword: boolean
  readonly removedSocial: readonly SocialAccount[]
  readonly endedSessions: readonly string[]
}

/**
 * Marks the address as proven. Null where it was proven before.
 * Until then anybody could have registered it. So the first proof removes every credential that the prover did not
 * use, and ends the other sessions: whoever registered the address of somebody else loses all access to it.
 */
export function proveAddress(
  db: Db,
  wanted: { readonly identityId: string; readonly email: string; readonly provenWith: ProvenWith | null },
  now: Date,
): Promise<FirstProof | null> {
  const { identityId, provenWith } = wanted
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('identities').select('id').where('id', '=', identityId).forUpdate().execute()
    const marked = await tx
      .updateTable('addresses')
      .set({ verified_at: now, updated_at: now })
      .where('identity_id', '=', identityId)
      .where('value', '=', normalizeEmail(wanted.email))
      .where('is_pending', '=', false)
      .where('verified_at', 'is', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return null
    return removeUnprovenCredentials(tx, identityId, provenWith, now)
  })
}

/** Removes the credentials that the prover did not use, and ends the other sessions. */
export async function removeUnprovenCredentials(
  tx: Db,
  identityId: string,
  provenWith: ProvenWith | null,
  now: Date,
): Promise<FirstProof> {
  const { passwordHash, passwordSetAt, social } = await findCredentialsWithDates(tx, identityId)
  const keepsPassword = passwordHash === null || hasProvenPassword(provenWith, passwordSetAt)
  if (!keepsPassword) {
    await tx
      .updateTable('credentials')
      .set({ config: '{}', updated_at: now })
      .where('identity_id', '=', identityId)
      .where('type', '=', 'password')
      .execute()
  }
  const isProven = ({ provider }: SocialAccount) =>
    provenWith?.methods.some((used) => used.method === 'oidc' && used.provider === provider) ?? false
  const removedSocial = social.filter((account) => !isProven(account))
  if (removedSocial.length > 0) {
    await storeSocialAccounts(tx, identityId, social.filter(isProven), now)
    await tx
      .deleteFrom('credential_identifiers')
      .where('type', '=', 'oidc')
      .where('identity_id', '=', identityId)
      .where(
        'identifier',
        'in',
        removedSocial.map(({ provider, subject }) => `${provider}:${subject}`),
      )
      .execute()
  }
  const session = provenWith?.session
  const endedSessions = await deleteSessions(tx, { identityId, ...(session && { except: session.id }) })
  return { removedPassword: !keepsPassword, removedSocial, endedSessions }
}

// Setting a password ends the other sessions: one that is newer than the prover's session was set in that session.
const hasProvenPassword = (provenWith: ProvenWith | null, setAt: Date): boolean =>
  provenWith !== null &&
  (provenWith.methods.some(({ method }) => method === 'password') ||
    (provenWith.session !== undefined && setAt >= provenWith.session.issuedAt))
