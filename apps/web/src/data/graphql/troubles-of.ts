import type { ErrorLike } from '@apollo/client'
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import type { ErrorCode } from '@espalier/contract'
import type { ApiTrouble } from './api-trouble.ts'

type GraphQLFault = CombinedGraphQLErrors['errors'][number]

/** What a failed operation means for the page. Bad input means nothing here: the form that sent it says so itself. */
export function troublesOf(error: ErrorLike): readonly ApiTrouble[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors.flatMap(troubleOfFault)
  if (ServerError.is(error) && error.statusCode === 401) return [{ kind: 'unauthenticated' }]
  return [{ kind: 'said', text: `[Network error]: ${error.message}` }]
}

function troubleOfFault(fault: GraphQLFault): readonly ApiTrouble[] {
  const code = fault.extensions?.['code'] as ErrorCode | undefined
  switch (code) {
    case 'UNAUTHENTICATED':
      return [{ kind: 'unauthenticated' }]
    case 'FORBIDDEN':
      return [{ kind: 'forbidden' }]
    case 'BAD_USER_INPUT':
      return []
    default:
      return [{ kind: 'said', text: `[GraphQL error]: ${fault.message}` }]
  }
}
