import { createSourceEventStream, visit, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { ApiError } from '../api-error.ts'
import type { ReadyDocument } from '../graphql/documents.ts'
import { toAnswer, type Engine } from '../graphql/engine.ts'
import { isFeed, liveText, type Feed, type LiveExtensions, type LiveText, type Subscriber } from '../graphql/feed.ts'
import { createRequestBudget } from '../budget/request-budget.ts'
import type { GraphContext } from '../graphql/slice.ts'
import type { Viewer } from '../viewer.ts'
import type { Channel, Connection } from './connection.ts'

export type Events = AsyncGenerator<ExecutionResult, void, void>

export interface LiveRequest {
  readonly args: ExecutionArgs
  readonly ready: ReadyDocument
  readonly channel: Channel
  readonly earlier: Promise<void>
}

export type LiveSubscribe = (request: LiveRequest) => Promise<Events | ExecutionResult>

/**
 * A live field's subscribers share one execution and one text of each event, which are sent past the protocol's own
 * loop: for it, the subscription is one that says nothing until it ends. Other sources are executed for each alone.
 */
export function createLiveSubscribe(engine: Engine): LiveSubscribe {
  const nameOf = createNames()
  return async (request) => {
    const { args, ready } = request
    const source = await createSourceEventStream(args)
    if (!(Symbol.asyncIterator in source)) return source
    if (isFeed(source)) {
      return joined(source, (silence) => new LiveSubscriber(engine, request, nameOf(ready.document), silence))
    }
    return executed(source, (event) =>
      engine.execute(ready, args.variableValues ?? {}, args.contextValue as GraphContext, event),
    )
  }
}

/** A short name for each document that is known: the text itself would be kept once more for each subscriber. */
function createNames(): (document: DocumentNode) => string {
  const names = new WeakMap<DocumentNode, string>()
  let count = 0
  return (document) => {
    const name = names.get(document) ?? String((count += 1))
    names.set(document, name)
    return name
  }
}

async function* executed(
  source: AsyncIterable<unknown>,
  execute: (event: unknown) => Promise<ExecutionResult>,
): Events {
  for await (const event of source) yield await execute(event)
}

/**
 * A subscription that says nothing until it ends. Thousands of them are open and idle at once: what an object of each
 * holds counts, so that this and the subscriber are classes, whose methods are there once for all.
 */
class Silence implements Events {
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

function joined(feed: Feed, subscribe: (silence: Silence) => Subscriber): Events {
  const silence = new Silence()
  const leave = feed.join(subscribe(silence))
  // However it ends, whoever sends must not hold on to a subscriber that is gone.
  silence.over.then(leave, leave)
  return silence
}

class LiveSubscriber implements Subscriber {
  readonly key: string
  readonly earlier: Promise<void>
  private readonly engine: Engine
  private readonly ready: ReadyDocument
  private readonly variables: Readonly<Record<string, unknown>>
  private readonly connection: Connection
  private readonly prefix: string
  private readonly silence: Silence

  constructor(engine: Engine, { args, ready, channel, earlier }: LiveRequest, name: string, silence: Silence) {
    this.engine = engine
    this.ready = ready
    this.variables = args.variableValues ?? {}
    this.connection = channel.connection
    this.prefix = `{"id":${JSON.stringify(channel.id)},"type":"next","payload":`
    this.silence = silence
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

  asksFor(field: string): boolean {
    return fieldsOf(this.ready.document).has(field)
  }

  async write(root: object, viewer: Viewer, extensions: LiveExtensions): Promise<LiveText> {
    const { engine, ready, variables, connection } = this
    const { id: requestId, log } = connection
    const context: GraphContext = {
      viewer,
      clientId: null,
      operationId: null,
      requestId,
      log,
      budget: createRequestBudget(),
    }
    const result = await engine.execute(ready, variables, context, root)
    return liveText(JSON.stringify(toAnswer({ ...result, extensions: { ...extensions } }, engine.formatErrors, log)))
  }

  send(text: LiveText): void {
    this.connection.deliver(this.prefix, text)
  }

  end(refusal: ApiError | null): void {
    this.silence.end(refusal)
  }
}

const knownFields = new WeakMap<DocumentNode, ReadonlySet<string>>()

function fieldsOf(document: DocumentNode): ReadonlySet<string> {
  const known = knownFields.get(document)
  if (known !== undefined) return known
  const names = new Set<string>()
  visit(document, { Field: ({ name }) => void names.add(name.value) })
  knownFields.set(document, names)
  return names
}
