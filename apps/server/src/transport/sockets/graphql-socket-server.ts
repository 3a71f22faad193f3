import { type ExecutionArgs, type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql'
import { makeServer, type Server, type ServerOptions } from 'graphql-ws'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import { checkStrictJson, parseClientId, parseOperationRequest } from '../../api/parse-request.ts'
import { createRequestBudget, type RequestBudget } from '../../api/request-budget.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import { requireExpectedPerson, type Viewer } from '../../api/viewer.ts'
import type { Log } from '../../ports/log.ts'
import type { ReadyDocument } from '../graphql/documents.ts'
import { type GraphqlEngine, toGraphqlAnswer } from '../graphql/engine.ts'
import type { Admission, RequestSource } from '../http/admission.ts'
import type { Metrics } from '../http/monitoring.ts'
import { requestTexts } from '../../texts/requests.ts'
import { createLiveSubscribe } from './live-subscribe.ts'
import type { SocketConnection, SubscriptionTarget } from './socket-connection.ts'
import { sessionEndedClose } from './socket-registry.ts'

export interface SocketServerOptions {
  readonly engine: GraphqlEngine
  readonly metrics: Metrics
  readonly initMs: number
  readonly admission: Admission
}

type Hooks = ServerOptions<Record<string, unknown>, SocketConnection>
type Params = Record<string, unknown>

export function createSocketServer(options: SocketServerOptions): Server<SocketConnection> {
  const { engine, metrics, initMs, admission } = options
  const subscribe = createLiveSubscribe(engine)
  const known = new WeakMap<ExecutionArgs, { readonly ready: ReadyDocument; readonly channel: SubscriptionTarget }>()
  const getKnown = (args: ExecutionArgs) => {
    const found = known.get(args)
    if (found === undefined) throw new Error('An operation did not pass through onSubscribe')
    return found
  }
  const hooks: Hooks = {
    connectionInitWaitTimeout: initMs,
    onConnect: ({ connectionParams, extra }) => acceptConnectionParams(connectionParams, extra),
    onSubscribe(context, id, payload) {
      const { extra } = context
      if (Object.keys(context.subscriptions).length > apiLimits.sockets.subscriptions) {
        return [createTooManySubscriptions()]
      }
      const prepared = prepareOrErrors(() => prepareArgs(engine, extra, payload))
      if (!('args' in prepared)) return prepared
      // The protocol library keeps the payload during a subscription: without this the query text would exist once per
      // socket.
      Object.assign(payload, { query: prepared.ready.document.loc?.source.body ?? payload.query })
      known.set(prepared.args, { ready: prepared.ready, channel: { id, connection: extra } })
      return prepared.args
    },
    async execute(args) {
      const { ready, channel } = getKnown(args)
      const context = await refreshContext(args.contextValue as GraphqlContext, ready, channel.connection)
      if ('errors' in context) return context
      const { connection } = channel
      return executeAdmitted(admission, { viewer: context.viewer, address: connection.address }, ready, (budget) =>
        engine.execute(ready, args.variableValues ?? {}, { ...context, budget }),
      )
    },
    async subscribe(args) {
      const { channel, ready } = getKnown(args)
      const { connection } = channel
      connection.running.add(channel.id)
      metrics.subscriptions.inc()
      const earlier = connection.settled
      const running = subscribe({ args, ready, channel, earlier })
      connection.settled = Promise.allSettled([earlier, running]).then(() => undefined)
      return running
    },
    onComplete({ extra }, id) {
      if (extra.running.delete(id)) metrics.subscriptions.dec()
    },
    onNext: ({ extra }, _id, _payload, _args, result) => toGraphqlAnswer(result, engine.formatErrors, extra.log),
    onError({ extra }, id, _payload, errors) {
      if (extra.running.delete(id)) metrics.subscriptions.dec()
      return engine.formatErrors(errors, extra.log)
    },
  }
  return makeServer(hooks)
}

/** Operations over a socket cost the same as over HTTP and count for the same limits. */
async function executeAdmitted(
  admission: Admission,
  source: RequestSource,
  { cost, operation }: ReadyDocument,
  execute: (budget: RequestBudget) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  try {
    const { budget, leave } = await admission.admit(source, {
      work: cost.work,
      isEdit: operation.operation === OperationTypeNode.MUTATION,
      answerBytes: apiLimits.budget.socketAnswerBytes,
    })
    try {
      return await execute(budget)
    } finally {
      leave()
    }
  } catch (error) {
    return { errors: [toGraphqlError(error instanceof Error ? error : new Error(String(error)))] }
  }
}

/** A socket may have been open for an hour, so mutations use the current access. */
async function refreshContext(
  context: GraphqlContext,
  { operation }: ReadyDocument,
  connection: SocketConnection,
): Promise<GraphqlContext | { readonly errors: readonly GraphQLError[] }> {
  if (operation.operation !== OperationTypeNode.MUTATION) return context
  try {
    const isSignedIn = await connection.renewViewer()
    if (!isSignedIn) return { errors: [toGraphqlError(new ApiError('UNAUTHENTICATED', requestTexts.logInFirst))] }
    return { ...context, viewer: connection.viewer }
  } catch (error) {
    return { errors: [toGraphqlError(error instanceof Error ? error : new Error(String(error)))] }
  }
}

function acceptConnectionParams(params: Params | undefined, connection: SocketConnection): boolean {
  try {
    checkStrictJson(params)
    connection.clientId = parseClientId(params?.['x-client-id'])
    requireExpectedPerson(connection.viewer, params?.['x-person-id'])
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      connection.close(sessionEndedClose.code, error.message)
    else connection.close(4400, error instanceof ApiError ? error.message : 'Bad request')
    return false
  }
}

/** Created on demand, because an error builds its stack trace. */
const createTooManySubscriptions = (): GraphQLError =>
  toGraphqlError(
    new ApiError('RATE_LIMITED', requestTexts.socket.tooManySubscriptions(apiLimits.sockets.subscriptions)),
  )

function toGraphqlError(error: Error): GraphQLError {
  return new GraphQLError(error.message, { originalError: error })
}

/**
 * The context of an operation over a socket. The protocol library keeps it while a subscription runs, so the budget is
 * created only when it is read: a subscription does not need one, and thousands of them are open and idle.
 */
class SocketContext implements GraphqlContext {
  readonly viewer: Viewer
  readonly clientId: string | null
  readonly operationId: string | null
  readonly requestId: string
  readonly log: Log
  private ownBudget: RequestBudget | undefined

  constructor({ viewer, clientId, id, log }: SocketConnection, operationId: string | null) {
    this.viewer = viewer
    this.clientId = clientId
    this.operationId = operationId
    this.requestId = id
    this.log = log
  }

  get budget(): RequestBudget {
    return (this.ownBudget ??= createRequestBudget())
  }
}

interface PreparedArgs {
  readonly args: ExecutionArgs
  readonly ready: ReadyDocument
}

function prepareOrErrors(
  prepare: () => PreparedArgs | readonly GraphQLError[],
): PreparedArgs | readonly GraphQLError[] {
  try {
    return prepare()
  } catch (error) {
    return [toGraphqlError(error instanceof Error ? error : new Error(String(error)))]
  }
}

function prepareArgs(
  engine: GraphqlEngine,
  connection: SocketConnection,
  payload: unknown,
): PreparedArgs | readonly GraphQLError[] {
  checkStrictJson(payload)
  const request = parseOperationRequest(payload)
  const ready = engine.prepare(request.query, request.operationName)
  if (ready.kind === 'refused') return ready.errors
  return {
    ready,
    args: {
      schema: engine.schema,
      document: ready.document,
      operationName: ready.operationName,
      variableValues: request.variables,
      contextValue: new SocketContext(connection, request.operationId),
    },
  }
}
