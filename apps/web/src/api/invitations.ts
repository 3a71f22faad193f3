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
export const inviteToProject = async (request: {
  readonly projectId: string
  readonly email: string
  readonly role: Permission
  /** Becomes part of the mail. */
  readonly message?: string
}): Promise<ApiResult<ProjectInvitation>> =>
  mapApiResult(await sendOperation(inviteToProjectMutation, request, refusalHandled), (sent) => sent.inviteToProject)

export interface InviteLinkRequest {
  readonly role: Permission
  /** Null: the link never expires. */
  readonly expiresAt: number | null
  /** Null: any number of people can join by the link. */
  readonly maxUses: number | null
}

/** Creates a link for anybody. */
export const createInviteLink = async (
  projectId: string,
  request: InviteLinkRequest,
): Promise<ApiResult<ProjectInvitation>> =>
  mapApiResult(
    await sendOperation(createInviteLinkMutation, { projectId, ...request }, refusalHandled),
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
