import { randomUUID } from 'node:crypto'
import {
  checkInvitee,
  checkInviteeEmail,
  dayMs,
  inviteeTexts,
  inviteTexts,
  minuteMs,
  type Permission,
  sharingLimits,
} from '@espalier/domain'
import { requireRate } from '../../api/rate-limits.ts'
import { readProjectMembers } from '../../database/projects.ts'
import type { Person } from '../../ports/identities.ts'
import type { Rate } from '../../ports/rates.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
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
import { openToShare } from './policy.ts'
import { countInvitations, deleteInvitation, type NewInvitation, readInvitation, storeInvitation } from './store.ts'

const texts = projectErrorTexts.invitation

export const invitationLimits = { days: 30, perProject: 200, expiryYears: 10, uses: 10_000 } as const

// Inviting an address that has access already says so, which is a lookup by address.
const inviteRate: Rate = { name: 'project invitations', max: 60, windowMs: minuteMs, isExact: true }

/** An invitation as the API returns it. Its link is computed, so that it is not stored with the answer of an operation. */
export const toInvitationView = ({ id, email, role, createdAt, expiresAt, usesLeft }: NewInvitation) => ({
  id,
  email,
  role,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt?.getTime() ?? null,
  usesLeft,
})
export type InvitationView = ReturnType<typeof toInvitationView>

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
  await requireRate(options.rates, inviteRate, { key: person.id, message: texts.tooManyRequests })
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
      work.audit({ kind: 'project-invited', projectId: write.project.id, userId: person.id, invitationId: stored.id, role })
      return toInvitationView(stored)
    },
    { projectId: request.projectId },
  )
}

interface LinkRequest {
  readonly projectId: string
  readonly role: string
  readonly expiresAt?: number | null
  readonly maxUses?: number | null
}

export function createInviteLink(
  { writes }: InvitationsOptions,
  caller: Caller,
  request: LinkRequest,
): Promise<InvitationView> {
  const { person } = caller.viewer
  const role = readRole(request.role)
  const usesLeft = readMaxUses(request.maxUses ?? null)
  return writes.run(
    caller,
    async (work) => {
      const expiresAt = readExpiry(request.expiresAt ?? null, work.at)
      const write = await openToShare(work, caller, request.projectId, 'invitation.create')
      const stored = await addInvitation(write, person.id, { email: null, role, expiresAt, usesLeft })
      work.audit({
        kind: 'invite-link-created',
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

function readRole(given: string): Permission {
  if (given !== 'viewer' && given !== 'editor') throw badInputError(texts.badRole, 'role')
  return given
}

function readMaxUses(given: number | null): number | null {
  if (given !== null && (given < 1 || given > invitationLimits.uses)) {
    throw badInputError(texts.badUses(invitationLimits.uses), 'maxUses')
  }
  return given
}

function readExpiry(given: number | null, now: Date): Date | null {
  if (given === null) return null
  const latest = now.getTime() + invitationLimits.expiryYears * 366 * dayMs
  if (given <= now.getTime() || given > latest) {
    throw badInputError(texts.badExpiry(invitationLimits.expiryYears), 'expiresAt')
  }
  return new Date(given)
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

/** The project is locked, so the limit cannot be exceeded by two requests at once. */
async function addInvitation(
  { project, tx, at }: ProjectWrite,
  invitedBy: string,
  wanted: Pick<NewInvitation, 'email' | 'role' | 'expiresAt' | 'usesLeft'>,
): Promise<NewInvitation> {
  if ((await countInvitations(tx.client, project.id)) >= invitationLimits.perProject) {
    throw badInputError(texts.tooMany(invitationLimits.perProject), 'projectId')
  }
  const invitation = { ...wanted, id: randomUUID(), projectId: project.id, invitedBy, createdAt: at }
  return { ...invitation, id: await storeInvitation(tx.client, invitation) }
}

/** Sends one mail per address, project and day, within the sender's limits for mails about shared projects. */
async function mailInvitation(
  { mailer, links, productName, buildUnsubscribeUrl }: InvitationsOptions,
  write: ProjectWrite,
  sender: Person,
  { id, email, message }: { readonly id: string; readonly email: string; readonly message: string },
): Promise<void> {
  // The limits count people by id; a person without an account has only an address, which is never an id.
  const due = await claimShareMails(write, sender.id, [email], texts.tooManyEmails)
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
