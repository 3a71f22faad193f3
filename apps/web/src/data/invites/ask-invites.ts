import { apiClient } from '../graphql/api-client.ts'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { type ApiAnswer, answerOf } from '../projects/answer.ts'

const inviteMutation: TypedDocumentNode<{ readonly inviteToBeta: boolean }, { readonly emails: readonly string[] }> =
  gql`
    mutation InviteToBeta($emails: [String!]!) {
      inviteToBeta(emails: $emails)
    }
  `

const acceptMutation: TypedDocumentNode<{ readonly acceptInvite: boolean }, { readonly invite: string }> = gql`
  mutation AcceptInvite($invite: String!) {
    acceptInvite(invite: $invite)
  }
`

/** The dialog says these itself, and stays open. */
const ownCodes = ['UPSTREAM_FAILED', 'RATE_LIMITED', 'INTERNAL'] as const

export const inviteToBeta = (emails: readonly string[]): Promise<ApiAnswer<boolean>> =>
  answerOf(async () => {
    const request = { variables: { emails }, context: dealingWith(...ownCodes) }
    return (await apiClient().ask(inviteMutation, request)).inviteToBeta
  }, ownCodes)

export const acceptInvite = (invite: string): Promise<ApiAnswer<boolean>> =>
  answerOf(async () => (await apiClient().ask(acceptMutation, { variables: { invite } })).acceptInvite)
