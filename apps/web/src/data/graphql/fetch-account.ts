import { gql, type TypedDocumentNode } from './gql.ts'
import type { Account } from '../account/account.ts'
import { apiClient } from './api-client.ts'
import { quietly } from './own-codes.ts'

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
