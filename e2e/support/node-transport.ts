import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as openProject from '@espalier/schema/documents/open-project'
import {
  type Clock,
  type LiveField,
  liveFields,
  type LiveObserver,
  type OperationBatch,
  type SentChanges,
  type SentNode,
  type SentProject,
  toMutation,
  type Transport,
  type TransportFailure,
  type TransportResult,
} from '@espalier/sync'
import { WebSocket } from 'ws'

export interface NodeTransportOptions {
  /** The API's origin, asked before each request and each connection. */
  origin(): string
  readonly cookie: string
  readonly projectId: string
  onSocketOpen?(): void
}

export interface NodeTransport extends Transport {
  /** Cut, no request is answered and no event arrives, although the server may have done what it was asked for. */
  setCut(isCut: boolean): void
}

/** The clock of this process. */
export const nodeClock: Clock = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  defer: (run) => queueMicrotask(run),
}

/** The documents of an open project, each by the field that it asks for. */
const documents = {
  project: openProject.projectQuery,
  nodes: openProject.nodesQuery,
  changes: openProject.changesQuery,
  updateProject: openProject.updateProjectMutation,
  createNode: openProject.createNodeMutation,
  updateNode: openProject.updateNodeMutation,
  updateNodeBatch: openProject.updateNodeBatchMutation,
  deleteNode: openProject.deleteNodeMutation,
  deleteNodeWithChildren: openProject.deleteNodeWithChildrenMutation,
  showSelection: openProject.showSelectionMutation,
  nodeCreated: openProject.nodeCreatedSubscription,
  nodeUpdated: openProject.nodeUpdatedSubscription,
  nodeBatchUpdated: openProject.nodeBatchUpdatedSubscription,
  projectUpdated: openProject.projectUpdatedSubscription,
  projectSessions: openProject.projectSessionsSubscription,
} as const
type Field = keyof typeof documents

interface GraphqlRequest {
  readonly field: Field
  readonly variables: object
  readonly operationId?: string
}

interface SentResult {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

const unreachable = (text: string): TransportFailure => ({
  code: 'UNREACHABLE',
  text,
  retryAfter: null,
  isWhole: true,
})

function toResult(field: Field, { data, errors: [error] = [] }: SentResult): TransportResult<unknown> {
  if (error === undefined) return { ok: true, value: data?.[field] }
  const { message: text, extensions } = error
  return { ok: false, code: extensions?.code ?? 'INTERNAL', text, retryAfter: null, isWhole: false }
}

const readAttempts = 3
const firstRetryMs = 300

/** A program's way to the server of a project: by fetch and a websocket, without a browser. */
export function createNodeTransport(options: NodeTransportOptions): NodeTransport {
  const { origin, cookie, projectId } = options
  const clientId: string = randomUUID()
  const sockets = new Set<WebSocket>()
  let isCut = false

  async function ask(asked: readonly GraphqlRequest[], from = clientId): Promise<readonly TransportResult<unknown>[]> {
    const failed = (text: string) => asked.map(() => ({ ok: false, ...unreachable(text) }) as const)
    if (isCut) return failed('The line is cut')
    const body = asked.map(({ field, variables, operationId = randomUUID() }) => ({
      query: documents[field].text,
      variables,
      extensions: { operationId },
    }))
    try {
      const headers = { 'content-type': 'application/json', 'x-client-id': from, cookie }
      const response = await fetch(`${origin()}/graphql/`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok || isCut) return failed(`The server answered ${response.status}`)
      const results = (await response.json()) as readonly SentResult[]
      return asked.map(({ field }, index) => toResult(field, results[index] ?? {}))
    } catch (error) {
      return failed(String(error))
    }
  }
  async function askOne<Value>(field: Field, variables: object): Promise<TransportResult<Value>> {
    const [result] = await ask([{ field, variables }])
    return result === undefined ? { ok: false, ...unreachable('No answer') } : (result as TransportResult<Value>)
  }
  /** Repeats an unanswered read like the page's GraphQL client. */
  async function read<Value>(field: Field, variables: object): Promise<TransportResult<Value>> {
    for (let attempt = 1; attempt < readAttempts; attempt += 1) {
      const result = await askOne<Value>(field, variables)
      if (result.ok || result.code !== 'UNREACHABLE') return result
      await pause(Math.random() * firstRetryMs * 2 ** attempt)
    }
    return askOne(field, variables)
  }
  const send = ({ operations, clientId: from }: OperationBatch) =>
    ask(
      operations.map(({ id, request }) => ({ ...toMutation(projectId, request), operationId: id })),
      from,
    )

  return {
    clientId,
    async readSnapshot() {
      const project = await read<SentProject | null>('project', { id: projectId })
      const nodes = await read<readonly SentNode[]>('nodes', { projectId })
      if (!project.ok) return project
      return nodes.ok ? { ok: true, value: { project: project.value, nodes: nodes.value } } : nodes
    },
    readProject: () => read<SentProject | null>('project', { id: projectId }),
    readChanges: (after) => read<SentChanges>('changes', { projectId, after }),
    updateProject: (data) => askOne<SentProject>('updateProject', { id: projectId, data }),
    sendOperations: send,
    sendOnLeaving: (batch) => void send(batch),
    async showSelection(nodeIds) {
      const shown = await askOne<boolean>('showSelection', { projectId, nodeIds })
      return shown.ok && shown.value
    },
    listen(observer) {
      const socket = openLiveSocket({ ...options, clientId }, observer)
      sockets.add(socket)
      if (isCut) socket.terminate()
      return () => {
        sockets.delete(socket)
        socket.terminate()
      }
    },
    reconnectNow: () => {},
    setCut(cut) {
      isCut = cut
      if (cut) for (const socket of sockets) socket.terminate()
    },
  }
}

interface Message {
  readonly type: string
  readonly id?: LiveField
  readonly payload?: SentResult & { readonly extensions?: { readonly seq: number; readonly clientId: string | null } }
}

/** One socket with every live field of a project, from its opening to its end. */
export function openLiveSocket(
  { origin, cookie, projectId, clientId, onSocketOpen }: NodeTransportOptions & { readonly clientId: string },
  { next, ended }: Pick<LiveObserver, 'next' | 'ended'>,
): WebSocket {
  const address = `${origin().replace(/^http/, 'ws')}/subscriptions`
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers: { cookie } })
  const write = (message: object): void => socket.send(JSON.stringify(message))
  socket.on('error', () => undefined)
  socket.on('open', () => {
    onSocketOpen?.()
    write({ type: 'connection_init', payload: { 'x-client-id': clientId } })
  })
  socket.on('close', (code) => ended({ isSessionOver: code === 4401, isConnected: false }))
  socket.on('message', (bytes) => {
    const { type, id, payload } = JSON.parse(String(bytes)) as Message
    if (type === 'ping') return write({ type: 'pong' })
    if (type === 'connection_ack') {
      for (const field of liveFields) {
        const query = { query: documents[field].text, variables: { projectId } }
        write({ type: 'subscribe', id: field, payload: query })
      }
      return
    }
    // One that ends or is refused ends all: the client then asks for all of them again.
    if (type === 'error' || type === 'complete' || payload?.errors !== undefined) return socket.terminate()
    const { seq, clientId: from = null } = payload?.extensions ?? {}
    if (id !== undefined && seq !== undefined) next({ field: id, value: payload?.data?.[id], seq, clientId: from })
  })
  return socket
}
