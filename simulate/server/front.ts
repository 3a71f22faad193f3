import { ApiError } from '@espalier/server/src/api/errors.ts'
import { createLiveText, type FeedSubscriber } from '@espalier/server/src/api/live-feed.ts'
import type { GraphqlContext } from '@espalier/server/src/api/slice.ts'
import { EditRefusedError } from '@espalier/server/src/features/nodes/index.ts'
import type { ApiCall, ApiRequest, CallResult, SentEvent } from './api.ts'
import { contextFor, openFeed, readOperationId, resolveCall } from './resolving.ts'
import { type Process, type ProcessParts, startProcess } from './sim-server.ts'

/** One server's side of a page's socket. */
export interface Socket {
  readonly userId: string
  readonly clientId: string
  send(event: SentEvent): void
  /** All subscriptions are running; the project was at this seq when they were. */
  ready(seq: number): void
  /** A subscription was rejected or ended. */
  end(): void
  /** The server has crashed. */
  lost(): void
}

export interface FrontParts extends Omit<ProcessParts, 'onStep'> {
  readonly projectId: string
  /** An unexpected error that is no rejection. */
  onFault(error: unknown, call: ApiCall): void
  /** Called before each step of each statement: true makes the server crash there. */
  isLastStep(): boolean
  onCrash(front: Front): void
  /** Called when the answer leaves the server. */
  onAnswer(request: ApiRequest, call: ApiCall, result: CallResult): void
}

/** A server as pages see it: up or down. */
export interface Front {
  readonly isUp: boolean
  start(): void
  crash(): void
  /** Answers, unless it crashes before. */
  handle(request: ApiRequest, reply: (answers: readonly CallResult[]) => void): void
  /** Returns a function that stops listening. */
  listen(socket: Socket): () => void
}

const liveFields = ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated', 'projectUpdated'] as const

export function createFront(parts: FrontParts): Front {
  let process: Process | null = null
  const sockets = new Set<Socket>()

  const createContext = (userId: string, clientId: string, operationId: string | null): GraphqlContext =>
    contextFor(parts.people.get(userId), clientId, operationId)

  async function answer(one: Process, request: ApiRequest, call: ApiCall): Promise<CallResult> {
    const context = createContext(request.userId, request.clientId, readOperationId(call))
    try {
      return { ok: true, value: await resolveCall(one.slices, parts.projectId, call, context) }
    } catch (error) {
      if (!(error instanceof ApiError)) {
        parts.onFault(error, call)
        return { ok: false, code: 'INTERNAL', text: String(error) }
      }
      if (
        parts.fault === 'allow-a-cycle' &&
        error instanceof EditRefusedError &&
        error.reason === 'would-cycle' &&
        !one.graphs.isBlind
      ) {
        return blindly(one, request, call)
      }
      return { ok: false, code: error.code, text: error.message }
    }
  }

  async function blindly(one: Process, request: ApiRequest, call: ApiCall): Promise<CallResult> {
    one.graphs.isBlind = true
    const result = await answer(one, request, call)
    one.graphs.isBlind = false
    return result
  }

  async function handleAll(one: Process, request: ApiRequest): Promise<readonly CallResult[]> {
    const answers: CallResult[] = []
    for (const call of request.calls) answers.push(await answer(one, request, call))
    return answers
  }

  function crash(): void {
    process?.die()
    process = null
    for (const socket of sockets) socket.lost()
    sockets.clear()
  }

  function step(one: Process): void {
    if (one !== process || !parts.isLastStep()) return
    crash()
    parts.onCrash(front)
  }

  const front: Front = {
    get isUp() {
      return process !== null
    },
    start: () => void (process ??= startProcess({ ...parts, onStep: step })),
    crash,
    handle(request, reply) {
      const one = process
      if (one === null) return
      void handleAll(one, request).then((answers) => {
        if (!one.isAlive) return
        for (const [index, call] of request.calls.entries()) {
          const result = answers[index]
          if (result !== undefined) parts.onAnswer(request, call, result)
        }
        reply(JSON.parse(JSON.stringify(answers)) as readonly CallResult[])
      })
    },
    listen(socket) {
      const one = process
      if (one === null) return () => {}
      const leave = listenTo(one, parts, socket, createContext(socket.userId, socket.clientId, null))
      sockets.add(socket)
      return () => {
        sockets.delete(socket)
        leave()
      }
    },
  }
  return front
}

function listenTo(
  one: Process,
  { projectId, storage }: FrontParts,
  socket: Socket,
  context: GraphqlContext,
): () => void {
  const leaves: (() => void)[] = []
  let isOver = false
  const end = (): void => {
    if (isOver || !one.isAlive) return
    isOver = true
    for (const leave of leaves) leave()
    socket.end()
  }
  for (const field of liveFields) {
    const subscriber: FeedSubscriber = {
      key: field,
      clientId: socket.clientId,
      connectionId: socket.clientId,
      earlier: Promise.resolve(),
      viewer: () => context.viewer,
      selectsField: () => false,
      write: (root, _viewer, extensions) =>
        Promise.resolve(createLiveText(JSON.stringify({ field, root, ...extensions }))),
      send({ text }) {
        if (!isOver && one.isAlive) socket.send(JSON.parse(text) as SentEvent)
      },
      end,
    }
    void openFeed(one.slices, field, projectId, context).then((feed) => {
      if (isOver) return
      leaves.push(feed.join(subscriber))
      if (leaves.length < liveFields.length) return
      socket.ready(storage.committed.get('projects', projectId)?.seq ?? 0)
    }, end)
  }
  return () => {
    if (isOver) return
    isOver = true
    for (const leave of leaves) leave()
  }
}
