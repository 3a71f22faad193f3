import { ApolloClient, ApolloLink, type ErrorLike, InMemoryCache } from '@apollo/client'
import { ServerError } from '@apollo/client/errors'
import { BaseBatchHttpLink } from '@apollo/client/link/batch-http'
import { ErrorLink } from '@apollo/client/link/error'
import { RetryLink } from '@apollo/client/link/retry'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { limits } from '@espalier/domain'
import { OperationTypeNode } from 'graphql'
import { tap } from 'rxjs'
import { randomId } from '../../platform/random-id.ts'
import type { ApiTrouble } from './api-trouble.ts'
import { createLiveClient } from './live-client.ts'
import { isQuiet, isRetriedByCaller, ownCodesIn } from './own-codes.ts'
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
  readonly onDisconnected?: () => void
}

const retries = { attempts: 3, initialMs: 300, maxMs: 3_000 }

export function createApiClient(place: ApiPlace): ApolloClient {
  const live = new GraphQLWsLink(createLiveClient(place))
  const answered = ApolloLink.from([nameOperation, retryLink(), batchLink(place)])
  return new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      watchLink(place),
      ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, live, answered),
    ]),
  })
}

function watchLink({ onTrouble, onAccepted }: ApiPlace): ApolloLink {
  const failed = new ErrorLink(({ error, operation }) => {
    const context = operation.getContext()
    if (!isQuiet(context)) troublesOf(error, ownCodesIn(context)).forEach(onTrouble)
  })
  const accepted = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap((answer) => {
        if (answer.errors === undefined) onAccepted()
      }),
    ),
  )
  return ApolloLink.from([failed, accepted])
}

// Named before the retries: a repeat under the same name gets the first answer instead of doing the work twice.
const nameOperation = new ApolloLink((operation, forward) => {
  operation.extensions['operationId'] ??= randomId()
  return forward(operation)
})

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
  new BaseBatchHttpLink({
    uri: `${base}/graphql/`,
    credentials: 'include',
    headers: { 'x-client-id': clientId },
    includeExtensions: true,
    batchMax: limits.apiBatch.operations,
    batchInterval: limits.apiBatch.windowMs,
  })
