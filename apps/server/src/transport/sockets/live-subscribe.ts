import { createSourceEventStream, visit, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { ApiError } from '../api-error.ts'
import type { ReadyDocument } from '../graphql/documents.ts'
import { toAnswer, type Engine } from '../graphql/engine.ts'
import { isFeed, liveText, type Feed, type Subscriber } from '../graphql/feed.ts'
import type { GraphContext } from '../graphql/slice.ts'
import type { Channel } from './connection.ts'

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
    if (isFeed(source)) return joined(source, subscriberOf(engine, request, nameOf(ready.document)))
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

interface Ending {
  readonly over: Promise<IteratorResult<never, void>>
  end(refusal: ApiError | null): void
}

function createEnding(): Ending {
  let end: Ending['end'] | undefined
  const over = new Promise<IteratorResult<never, void>>((resolve, reject) => {
    end = (refusal) => (refusal === null ? resolve({ done: true, value: undefined }) : reject(refusal))
  })
  // It may be refused before anyone waits for it.
  over.catch(() => undefined)
  return { over, end: (refusal) => end?.(refusal) }
}

function joined(feed: Feed, subscribe: (ending: Ending) => Subscriber): Events {
  const ending = createEnding()
  const leave = feed.join(subscribe(ending))
  // However it ends, whoever sends must not hold on to a subscriber that is gone.
  ending.over.then(leave, leave)
  const stop = async (): Promise<IteratorResult<never, void>> => {
    ending.end(null)
    return { done: true, value: undefined }
  }
  const events: Events = {
    next: () => ending.over,
    return: stop,
    throw: stop,
    [Symbol.asyncIterator]: () => events,
  }
  return events
}

function subscriberOf(
  engine: Engine,
  { args, ready, channel, earlier }: LiveRequest,
  name: string,
): (ending: Ending) => Subscriber {
  const { connection, id } = channel
  const variables = args.variableValues ?? {}
  const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  const { requestId, log } = args.contextValue as GraphContext
  return (ending) => ({
    key: `${name} ${ready.operationName ?? ''} ${JSON.stringify(variables)}`,
    clientId: connection.clientId,
    connectionId: connection.id,
    earlier,
    viewer: () => connection.viewer,
    asksFor: (field) => fieldsOf(ready.document).has(field),
    async write(root, viewer, extensions) {
      const context: GraphContext = { viewer, clientId: null, operationId: null, requestId, log }
      const result = await engine.execute(ready, variables, context, root)
      return liveText(JSON.stringify(toAnswer({ ...result, extensions: { ...extensions } }, engine.formatErrors, log)))
    },
    send: (text) => connection.deliver(prefix, text),
    end: ending.end,
  })
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
