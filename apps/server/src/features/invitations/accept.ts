import { isMember, normalizeEmail, type Permission, type Role } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { Viewer } from '../../api/viewer.ts'
import { readProjectHead } from '../../database/projects.ts'
import type { Person } from '../../ports/identities.ts'
import { invitationErrorTexts } from '../../texts/invitations.ts'
import { approveByBetaInvite } from '../invites/index.ts'
import {
  addInvitedMember,
  type Caller,
  getUserId,
  type ProjectView,
  type ProjectWrite,
  readProjectView,
  rereadProject,
  type SignedInViewer,
  type WriteTransaction,
} from '../projects/index.ts'
import type { InvitationsOptions } from './invitations-options.ts'
import { invitationPolicy } from './policy.ts'
import { lockInvitation, markInvitationUsed, readInvitation, type StoredInvitation } from './store.ts'

const goneError = (): ApiError => new ApiError('NOT_FOUND', invitationErrorTexts.gone)

const isOpen = ({ isAuthorized, acceptedBy, expiresAt, usesLeft }: StoredInvitation, now: Date): boolean =>
  isAuthorized && acceptedBy === null && (expiresAt === null || expiresAt > now) && (usesLeft === null || usesLeft > 0)

export interface InvitationPreview {
  readonly projectTitle: string
  readonly invitedBy: string
  readonly role: Permission
  readonly email: string | null
}

/** Describes an invitation to everyone who has its link. A person who has used it can still follow it to the project. */
export async function previewInvitation(
  { database, people, links, now }: InvitationsOptions,
  viewer: Viewer,
  token: string,
): Promise<InvitationPreview | null> {
  const id = links.readToken(token)?.id
  const invitation = id === undefined ? null : await readInvitation(database.pool, id)
  if (invitation === null) return null
  const isOwn = invitation.acceptedBy !== null && invitation.acceptedBy === getUserId(viewer)
  if (!isOwn && !isOpen(invitation, now())) return null
  const project = await readProjectHead(database.pool, invitation.projectId)
  if (project === undefined || project.status === 'deleted') return null
  const inviter = (await people.find([invitation.invitedBy])).get(invitation.invitedBy)
  if (inviter === undefined) return null
  const { role, email } = invitation
  return { projectTitle: project.title, invitedBy: describeInviter(inviter, email), role, email }
}

/**
 * A name can be made up, so an invited person also sees the address. A link for anybody may reach strangers, who get the
 * address only if there is no name.
 */
function describeInviter({ firstname, lastname, email }: Person, invitedEmail: string | null): string {
  const name = [firstname, lastname].flatMap((part) => part?.trim() || []).join(' ')
  if (name === '') return email
  return invitedEmail === null ? name : `${name} (${email})`
}

/** Makes the caller a member with the role of the invitation. */
export async function acceptInvitation(
  options: InvitationsOptions,
  caller: Caller,
  token: string,
): Promise<ProjectView> {
  const { database, writes, links } = options
  const { viewer } = caller
  const read = links.readToken(token)
  const target = read === null ? null : await readInvitation(database.pool, read.id)
  return writes.run(
    caller,
    async (work) => {
      if (read === null || target === null) throw goneError()
      const write = await work.open(target.projectId, invitationPolicy['invitation.accept'])
      const invitation = await lockInvitation(work.tx.client, target.id)
      if (invitation === null) throw goneError()
      requireRecipient(viewer.person, invitation, read.isMailed)
      await useInvitation(options, { work, write, viewer }, invitation)
      return readProjectView(work.tx.client, await work.finish(write), viewer.person.id)
    },
    { projectId: target?.projectId },
    rereadProject,
  )
}

/** The link that can be copied proves nothing about an address: then the account must have proven it. */
function requireRecipient(person: Person, { email }: StoredInvitation, isMailed: boolean): void {
  if (email === null) return
  if (normalizeEmail(person.email) !== email) throw new ApiError('FORBIDDEN', invitationErrorTexts.otherAddress(email))
  if (person.isEmailUnproven === true && !isMailed) throw new ApiError('FORBIDDEN', invitationErrorTexts.verifyFirst)
}

interface Joining {
  readonly work: WriteTransaction
  readonly write: ProjectWrite
  readonly viewer: SignedInViewer
}

const isHigher = (invited: Permission, role: Role): boolean =>
  !isMember(role) || (invited === 'editor' && role === 'viewer')

async function useInvitation(
  options: InvitationsOptions,
  { work, write, viewer }: Joining,
  invitation: StoredInvitation,
): Promise<void> {
  const { person } = viewer
  // A member who used it before only follows the same link again.
  if (invitation.acceptedBy === person.id && isMember(write.role)) return
  if (!isOpen(invitation, work.at)) throw goneError()
  const isGaining = isHigher(invitation.role, write.role)
  // A member who gains nothing leaves the uses of a link to others. An invitation to an address is done with.
  if (!isGaining && invitation.email === null) return
  if (isGaining && options.approvesAccounts && !viewer.hasAccess)
    await approveAccount(options, write, person, invitation)
  if (isGaining) await addInvitedMember(work, write, { person, role: invitation.role })
  await markInvitationUsed(work.tx.client, invitation.id, person.id)
  work.audit({
    kind: 'invitation-accepted',
    projectId: write.project.id,
    userId: person.id,
    invitationId: invitation.id,
    role: invitation.role,
  })
}

/** In a private beta the inviter's invites pay for the new account. */
async function approveAccount(
  { identities }: InvitationsOptions,
  { tx, at }: ProjectWrite,
  person: Person,
  { invitedBy }: StoredInvitation,
): Promise<void> {
  // An invitation must not override another status that an operator has set.
  if (person.status !== null && person.status !== 'pending') return
  if (await approveByBetaInvite(tx.client, identities, { inviterId: invitedBy, person, now: at })) return
  throw new ApiError('FORBIDDEN', invitationErrorTexts.noInvitesLeft)
}
