import { ServerError, ServerParseError } from '@apollo/client/errors'
import type { ApolloLink } from '@apollo/client/link'
import type { BatchLink } from '@apollo/client/link/batch'
import { Observable } from 'rxjs'
import { textOf } from './gql.ts'

interface BatchPlace {
  readonly uri: string
  readonly headers: Readonly<Record<string, string>>
}

const json = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json,application/json;q=0.9',
}

const headersOf = (operation: ApolloLink.Operation): Readonly<Record<string, string>> =>
  (operation.getContext()['headers'] as Readonly<Record<string, string>> | undefined) ?? {}

/** What is sent with other headers is sent as a request of its own. */
export const batchKeyOf = (operation: ApolloLink.Operation): string => JSON.stringify(headersOf(operation))

/** Operations as one request: a list of them, answered by a list. */
export const batchHandler =
  ({ uri, headers }: BatchPlace): BatchLink.BatchHandler =>
  (operations) => {
    const [first] = operations
    const send = async (): Promise<ApolloLink.Result[]> => {
      const response = await fetch(uri, {
        method: 'POST',
        credentials: 'include',
        headers: { ...json, ...headers, ...(first === undefined ? {} : headersOf(first)) },
        body: JSON.stringify(operations.map(bodyOf)),
      })
      return read(response, await response.text())
    }
    return new Observable((observer) => {
      send().then(
        (results) => {
          observer.next(results)
          observer.complete()
        },
        (error: unknown) => observer.error(error),
      )
    })
  }

const bodyOf = ({ operationName, variables, extensions, query }: ApolloLink.Operation) => ({
  operationName,
  variables,
  extensions,
  query: textOf(query),
})

function read(response: Response, bodyText: string): ApolloLink.Result[] {
  if (!response.ok) {
    const said = `Response not successful: Received status code ${response.status}`
    throw new ServerError(said, { response, bodyText })
  }
  try {
    return JSON.parse(bodyText) as ApolloLink.Result[]
  } catch (error) {
    throw new ServerParseError(error, { response, bodyText })
  }
}
