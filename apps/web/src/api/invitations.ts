import type { Permission } from '@espalier/domain'
import {
  acceptInvitationMutation,
  askForAccessMutation,
  createInviteLinkMutation,
  type InvitationFields,
  invitationsQuery,
  inviteToProjectMutation,
  type PreviewInvitationQuery,
  previewInvitationQuery,
  revokeInvitationMutation,
} from '@espalier/schema/documents/invitations'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** An open invitation of a project: for one address, or a link for anybody. */
export type ProjectInvitation = InvitationFields

/** The facts that an invitation's page shows before it is accepted. */
export type InvitationPreview = NonNullable<PreviewInvitationQuery['invitation']>

// The dialog and the pages show these themselves. A missing right is no reason to sign in again.
const refusalHandled = {
  context: handledByCaller('FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'UPSTREAM_FAILED', 'INTERNAL'),
}

export const fetchInvitations = async (projectId: string): Promise<ApiResult<readonly ProjectInvitation[]>> =>
  mapApiResult(await sendOperation(invitationsQuery, { projectId }, refusalHandled), (sent) => sent.invitations)

/** Invites an address that has no account yet. */
export const inviteToProject = async (
  projectId: string,
  email: string,
  role: Permission,
): Promise<ApiResult<ProjectInvitation>> =>
  mapApiResult(
    await sendOperation(inviteToProjectMutation, { projectId, email, role }, refusalHandled),
    (sent) => sent.inviteToProject,
  )

/** Creates a link for anybody. It never expires if `expiresAt` is null. */
export const createInviteLink = async (
  projectId: string,
  role: Permission,
  expiresAt: number | null,
): Promise<ApiResult<ProjectInvitation>> =>
  mapApiResult(
    await sendOperation(createInviteLinkMutation, { projectId, role, expiresAt }, refusalHandled),
    (sent) => sent.createInviteLink,
  )

/** Also succeeds when the invitation does not exist any more, because the outcome is the same. */
export async function revokeInvitation(id: string): Promise<ApiResult<boolean>> {
  const answer = await sendOperation(revokeInvitationMutation, { id }, refusalHandled)
  if (!answer.ok && answer.code === 'NOT_FOUND') return { ok: true, value: true }
  return mapApiResult(answer, (sent) => sent.revokeInvitation)
}

/** Null: the invitation is unknown, used up, expired or revoked. */
export const previewInvitation = async (token: string): Promise<ApiResult<InvitationPreview | null>> =>
  mapApiResult(await sendOperation(previewInvitationQuery, { token }, refusalHandled), (sent) => sent.invitation)

/** Makes the person a member of the project and returns its id. */
export const acceptInvitation = async (token: string): Promise<ApiResult<string>> =>
  mapApiResult(
    await sendOperation(acceptInvitationMutation, { token }, refusalHandled),
    (sent) => sent.acceptInvitation.id,
  )

/** Answers the same for a project that does not exist. */
export const askForAccess = async (projectId: string): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(askForAccessMutation, { projectId }, refusalHandled), (sent) => sent.askForAccess)
