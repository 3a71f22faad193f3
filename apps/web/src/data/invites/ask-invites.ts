import { apiClient } from '../graphql/api-client.ts'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiResult, toApiResult } from '../projects/answer.ts'

const inviteMutation: TypedDocumentNode<{ readonly inviteToBeta: boolean }, { readonly emails: readonly string[] }> =
  gql`
    mutation InviteToBeta($emails: [String!]!) {
      inviteToBeta(emails: $emails)
    }
  `

const acceptInviteMutation: TypedDocumentNode<{ readonly acceptInvite: boolean }, { readonly invite: string }> = gql`
  mutation AcceptInvite($invite: String!) {
    acceptInvite(invite: $invite)
  }
`

/** The dialog says these itself, and stays open. */
const inviteHandledCodes = ['UPSTREAM_FAILED', 'RATE_LIMITED', 'INTERNAL'] as const

export const inviteToBeta = (emails: readonly string[]): Promise<ApiResult<boolean>> =>
  toApiResult(async () => {
    const request = { variables: { emails }, context: dealingWith(...inviteHandledCodes) }
    return (await apiClient().ask(inviteMutation, request)).inviteToBeta
  }, inviteHandledCodes)

export const acceptInvite = (invite: string): Promise<ApiResult<boolean>> =>
  toApiResult(async () => (await apiClient().ask(acceptInviteMutation, { variables: { invite } })).acceptInvite)
