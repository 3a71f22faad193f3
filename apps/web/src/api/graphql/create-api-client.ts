import { randomId } from '../../platform/crypto.ts'
import { OperationError, type SentError, StatusError } from './api-errors.ts'
import type { ApiTrouble } from './api-trouble.ts'
import { type DocumentNode, textOf, type TypedDocumentNode, type Variables } from './gql.ts'
import { createLiveClient } from './live-client.ts'
import { isQuiet, isRetriedByCaller, ownCodesIn } from './own-codes.ts'
import { pageHeaders } from './page-headers.ts'
import { type ApiResult, createBatching, type RequestHeaders, type SentOperation } from './send-batch.ts'
import { troublesOf } from './troubles-of.ts'

export interface ApiPlace {
  /** The API's origin. */
  readonly base: string
  readonly clientId: string
  /** Whom the page shows as signed in: the server refuses to do anything for somebody else. Null: nobody. */
  readonly personId: () => string | null
  readonly onTrouble: (trouble: ApiTrouble) => void
  /** The API answered an operation without a complaint. */
  readonly onAccepted: () => void
  /** The websocket stands; also after each time it was lost. */
  readonly onConnected?: () => void
  readonly onDisconnected?: (code: number | null) => void
}

type Context = Readonly<Record<string, unknown>>

export interface ApiRequest<Given> {
  readonly variables: Given
  readonly context?: Context
  /** Left out: a new one. */
  readonly operationId?: string
}

export interface ApiObserver {
  next(result: ApiResult): void
  /** It ended, for whatever reason. */
  end(): void
}

/** Asks the API: operations in batches by HTTP, subscriptions by the websocket. It has no cache. */
export interface ApiClient {
  /** Throws what the API refused, and what kept it from answering. */
  ask<Sent, Given extends Variables>(
    document: TypedDocumentNode<Sent, Given>,
    request: ApiRequest<Given>,
  ): Promise<Sent>
  /** The answer as it came, errors and extensions included. Throws what kept the API from answering. */
  request(document: DocumentNode, request: ApiRequest<Variables>): Promise<ApiResult>
  /** Returns how to end it. */
  subscribe(document: DocumentNode, variables: Variables, observer: ApiObserver): () => void
  /** Sends operations as one request, at once and only once; the settings of the first are those of all. */
  sendTogether(operations: readonly DocumentRequest[]): Promise<readonly ApiResult[]>
  /** Sends operations of a page that is about to go. */
  sendOnLeaving(operations: readonly DocumentRequest[]): void
}

type DocumentRequest = ApiRequest<Variables> & { readonly query: DocumentNode }

const retries = { attempts: 3, initialMs: 300, maxMs: 3_000 }

export function createApiClient(place: ApiPlace): ApiClient {
  const { base, clientId, personId, onTrouble, onAccepted } = place
  const live = createLiveClient(place)
  const batching = createBatching(`${base}/graphql/`)
  const headersIn = (context: Context): RequestHeaders => ({
    ...pageHeaders({ clientId, personId: personId() }),
    ...(context['headers'] as RequestHeaders | undefined),
  })

  async function send(operation: SentOperation, context: Context): Promise<ApiResult> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === retries.attempts || isRetriedByCaller(context)
      try {
        const result = await batching.send(operation, headersIn(context))
        if (isLast || !namesShortWait(result)) return result
      } catch (error) {
        if (isLast || !mayPass(error)) throw error
      }
      await wait(Math.random() * Math.min(retries.maxMs, retries.initialMs * 2 ** (attempt - 1)))
    }
  }

  async function request(
    document: DocumentNode,
    { variables, context = {}, operationId }: ApiRequest<Variables>,
  ): Promise<ApiResult> {
    try {
      const result = await send(operationOf(document, variables, operationId), context)
      reportResult(result, context)
      return result
    } catch (error) {
      report(error, context)
      throw error
    }
  }

  function report(error: unknown, context: Context): void {
    if (isQuiet(context)) return
    troublesOf(error instanceof Error ? error : new Error(String(error)), ownCodesIn(context)).forEach(onTrouble)
  }

  function reportResult({ errors }: ApiResult, context: Context): void {
    if (errors === undefined) onAccepted()
    else report(new OperationError(errors), context)
  }

  return {
    request,
    async ask<Sent>(document: DocumentNode, asked: ApiRequest<Variables>) {
      const result = await request(document, asked)
      if (result.errors !== undefined) throw new OperationError(result.errors)
      if (result.data == null) throw new Error('The API answered with nothing')
      return result.data as Sent
    },
    subscribe: (document, variables, { next, end }) =>
      live.subscribe(operationOf(document, variables), {
        next: (result) => next(result as ApiResult),
        complete: end,
        // A refusal comes as a list of errors, a lost line as an event.
        error: (reason) => {
          if (Array.isArray(reason)) next({ errors: reason as SentError[] })
          else end()
        },
      }),
    async sendTogether(operations) {
      const context = operations[0]?.context ?? {}
      try {
        const results = await batching.sendTogether(operations.map(toOperation), headersIn(context))
        for (const result of results) reportResult(result, context)
        return results
      } catch (error) {
        report(error, context)
        throw error
      }
    },
    sendOnLeaving: (operations) =>
      batching.sendOnLeaving(operations.map(toOperation), headersIn(operations[0]?.context ?? {})),
  }
}

// A repeat under the same id gets the first answer instead of doing the work twice.
const operationOf = (document: DocumentNode, variables: Variables, operationId = randomId()): SentOperation => ({
  operationName: document.name,
  variables,
  extensions: { operationId },
  query: textOf(document),
})

const toOperation = ({ query, variables, operationId }: DocumentRequest): SentOperation =>
  operationOf(query, variables, operationId)

const longestWaitSeconds = 2

/** A busy project or a database that is just away: worth asking again before the person hears of it. */
const namesShortWait = ({ errors = [] }: ApiResult): boolean =>
  errors.some(({ extensions }) => Number(extensions?.['retryAfter']) <= longestWaitSeconds)

/** A refusal stays a refusal; a server that is away or restarting comes back. */
const mayPass = (error: unknown): boolean => !(error instanceof StatusError) || error.status >= 500

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
