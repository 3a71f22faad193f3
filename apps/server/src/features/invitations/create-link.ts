import { checkInviteLinkExpiry, checkInviteLinkUses, inviteLinkTexts } from '@espalier/domain'
import { badInputError, type Caller } from '../projects/index.ts'
import type { InvitationsOptions } from './invitations-options.ts'
import { addInvitation, type InvitationView, readRole, toInvitationView } from './new-invitation.ts'
import { openToShare } from './policy.ts'

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

function readMaxUses(given: number | null): number | null {
  const checked = checkInviteLinkUses(given)
  if (!checked.ok) throw badInputError(inviteLinkTexts[checked.reason](), 'maxUses')
  return checked.value
}

function readExpiry(given: number | null, now: Date): Date | null {
  const checked = checkInviteLinkExpiry(given, now.getTime())
  if (!checked.ok) throw badInputError(inviteLinkTexts[checked.reason](), 'expiresAt')
  return checked.value === null ? null : new Date(checked.value)
}
