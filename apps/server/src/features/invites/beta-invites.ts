import { limits, normalizeEmail } from '@espalier/domain'
import type { ClientBase } from 'pg'
import type { Identities, Person } from '../../ports/identities.ts'
import { insertInvite, lockInvites, markInviteAccepted, readAccountId } from './store.ts'

interface BetaInvite {
  /** The user id of the person who invites. */
  readonly inviterId: string
  readonly email: string
  readonly now: Date
}

interface ReservedInvite {
  readonly id: string
  readonly acceptedBy: string | null
}

/**
 * Uses one of the inviter's five invites for this address, unless one was used for it before. Null if none is left. The
 * inviter's invites stay locked until the transaction ends, so that two requests cannot both use the last one.
 */
export async function reserveBetaInvite(
  client: ClientBase,
  { inviterId, email, now }: BetaInvite,
): Promise<ReservedInvite | null> {
  const accountId = await readAccountId(client, inviterId)
  if (accountId === null) return null
  const invites = await lockInvites(client, accountId)
  const known = invites.find((invite) => invite.email === email)
  if (known !== undefined) return { id: known.id, acceptedBy: known.accepted_by }
  if (invites.length >= limits.invitesPerLifetime) return null
  return { id: await insertInvite(client, accountId, email, now), acceptedBy: null }
}

interface BetaApproval {
  readonly inviterId: string
  readonly person: Person
  readonly now: Date
}

/** Activates a waiting person at the cost of one of the inviter's invites. False if none is left. */
export async function approveByBetaInvite(
  client: ClientBase,
  identities: Pick<Identities, 'setStatus'>,
  { inviterId, person, now }: BetaApproval,
): Promise<boolean> {
  const invite = await reserveBetaInvite(client, { inviterId, email: normalizeEmail(person.email), now })
  // Another account used the same address before: one invite approves one account.
  if (invite === null || (invite.acceptedBy !== null && invite.acceptedBy !== person.id)) return false
  await identities.setStatus(person.id, 'active')
  await markInviteAccepted(client, invite.id, person.id, now)
  return true
}
