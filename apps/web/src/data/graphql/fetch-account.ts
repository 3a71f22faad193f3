import { gql, type TypedDocumentNode } from '@apollo/client'
import type { Account } from '../account/account.ts'
import { apiClient } from './api-client.ts'

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

export async function fetchAccount(): Promise<Account> {
  const answer = await apiClient().query({ query: accountQuery, fetchPolicy: 'network-only' })
  if (answer.data === undefined) throw new Error('The API answered without an account')
  return answer.data.account
}
