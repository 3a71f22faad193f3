import type { Result } from '@espalier/domain'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { Visit } from '../../flows/visit.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { linkSocialAccount } from '../../identities/credentials.ts'
import { reportFirstProof, sendAccountNotice } from '../../account-changes.ts'
import { proveAddress, type ProvenWith } from '../../identities/proof.ts'
import { requireIdentity } from '../../identities/store.ts'
import type { AuthenticationMethod } from '../../sessions/session.ts'
import type { Db } from '../../storage/database.ts'
import type { ProviderProfile } from './person.ts'

export const oidcAuthenticationMethod = (provider: string, now: Date): AuthenticationMethod => ({
  method: 'oidc',
  aal: 'aal1',
  completed_at: now.toISOString(),
  provider,
})

/** Gives the identity this way in, and what the provider vouches for besides. */
export async function linkProvider(
  core: Core,
  visit: Visit,
  wanted: {
    readonly identityId: string
    readonly provider: string
    readonly label: string
    readonly person: ProviderProfile
    readonly provenWith: ProvenWith
  },
): Promise<Result<void, 'taken' | 'already-linked'>> {
  const { identityId, provider, person, provenWith } = wanted
  const { methods } = provenWith
  const linked = await linkSocialAccount(core.db, identityId, { provider, subject: person.subject }, visit.now)
  if (!linked.ok) return linked
  const identity = await requireIdentity(core.db, identityId)
  if (person.email !== undefined) {
    const all = { ...provenWith, methods: [...methods, oidcAuthenticationMethod(provider, visit.now)] }
    const proof = await proveAddress(core.db, { identityId, email: person.email, provenWith: all }, visit.now)
    if (proof !== null) reportFirstProof(core, visit, identity, 'oidc', proof)
  }
  if (person.picture !== undefined) await storeProviderPicture(core.db, identityId, person.picture, visit.now)
  core.options.audit({ kind: 'linked', identityId, provider, address: visit.device.address })
  sendAccountNotice(core, identity, { kind: 'linked', provider: wanted.label })
  return linked
}

// Read, changed and written back, the metadata would lose a status that was set in between.
async function storeProviderPicture(db: Db, identityId: string, picture: string, now: Date): Promise<void> {
  const merged = sql<string>`coalesce(metadata_public, '{}'::jsonb) || ${JSON.stringify({ picture })}::jsonb`
  await db
    .updateTable('identities')
    .set({ metadata_public: merged, updated_at: now })
    .where('id', '=', identityId)
    .where(sql<boolean>`metadata_public->>'picture' is null`)
    .execute()
}

export const alreadyLinkedMessage = (label: string): Message =>
  messages.generic(`The account has another ${label} account linked already.`)
