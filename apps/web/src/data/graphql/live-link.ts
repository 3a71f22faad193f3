import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApolloLink } from '@apollo/client/link'
import type { GraphQLFormattedError } from 'graphql'
import type { Client } from 'graphql-ws'
import { Observable } from 'rxjs'
import { textOf } from './gql.ts'

/** Sends subscriptions over the websocket, as they are written. */
export const liveLink = (client: Client): ApolloLink =>
  new ApolloLink(
    ({ query, variables, operationName, extensions }) =>
      new Observable((observer) =>
        client.subscribe<ApolloLink.Result['data'], ApolloLink.Result['extensions']>(
          { query: textOf(query), variables, operationName: operationName ?? null, extensions },
          {
            next: (result) => observer.next(result as ApolloLink.Result),
            complete: () => observer.complete(),
            error: (reason) => observer.error(errorOf(reason)),
          },
        ),
      ),
  )

/** A refusal comes as a list of errors, a lost line as an event. */
function errorOf(reason: unknown): Error {
  if (reason instanceof Error) return reason
  if (Array.isArray(reason)) return new CombinedGraphQLErrors({ errors: reason as GraphQLFormattedError[] })
  return new Error('The websocket was closed')
}
