import {
  checkInvitee,
  checkInviteeEmail,
  dayMs,
  inviteeTexts,
  inviteTexts,
  minuteMs,
  sharingLimits,
} from '@espalier/domain'
import { requireRate } from '../../api/rate-limits.ts'
import { readProjectMembers } from '../../database/projects.ts'
import type { Person } from '../../ports/identities.ts'
import type { Rate } from '../../ports/rates.ts'
import { invitationErrorTexts } from '../../texts/invitations.ts'
import { reserveBetaInvite } from '../invites/index.ts'
import { projectInvitationMail } from '../mail/index.ts'
import {
  accessError,
  badInputError,
  type Caller,
  claimShareMails,
  isStoredId,
  type ProjectWrite,
  requireMaxLength,
} from '../projects/index.ts'
import type { InvitationsOptions } from './invitations-options.ts'
import { addInvitation, invitationLimits, type InvitationView, readRole, toInvitationView } from './new-invitation.ts'
import { openToShare } from './policy.ts'
import { deleteInvitation, readInvitation } from './store.ts'

// Inviting an address that has access already says so, which is a lookup by address.
const inviteRate: Rate = { name: 'project invitations', max: 60, windowMs: minuteMs, isExact: true }

interface InviteRequest {
  readonly projectId: string
  readonly email: string
  readonly role: string
  readonly message?: string | null
}

export async function inviteToProject(
  options: InvitationsOptions,
  caller: Caller,
  request: InviteRequest,
): Promise<InvitationView> {
  const { person } = caller.viewer
  const role = readRole(request.role)
  const message = requireMaxLength(request.message ?? '', sharingLimits.messageCharacters, 'message')
  const checked = checkInviteeEmail(request.email, person.email)
  if (!checked.ok) throw badInputError(inviteeTexts[checked.reason](request.email), 'email')
  const email = checked.value
  await requireRate(options.rates, inviteRate, { key: person.id, message: invitationErrorTexts.tooManyRequests })
  // Looked up before the project is locked: the identity service may be slow, and others wait for the lock.
  const known = await options.identities.findByEmail(email)
  return options.writes.run(
    caller,
    async (work) => {
      const write = await openToShare(work, caller, request.projectId, 'invitation.create')
      await requireNoMember(write, known, email)
      if (options.approvesAccounts && known?.status !== 'active') await useBetaInvite(write, person.id, email)
      const expiresAt = new Date(work.at.getTime() + invitationLimits.days * dayMs)
      const stored = await addInvitation(write, person.id, { email, role, expiresAt, usesLeft: 1 })
      await mailInvitation(options, write, person, { id: stored.id, email, message })
      work.audit({
        kind: 'project-invited',
        projectId: write.project.id,
        userId: person.id,
        invitationId: stored.id,
        role,
      })
      return toInvitationView(stored)
    },
    { projectId: request.projectId },
  )
}

/** An unknown invitation and one of a project that the caller may not know get the same answer. */
export async function revokeInvitation(
  { database, writes }: InvitationsOptions,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const target = isStoredId(id) ? await readInvitation(database.pool, id) : null
  return writes.run(
    caller,
    async (work) => {
      if (target === null) throw accessError('NOT_FOUND')
      const write = await openToShare(work, caller, target.projectId, 'invitation.revoke')
      await deleteInvitation(write.tx.client, id)
      work.audit({
        kind: 'invitation-revoked',
        projectId: write.project.id,
        userId: caller.viewer.person.id,
        invitationId: id,
      })
      return true
    },
    { projectId: target?.projectId },
  )
}

async function requireNoMember({ project, tx }: ProjectWrite, known: Person | null, email: string): Promise<void> {
  if (known === null) return
  const users = (await readProjectMembers(tx.client, [project.id])).get(project.id) ?? {}
  const checked = checkInvitee(known, '', { owner: project.owner, sharing: { generalAccess: 'restricted', users } })
  if (!checked.ok) throw badInputError(inviteeTexts[checked.reason](email), 'email')
}

async function useBetaInvite({ tx, at }: ProjectWrite, inviterId: string, email: string): Promise<void> {
  const reserved = await reserveBetaInvite(tx.client, { inviterId, email, now: at })
  if (reserved === null) throw badInputError(inviteTexts['none-left'], 'email')
}

/** Sends one mail per address, project and day, within the sender's limits for mails about shared projects. */
async function mailInvitation(
  { mailer, links, productName, buildUnsubscribeUrl }: InvitationsOptions,
  write: ProjectWrite,
  sender: Person,
  { id, email, message }: { readonly id: string; readonly email: string; readonly message: string },
): Promise<void> {
  // The limits count people by id; a person without an account has only an address, which is never an id.
  const due = await claimShareMails(write, sender.id, [email], invitationErrorTexts.tooManyEmails)
  if (due.length === 0) return
  const mail = projectInvitationMail({
    to: email,
    productName,
    invitedBy: sender.email,
    title: write.project.title,
    message,
    url: links.buildMailedLink(id),
    unsubscribeUrl: buildUnsubscribeUrl(email),
  })
  await mailer.send(mail, { tx: write.tx.client })
}
