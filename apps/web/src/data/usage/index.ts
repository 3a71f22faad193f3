import type { Api } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import { quietly } from '../graphql/own-codes.ts'

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
