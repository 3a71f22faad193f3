import type { Result } from '@espalier/domain'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { Visit } from '../../flows/visit.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { linkSocial } from '../../identities/credentials.ts'
import { markEmailVerified } from '../../identities/store.ts'
import type { AuthenticationMethod } from '../../sessions/session.ts'
import type { Db } from '../../storage/database.ts'
import type { Person } from './person.ts'

export const methodUsed = (provider: string, now: Date): AuthenticationMethod => ({
  method: 'oidc',
  aal: 'aal1',
  completed_at: now.toISOString(),
  provider,
})

/** Gives the identity this way in, and what the provider vouches for besides. */
export async function link(
  core: Core,
  visit: Visit,
  wanted: { readonly identityId: string; readonly provider: string; readonly person: Person },
): Promise<Result<void, 'taken' | 'already-linked'>> {
  const { identityId, provider, person } = wanted
  const linked = await linkSocial(core.db, identityId, { provider, subject: person.subject }, visit.now)
  if (!linked.ok) return linked
  if (person.email !== undefined) await markEmailVerified(core.db, identityId, person.email, visit.now)
  if (person.picture !== undefined) await adoptPicture(core.db, identityId, person.picture, visit.now)
  core.options.audit({ kind: 'linked', identityId, provider, address: visit.device.address })
  return linked
}

// Read, changed and written back, the metadata would lose a status that was set in between.
async function adoptPicture(db: Db, identityId: string, picture: string, now: Date): Promise<void> {
  const merged = sql<string>`coalesce(metadata_public, '{}'::jsonb) || ${JSON.stringify({ picture })}::jsonb`
  await db
    .updateTable('identities')
    .set({ metadata_public: merged, updated_at: now })
    .where('id', '=', identityId)
    .where(sql<boolean>`metadata_public->>'picture' is null`)
    .execute()
}

export const alreadyLinked = (label: string): Message =>
  messages.generic(`The account has another ${label} account linked already.`)
