import type { DocumentNode, ErrorLike, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { CombinedGraphQLErrors, ServerError, toErrorLike } from '@apollo/client/errors'
import { ApolloLink } from '@apollo/client/link'
import { BatchLink } from '@apollo/client/link/batch'
import { RetryLink } from '@apollo/client/link/retry'
import { limits } from '@espalier/domain'
import { firstValueFrom, type Observable, tap } from 'rxjs'
import { randomId } from '../../platform/random-id.ts'
import type { ApiTrouble } from './api-trouble.ts'
import { createLiveClient } from './live-client.ts'
import { liveLink } from './live-link.ts'
import { isQuiet, isRetriedByCaller, ownCodesIn } from './own-codes.ts'
import { batchHandler, batchKeyOf } from './send-batch.ts'
import { troublesOf } from './troubles-of.ts'

export interface ApiPlace {
  /** The API's origin. */
  readonly base: string
  readonly clientId: string
  readonly onTrouble: (trouble: ApiTrouble) => void
  /** The API answered an operation without a complaint. */
  readonly onAccepted: () => void
  /** The websocket stands; also after each time it was lost. */
  readonly onConnected?: () => void
  readonly onDisconnected?: (code: number | null) => void
}

type Context = Readonly<Record<string, unknown>>

export interface ApiRequest<Variables> {
  readonly variables: Variables
  readonly context?: Context
  /** Left out: a new one. */
  readonly operationId?: string
}

/** The links of Apollo Client without its cache: nothing here reads one, and it would rewrite every question and copy every answer. */
export interface ApiClient {
  /** Throws what the API refused, and what kept it from answering. */
  ask<Sent, Variables extends OperationVariables>(
    document: TypedDocumentNode<Sent, Variables>,
    request: ApiRequest<Variables>,
  ): Promise<Sent>
  /** Every answer as it came, errors and extensions included. */
  stream(document: DocumentNode, request: ApiRequest<OperationVariables>): Observable<ApolloLink.Result>
}

const retries = { attempts: 3, initialMs: 300, maxMs: 3_000 }

export function createApiClient(place: ApiPlace): ApiClient {
  const live = liveLink(createLiveClient(place))
  const answered = ApolloLink.from([nameOperation, retryLink(), throwTemporary, batchLink(place)])
  const link = ApolloLink.from([
    watchLink(place),
    ApolloLink.split(({ operationType }) => (operationType as string) === 'subscription', live, answered),
  ])
  const stream: ApiClient['stream'] = (query, { variables, context = {}, operationId }) => {
    const extensions = operationId === undefined ? {} : { operationId }
    return ApolloLink.execute(link, { query, variables, context, extensions }, withoutClient)
  }
  return {
    stream,
    async ask<Sent>(document: DocumentNode, request: ApiRequest<OperationVariables>) {
      const result = await firstValueFrom(stream(document, request))
      if (result.errors !== undefined) throw new CombinedGraphQLErrors(result)
      if (result.data == null) throw new Error('The API answered with nothing')
      return result.data as Sent
    },
  }
}

// None of our links asks for the client that it belongs to.
const withoutClient = {} as ApolloLink.ExecuteContext

function watchLink({ onTrouble, onAccepted }: ApiPlace): ApolloLink {
  const fail = (error: ErrorLike, context: Context) => {
    if (!isQuiet(context)) troublesOf(error, ownCodesIn(context)).forEach(onTrouble)
  }
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap({
        next(result) {
          if (result.errors === undefined) onAccepted()
          else fail(new CombinedGraphQLErrors(result), operation.getContext())
        },
        error: (error: unknown) => fail(toErrorLike(error), operation.getContext()),
      }),
    ),
  )
}

// Named before the retries: a repeat under the same name gets the first answer instead of doing the work twice.
const nameOperation = new ApolloLink((operation, forward) => {
  operation.extensions['operationId'] ??= randomId()
  return forward(operation)
})

const longestWaitSeconds = 2

// A refusal that names a short wait is thrown: only what is thrown is asked for again.
const throwTemporary = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap((result) => {
      const waits = result.errors?.map(({ extensions }) => Number(extensions?.['retryAfter'])) ?? []
      if (waits.some((seconds) => seconds <= longestWaitSeconds) && !isRetriedByCaller(operation.getContext())) {
        throw new CombinedGraphQLErrors(result)
      }
    }),
  ),
)

const retryLink = (): RetryLink =>
  new RetryLink({
    delay: { initial: retries.initialMs, max: retries.maxMs, jitter: true },
    attempts: {
      max: retries.attempts,
      retryIf: (error, operation) => !isRetriedByCaller(operation.getContext()) && mayPass(error),
    },
  })

/** A refusal stays a refusal; a server that is away or restarting comes back. */
const mayPass = (error: ErrorLike): boolean => !ServerError.is(error) || error.statusCode >= 500

const batchLink = ({ base, clientId }: ApiPlace): ApolloLink =>
  new BatchLink({
    batchHandler: batchHandler({ uri: `${base}/graphql/`, headers: { 'x-client-id': clientId } }),
    batchKey: batchKeyOf,
    batchMax: limits.apiBatch.operations,
    batchInterval: limits.apiBatch.windowMs,
  })
