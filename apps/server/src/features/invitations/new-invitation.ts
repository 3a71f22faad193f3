import { randomUUID } from 'node:crypto'
import type { Permission } from '@espalier/domain'
import { invitationErrorTexts } from '../../texts/invitations.ts'
import { badInputError, type ProjectWrite } from '../projects/index.ts'
import { countInvitations, type NewInvitation, storeInvitation } from './store.ts'

export const invitationLimits = { days: 30, perProject: 200 } as const

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

export function readRole(given: string): Permission {
  if (given !== 'viewer' && given !== 'editor') throw badInputError(invitationErrorTexts.badRole, 'role')
  return given
}

/** The project is locked, so the limit cannot be exceeded by two requests at once. */
export async function addInvitation(
  { project, tx, at }: ProjectWrite,
  invitedBy: string,
  wanted: Pick<NewInvitation, 'email' | 'role' | 'expiresAt' | 'usesLeft'>,
): Promise<NewInvitation> {
  if ((await countInvitations(tx.client, project.id)) >= invitationLimits.perProject) {
    throw badInputError(invitationErrorTexts.tooMany(invitationLimits.perProject), 'projectId')
  }
  const invitation = { ...wanted, id: randomUUID(), projectId: project.id, invitedBy, createdAt: at }
  return { ...invitation, id: await storeInvitation(tx.client, invitation) }
}
