import type { TypedDocument } from '@espalier/schema'
import { randomId } from '../../platform/crypto.ts'
import { OperationError, StatusError, toApiTroubles } from './api-errors.ts'
import type { ApiTrouble } from './api-trouble.ts'
import { type ApiObserver, createSubscribe } from './live-subscription.ts'
import { isQuiet, isRetriedByCaller, ownCodesIn } from './own-codes.ts'
import { pageHeaders } from './page-headers.ts'
import { type ApiAnswer, createBatching, type RequestHeaders, type SentData, type SentOperation } from './send-batch.ts'

export interface ApiPlace {
  /** The API's origin. */
  readonly base: string
  readonly clientId: string
  /** The person the page shows as signed in: the server refuses to act for anyone else. Null: nobody. */
  readonly personId: () => string | null
  readonly onTrouble: (trouble: ApiTrouble) => void
  /** The API answered an operation without an error. */
  readonly onAccepted: () => void
  /** Returns an answer that the page already has; null: the operation must be sent. */
  readonly findAnswer?: (
    operation: DocumentRequest['document'] & Pick<ApiRequest, 'variables'>,
  ) => Promise<ApiAnswer<SentData> | null>
  /** Called when the websocket is open, also after each reconnect. */
  readonly onConnected?: () => void
  readonly onDisconnected?: (code: number | null) => void
}

type Context = Readonly<Record<string, unknown>>

type Variables = Readonly<Record<string, unknown>>

export interface ApiRequest<Given extends Variables = Variables> {
  readonly variables: Given
  readonly context?: Context
  /** Defaults to a new id. */
  readonly operationId?: string
}

/** An operation of which only the text matters. */
type SentDocument = Pick<TypedDocument<unknown, unknown>, 'name' | 'text'>

/** Talks to the API: operations in HTTP batches, subscriptions over the websocket. It has no cache. */
export interface ApiClient {
  /** Returns the raw answer with errors and extensions. Throws when the API cannot be reached. */
  request<Data, Given extends Variables>(
    document: TypedDocument<Data, Given>,
    request: ApiRequest<Given>,
  ): Promise<ApiAnswer<Data>>
  /** Returns a function that unsubscribes. */
  subscribe<Data, Given extends Variables>(
    document: TypedDocument<Data, Given>,
    variables: Given,
    observer: ApiObserver<Data>,
  ): () => void
  /** Sends operations as one request, immediately and only once. All of them use the settings of the first. */
  sendTogether(operations: readonly DocumentRequest[]): Promise<readonly ApiAnswer<SentData>[]>
  /** Sends operations while the page is being closed. */
  sendOnLeaving(operations: readonly DocumentRequest[]): void
}

export type DocumentRequest = ApiRequest & { readonly document: SentDocument }

const retries = { attempts: 3, initialMs: 300, maxMs: 3_000 }

export function createApiClient(options: ApiPlace): ApiClient {
  const { base, clientId, personId, onTrouble, onAccepted } = options
  const subscribe = createSubscribe(options)
  const batching = createBatching(`${base}/graphql/`)
  const headersIn = (context: Context): RequestHeaders => ({
    ...pageHeaders({ clientId, personId: personId() }),
    ...(context['headers'] as RequestHeaders | undefined),
  })

  async function send(operation: SentOperation, context: Context): Promise<ApiAnswer<SentData>> {
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

  async function request<Data, Given extends Variables>(
    document: TypedDocument<Data, Given>,
    { variables, context = {}, operationId }: ApiRequest<Given>,
  ): Promise<ApiAnswer<Data>> {
    try {
      const known = await options.findAnswer?.({ ...document, variables })
      const result = known ?? (await send(toSentOperation({ document, variables, operationId }), context))
      reportResult(result, context)
      // The server answers as its schema says, and the document was checked against the schema when it was generated.
      return result as ApiAnswer<unknown> as ApiAnswer<Data>
    } catch (error) {
      report(error, context)
      throw error
    }
  }

  function report(error: unknown, context: Context): void {
    if (isQuiet(context)) return
    toApiTroubles(error instanceof Error ? error : new Error(String(error)), ownCodesIn(context)).forEach(onTrouble)
  }

  function reportResult({ errors }: ApiAnswer<unknown>, context: Context): void {
    if (errors === undefined) onAccepted()
    else report(new OperationError(errors), context)
  }

  return {
    request,
    subscribe: (document, variables, observer) => subscribe(toSentOperation({ document, variables }), observer),
    async sendTogether(operations) {
      const context = operations[0]?.context ?? {}
      try {
        const results = await batching.sendTogether(operations.map(toSentOperation), headersIn(context))
        for (const result of results) reportResult(result, context)
        return results
      } catch (error) {
        report(error, context)
        throw error
      }
    },
    sendOnLeaving: (operations) =>
      batching.sendOnLeaving(operations.map(toSentOperation), headersIn(operations[0]?.context ?? {})),
  }
}

// A retry under the same id gets the first answer instead of doing the work twice.
const toSentOperation = ({
  document,
  variables,
  operationId = randomId(),
}: Pick<DocumentRequest, 'document' | 'variables'> & {
  readonly operationId?: string | undefined
}): SentOperation => ({
  operationName: document.name,
  variables,
  extensions: { operationId },
  query: document.text,
})

const longestWaitSeconds = 2

/** A busy project or a briefly unavailable database is worth a retry before the person sees an error. */
const namesShortWait = ({ errors = [] }: ApiAnswer<unknown>): boolean =>
  errors.some(({ extensions }) => Number(extensions?.['retryAfter']) <= longestWaitSeconds)

/** A rejection is final, but a server that is down or restarting comes back. */
const mayPass = (error: unknown): boolean => !(error instanceof StatusError) || error.status >= 500

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
