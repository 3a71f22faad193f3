import type { Core } from '../core/core.ts'
import type { AccountNotice } from '../core/options.ts'
import type { Visit } from '../core/visit.ts'
import type { IdentityRecord } from '../identities/identity.ts'
import type { AuthenticationMethod, SessionRecord } from '../identities/session.ts'
import {
  findCredentialsWithDates,
  lockIdentity,
  removePassword,
  removeSocialAccounts,
  type SocialAccount,
} from '../storage/credentials.ts'
import type { Db, SqlClient } from '../storage/database.ts'
import { markAddressProven } from '../storage/identity-store.ts'
import { deleteCredential } from '../storage/second-factors.ts'
import { deleteSessions } from '../storage/session-store.ts'

/** The credentials that the prover of the address signed in with; all others may belong to somebody else. */
export interface ProvenWith {
  readonly methods: readonly AuthenticationMethod[]
  /** The session that is kept. */
  readonly session?: SessionRecord
}

interface Proof {
  readonly identityId: string
  readonly email: string
  readonly provenWith: ProvenWith | null
  /** True where addresses are not verified: then a mailbox alone must not get around a second factor. */
  readonly keepsFactors?: boolean
}

interface FirstProof {
  readonly removedPassword: boolean
  readonly removedSocial: readonly SocialAccount[]
  readonly endedSessions: readonly string[]
}

/**
 * Marks the address as proven. Returns null if it was proven before. Until the first proof anybody could have
 * registered the address. So the first proof removes every credential that the prover did not use and ends the other
 * sessions: an attacker who registered it loses all access.
 */
export function proveAddress(db: Db, wanted: Proof, now: Date): Promise<FirstProof | null> {
  const { identityId, provenWith, keepsFactors = false } = wanted
  return db.transaction(async (tx) => {
    await lockIdentity(tx, identityId)
    if (!(await markAddressProven(tx, identityId, wanted.email, now))) return null
    if (!keepsFactors) await removeUnprovenFactors(tx, identityId, provenWith)
    return removeUnprovenCredentials(tx, identityId, provenWith, now)
  })
}

/** Removes the credentials that the prover did not use, and ends the other sessions. */
export async function removeUnprovenCredentials(
  tx: SqlClient,
  identityId: string,
  provenWith: ProvenWith | null,
  now: Date,
): Promise<FirstProof> {
  const { passwordHash, passwordSetAt, social } = await findCredentialsWithDates(tx, identityId)
  const keepsPassword = passwordHash === null || hasProvenPassword(provenWith, passwordSetAt)
  if (!keepsPassword) await removePassword(tx, identityId, now)
  const isProven = ({ provider }: SocialAccount) =>
    provenWith?.methods.some((used) => used.method === 'oidc' && used.provider === provider) ?? false
  const removedSocial = social.filter((account) => !isProven(account))
  if (removedSocial.length > 0) {
    await removeSocialAccounts(tx, identityId, { kept: social.filter(isProven), gone: removedSocial }, now)
  }
  const session = provenWith?.session
  const endedSessions = await deleteSessions(tx, { identityId, ...(session && { except: session.id }) })
  return { removedPassword: !keepsPassword, removedSocial, endedSessions }
}

// A second factor of somebody who registered the address first would lock its owner out.
export async function removeUnprovenFactors(
  tx: SqlClient,
  identityId: string,
  provenWith: ProvenWith | null,
): Promise<void> {
  const used = [...(provenWith?.methods ?? []), ...(provenWith?.session?.methods ?? [])].map(({ method }) => method)
  const hasUsedFactor = used.includes('totp') || used.includes('lookup_secret')
  for (const type of ['totp', 'lookup_secret', 'passkey'] as const) {
    const isProven = type === 'passkey' ? used.includes('passkey') : hasUsedFactor
    if (!isProven) await deleteCredential(tx, identityId, type)
  }
}

// Setting a password ends the other sessions: one that is newer than the prover's session was set in that session.
const hasProvenPassword = (provenWith: ProvenWith | null, setAt: Date): boolean =>
  provenWith !== null &&
  (provenWith.methods.some(({ method }) => method === 'password') ||
    (provenWith.session !== undefined && setAt >= provenWith.session.issuedAt))

/** Mails a notice about a change to the address that the account had before it. */
export function sendAccountNotice(core: Core, before: IdentityRecord, change: AccountNotice['change']): void {
  const { email, firstname } = before.traits
  core.runInBackground(`${change.kind} notice`, () =>
    core.options.sendNoticeMail({ to: email, firstname: firstname ?? null, change }),
  )
}

/** Writes the audit lines of a first proof and closes the sockets of the sessions that it ended. */
export function reportFirstProof(
  core: Core,
  visit: Visit,
  identity: IdentityRecord,
  method: 'recovery' | 'verification' | 'oidc',
  { removedPassword, removedSocial, endedSessions }: FirstProof,
): void {
  const { audit, onSessionsEnded: sessionsEnded } = core.options
  const who = { identityId: identity.id, method, address: visit.device.address }
  audit({ kind: 'email-verified', ...who })
  const removed = [...(removedPassword ? ['password'] : []), ...removedSocial.map(({ provider }) => provider)]
  if (removed.length > 0) audit({ kind: 'credentials-removed', ...who, reason: removed.join(', ') })
  if (endedSessions.length > 0) sessionsEnded(endedSessions)
}
