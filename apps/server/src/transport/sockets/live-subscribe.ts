import { createSourceEventStream, visit, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { ApiError } from '../../api/errors.ts'
import type { ReadyDocument } from '../graphql/documents.ts'
import { toGraphqlAnswer, type GraphqlEngine } from '../graphql/engine.ts'
import {
  isLiveFeed,
  createLiveText,
  type LiveFeed,
  type LiveExtensions,
  type LiveText,
  type FeedSubscriber,
} from '../../api/live-feed.ts'
import { createRequestBudget } from '../../api/request-budget.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { SubscriptionTarget, SocketConnection } from './socket-connection.ts'

export type ResultIterator = AsyncGenerator<ExecutionResult, void, void>

export interface LiveRequest {
  readonly args: ExecutionArgs
  readonly ready: ReadyDocument
  readonly channel: SubscriptionTarget
  readonly earlier: Promise<void>
}

export type LiveSubscribe = (request: LiveRequest) => Promise<ResultIterator | ExecutionResult>

/**
 * Subscribers of a live field share one execution and one text of each event, which are sent outside the protocol
 * library's own loop: to the library the subscription yields nothing until it ends. Other sources are executed
 * individually.
 */
export function createLiveSubscribe(engine: GraphqlEngine): LiveSubscribe {
  const getDocumentName = createDocumentNames()
  return async (request) => {
    const { args, ready } = request
    const source = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in source)) return source
    if (isLiveFeed(source)) {
      return joinFeed(
        source,
        (pending) => new LiveSubscriber(engine, request, getDocumentName(ready.document), pending),
      )
    }
    return executeEach(source, (event) =>
      engine.execute(ready, args.variableValues ?? {}, args.contextValue as GraphqlContext, event),
    )
  }
}

/** A short name for each known document: the text itself would be stored again for each subscriber. */
function createDocumentNames(): (document: DocumentNode) => string {
  const names = new WeakMap<DocumentNode, string>()
  let count = 0
  return (document) => {
    const name = names.get(document) ?? String((count += 1))
    names.set(document, name)
    return name
  }
}

async function* executeEach(
  source: AsyncIterable<unknown>,
  execute: (event: unknown) => Promise<ExecutionResult>,
): ResultIterator {
  for await (const event of source) yield await execute(event)
}

/**
 * A subscription that yields nothing until it ends. Thousands of them are open and idle at once, so their memory
 * matters: this and the subscriber are classes, whose methods exist once for all.
 */
class PendingIterator implements ResultIterator {
  readonly over: Promise<IteratorResult<never, void>>
  private settle: ((refusal: ApiError | null) => void) | undefined

  constructor() {
    this.over = new Promise((resolve, reject) => {
      this.settle = (refusal) => (refusal === null ? resolve({ done: true, value: undefined }) : reject(refusal))
    })
  }

  end(refusal: ApiError | null): void {
    this.settle?.(refusal)
  }

  next(): Promise<IteratorResult<never, void>> {
    return this.over
  }

  async return(): Promise<IteratorResult<never, void>> {
    this.end(null)
    return { done: true, value: undefined }
  }

  throw(): Promise<IteratorResult<never, void>> {
    return this.return()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end(null)
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

function joinFeed(feed: LiveFeed, subscribe: (pending: PendingIterator) => FeedSubscriber): ResultIterator {
  const pending = new PendingIterator()
  const leave = feed.join(subscribe(pending))
  // A subscriber that is gone must not be kept by senders, however it ended.
  pending.over.then(leave, leave)
  return pending
}

class LiveSubscriber implements FeedSubscriber {
  readonly key: string
  readonly earlier: Promise<void>
  private readonly engine: GraphqlEngine
  private readonly ready: ReadyDocument
  private readonly variables: Readonly<Record<string, unknown>>
  private readonly connection: SocketConnection
  private readonly prefix: string
  private readonly silence: PendingIterator

  constructor(
    engine: GraphqlEngine,
    { args, ready, channel, earlier }: LiveRequest,
    name: string,
    pending: PendingIterator,
  ) {
    this.engine = engine
    this.ready = ready
    this.variables = args.variableValues ?? {}
    this.connection = channel.connection
    this.prefix = `{"id":${JSON.stringify(channel.id)},"type":"next","payload":`
    this.silence = pending
    this.earlier = earlier
    this.key = `${name} ${ready.operationName ?? ''} ${JSON.stringify(this.variables)}`
  }

  get clientId(): string | null {
    return this.connection.clientId
  }

  get connectionId(): string {
    return this.connection.id
  }

  viewer(): Viewer {
    return this.connection.viewer
  }

  selectsField(field: string): boolean {
    return collectFieldNames(this.ready.document).has(field)
  }

  async write(root: object, viewer: Viewer, extensions: LiveExtensions): Promise<LiveText> {
    const { engine, ready, variables, connection } = this
    const { id: requestId, log } = connection
    const context: GraphqlContext = {
      viewer,
      clientId: null,
      operationId: null,
      requestId,
      log,
      budget: createRequestBudget(),
    }
    const result = await engine.execute(ready, variables, context, root)
    return createLiveText(
      JSON.stringify(toGraphqlAnswer({ ...result, extensions: { ...extensions } }, engine.formatErrors, log)),
    )
  }

  send(text: LiveText): void {
    this.connection.deliver(this.prefix, text)
  }

  end(refusal: ApiError | null): void {
    this.silence.end(refusal)
  }
}

const knownFields = new WeakMap<DocumentNode, ReadonlySet<string>>()

function collectFieldNames(document: DocumentNode): ReadonlySet<string> {
  const known = knownFields.get(document)
  if (known !== undefined) return known
  const names = new Set<string>()
  visit(document, { Field: ({ name }) => void names.add(name.value) })
  knownFields.set(document, names)
  return names
}
