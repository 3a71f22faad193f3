import { once } from 'node:events'
import { type AwaitedList, createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { WebSocket } from 'ws'
import type { Viewer } from '../api/viewer.ts'
import type { NodeView } from '../database/nodes.ts'
import type { Bus } from '../ports/bus.ts'
import { createInProcessBus } from '../reliability/bus.ts'
import type { SocketsOptions } from '../transport/sockets/attach-sockets.ts'
import { startTestServer, type TestServer } from '../transport/testing/test-server.ts'
import { allNodeFields } from './node-client.ts'
import {
  anonymousViewer,
  openProjectWorld,
  type ProjectServer,
  type ProjectWorld,
  type WorldOptions,
} from './project-world.ts'
import { createRecordedLog } from './recorded-log.ts'

export interface LivePayload {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
  readonly extensions?: { readonly seq: number; readonly clientId: string | null }
}

/** One subscription. */
export interface LiveSubscription {
  readonly payloads: AwaitedList<LivePayload>
  /** The end of the subscription: the code of a refusal, or 'complete'. */
  readonly over: Promise<string>
  complete(): void
}

/** A page with subscriptions. */
export interface LiveClient {
  readonly socket: WebSocket
  readonly closed: Promise<number>
  subscribe(query: string, variables: object): LiveSubscription
  listen(field: LiveFieldName, projectId: string): LiveSubscription
  /** Subscribes to these fields and resolves when all of them are running. */
  enter<Field extends LiveFieldName>(
    projectId: string,
    fields: readonly Field[],
  ): Promise<Record<Field, LiveSubscription>>
  close(): Promise<void>
}

export const liveDocuments = {
  nodeCreated: `subscription ($projectId: ID!) { nodeCreated(projectId: $projectId) { ${allNodeFields} } }`,
  nodeUpdated: `subscription ($projectId: ID!) { nodeUpdated(projectId: $projectId) { ${allNodeFields} } }`,
  nodeBatchUpdated: `subscription ($projectId: ID!) { nodeBatchUpdated(projectId: $projectId) { ${allNodeFields} } }`,
  projectUpdated: `subscription ($projectId: ID!) { projectUpdated(projectId: $projectId) {
    id title status layout seq sharing { generalAccess users } nodeLinks { id } } }`,
  projectSessions: `subscription ($projectId: ID!) { projectSessions(projectId: $projectId) {
    id email picture firstname lastname colour nodeIds } }`,
} as const
export type LiveFieldName = keyof typeof liveDocuments

export const liveNodeFields = ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated'] as const

/** Returns the nodes in a payload of one of the three fields. */
export const readPayloadNodes = ({ data }: LivePayload): NodeView[] =>
  [data?.['nodeCreated'] ?? data?.['nodeUpdated'] ?? data?.['nodeBatchUpdated'] ?? []].flat() as NodeView[]

interface Message {
  readonly id: string
  readonly type: string
  readonly payload?: unknown
}

interface Running {
  readonly payloads: AwaitedList<LivePayload>
  end(how: string): void
}

const readPayloadErrorCode = (payload: unknown): string =>
  (payload as { extensions: { code: string } }[])[0]?.extensions.code ?? 'an error without a code'

async function connectLive(
  port: number,
  { cookie, clientId }: { readonly cookie?: string; readonly clientId?: string },
): Promise<LiveClient> {
  const headers = cookie === undefined ? {} : { cookie }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/subscriptions`, 'graphql-transport-ws', { headers })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  const send = (message: object): void => socket.send(JSON.stringify(message))
  send({ type: 'connection_init', ...(clientId !== undefined && { payload: { 'x-client-id': clientId } }) })
  await once(socket, 'message')
  const running = new Map<string, Running>()
  socket.on('message', (bytes) => {
    const { id, type, payload } = JSON.parse(String(bytes)) as Message
    const one = running.get(id)
    if (type === 'next') one?.payloads.push(payload as LivePayload)
    else one?.end(type === 'error' ? readPayloadErrorCode(payload) : type)
  })
  let count = 0
  const subscribe: LiveClient['subscribe'] = (query, variables) => {
    const id = String((count += 1))
    const payloads = createAwaitedList<LivePayload>()
    const over = new Promise<string>((end) => running.set(id, { payloads, end }))
    send({ id, type: 'subscribe', payload: { query, variables } })
    return { payloads, over, complete: () => send({ id, type: 'complete' }) }
  }
  const listen: LiveClient['listen'] = (field, projectId) => subscribe(liveDocuments[field], { projectId })
  return {
    socket,
    closed,
    subscribe,
    listen,
    async enter(projectId, fields) {
      const listening = fields.map((field) => [field, listen(field, projectId)] as const)
      // The first list confirms that the earlier subscriptions are running.
      const sessions =
        listening.find(([field]) => field === 'projectSessions')?.[1] ?? listen('projectSessions', projectId)
      await sessions.payloads.atLeast(1)
      return Object.fromEntries(listening) as Record<(typeof fields)[number], LiveSubscription>
    },
    async close() {
      socket.close()
      await closed
    },
  }
}

/** A server of the product that listens on loopback. */
export interface LiveServer {
  readonly server: ProjectServer
  readonly front: TestServer
  /** Opens an acknowledged socket of this person. */
  connect(viewer?: Viewer, clientId?: string): Promise<LiveClient>
}

export interface LiveWorld extends LiveServer {
  readonly world: ProjectWorld
  /** Starts another server on the same database. Without a bus it only polls. */
  another(bus?: Bus): Promise<LiveServer>
  close(): Promise<void>
}

interface LiveWorldOptions extends WorldOptions {
  readonly socketTimes?: SocketsOptions['times']
}

export const createSharedBus = (): Bus => createInProcessBus(createRecordedLog())

export async function openLiveWorld({ socketTimes, ...options }: LiveWorldOptions = {}): Promise<LiveWorld> {
  const world = await openProjectWorld(options)
  const viewers = new Map<string, Viewer>()
  const opened: LiveServer[] = []
  const listen = async (server: ProjectServer): Promise<LiveServer> => {
    const live = await startLiveServer(server, viewers, socketTimes)
    opened.push(live)
    return live
  }
  return {
    world,
    ...(await listen(world)),
    another: (bus) => listen(world.another(bus)),
    async close() {
      for (const { front } of opened) await front.close()
      await world.close()
    },
  }
}

const personCookiePattern = /(?:^|;\s*)person=([\w-]+)/

async function startLiveServer(
  server: ProjectServer,
  viewers: Map<string, Viewer>,
  socketTimes: SocketsOptions['times'],
): Promise<LiveServer> {
  const front = await startTestServer({
    slices: server.slices,
    authenticate: async ({ cookie = '' }) =>
      viewers.get(personCookiePattern.exec(cookie)?.[1] ?? '') ?? anonymousViewer,
    ...(socketTimes !== undefined && { socketTimes }),
  })
  server.bus.listen((message) => {
    if (message.kind === 'sessions-ended') front.sockets.closeSessions(message.sessionIds)
  })
  return {
    server,
    front,
    connect(viewer = anonymousViewer, clientId) {
      if (viewer.kind === 'person') viewers.set(viewer.person.id, viewer)
      return connectLive(front.port, {
        ...(viewer.kind === 'person' && { cookie: `person=${viewer.person.id}` }),
        ...(clientId !== undefined && { clientId }),
      })
    },
  }
}
