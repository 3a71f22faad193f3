import type { Api } from '@espalier/schema'
import { type ApiResult, toApiResult } from '../api-result.ts'
import { apiClient } from '../graphql/api-client.ts'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import { dealingWith, quietly } from '../graphql/own-codes.ts'
import type { Account } from './account-store.ts'

export type LimitUsage = Api.Usage

const usageQuery: TypedDocumentNode<
  { readonly account: { readonly usage: readonly LimitUsage[] } },
  Record<string, never>
> = gql`
  query AccountUsage {
    account {
      id
      usage {
        kind
        used
        limit
        projectId
        projectTitle
      }
    }
  }
`

/** How much of each limit the account has used. Empty where it cannot be found out. */
export async function fetchLimitUsage(): Promise<readonly LimitUsage[]> {
  try {
    return (await apiClient().ask(usageQuery, { variables: {}, context: quietly })).account.usage
  } catch {
    return []
  }
}

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

interface AccountQuery {
  readonly account: Account
}

const accountQuery: TypedDocumentNode<AccountQuery, Record<string, never>> = gql`
  query Account {
    account {
      id
      subscription {
        status
        trial_end
      }
    }
  }
`

export async function fetchAccount(isQuiet: boolean): Promise<Account> {
  return (await apiClient().ask(accountQuery, { variables: {}, ...(isQuiet && { context: quietly }) })).account
}
