import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as openProject from '@espalier/schema/documents/open-project'
import {
  type Clock,
  type LiveField,
  type LiveObserver,
  type SentChanges,
  type SentNode,
  type SentProject,
  toMutation,
  type Transport,
  type TransportResult,
} from '@espalier/sync'
import { WebSocket } from 'ws'
import type { Api } from './api.ts'

/** The clock of this process. */
export const processClock: Clock = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  defer: (run) => queueMicrotask(run),
}

const mutations = {
  createNode: openProject.createNodeMutation,
  updateNode: openProject.updateNodeMutation,
  updateNodeBatch: openProject.updateNodeBatchMutation,
  deleteNode: openProject.deleteNodeMutation,
  deleteNodeWithChildren: openProject.deleteNodeWithChildrenMutation,
} as const

/** Only people see who has a project open, so a program does not ask for it. */
const subscriptions = {
  nodeCreated: openProject.nodeCreatedSubscription,
  nodeUpdated: openProject.nodeUpdatedSubscription,
  nodeBatchUpdated: openProject.nodeBatchUpdatedSubscription,
  projectUpdated: openProject.projectUpdatedSubscription,
} as const

const readAttempts = 3
const firstRetryMs = 300

/** Connects a project's client to a server with an access token, over HTTP and a websocket. */
export function createTokenTransport(api: Api, projectId: string): Transport {
  const clientId = randomUUID()

  async function askOne<Value>(field: string, document: { readonly text: string }, variables: object) {
    const [result] = await api.ask([{ document, variables }], clientId)
    return readField<Value>(field, result)
  }
  /** Repeats a read that was not answered. */
  async function read<Value>(field: string, document: { readonly text: string }, variables: object) {
    for (let attempt = 1; attempt < readAttempts; attempt += 1) {
      const result = await askOne<Value>(field, document, variables)
      if (result.ok || result.code !== 'UNREACHABLE') return result
      await pause(firstRetryMs * 2 ** attempt)
    }
    return askOne<Value>(field, document, variables)
  }
  const readProject = () => read<SentProject | null>('project', openProject.projectQuery, { id: projectId })

  return {
    clientId,
    async readSnapshot() {
      const project = await readProject()
      if (!project.ok) return project
      const nodes = await read<readonly SentNode[]>('nodes', openProject.nodesQuery, { projectId })
      return nodes.ok ? { ok: true, value: { project: project.value, nodes: nodes.value } } : nodes
    },
    readProject,
    readChanges: (after) => read<SentChanges>('changes', openProject.changesQuery, { projectId, after }),
    updateProject: (data) =>
      askOne<SentProject>('updateProject', openProject.updateProjectMutation, { id: projectId, data }),
    async sendOperations({ operations, clientId: from }) {
      const sent = operations.map(({ id, request }) => ({ ...toMutation(projectId, request), operationId: id }))
      const results = await api.ask(
        sent.map(({ field, variables, operationId }) => ({ document: mutations[field], variables, operationId })),
        from,
      )
      return sent.map(({ field }, index) => readField(field, results[index]))
    },
    sendOnLeaving: () => undefined,
    showSelection: async () => false,
    listen: (observer) => openLiveSocket({ api, projectId, clientId, readProject }, observer),
    reconnectNow: () => undefined,
  }
}

function readField<Value>(field: string, result: TransportResult<unknown> | undefined): TransportResult<Value> {
  if (result === undefined) return { ok: false, code: 'UNREACHABLE', text: '', retryAfter: null, isWhole: true }
  if (!result.ok) return result
  return { ok: true, value: (result.value as Readonly<Record<string, Value>>)[field] as Value }
}

interface LiveOptions {
  readonly api: Api
  readonly projectId: string
  readonly clientId: string
  readProject(): Promise<TransportResult<SentProject | null>>
}

interface Message {
  readonly type: string
  readonly id?: LiveField
  readonly payload?: {
    readonly data?: Readonly<Record<string, unknown>>
    readonly errors?: unknown
    readonly extensions?: { readonly seq: number; readonly clientId: string | null }
  }
}

/** The server has subscribed by then: it does so in the order of the messages, and answers a ping after them. */
const subscribedMs = 200

function openLiveSocket({ api, projectId, clientId, readProject }: LiveOptions, observer: LiveObserver): () => void {
  const address = `${api.url.replace(/^http/u, 'ws')}/subscriptions`
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers: { ...api.headers } })
  const write = (message: object): void => socket.send(JSON.stringify(message))
  /** Others may have changed something before the subscriptions began: the client then asks for it. */
  async function announceListening(): Promise<void> {
    await pause(subscribedMs)
    const project = await readProject()
    if (!project.ok || project.value === null) return socket.terminate()
    observer.next({ field: 'projectSessions', value: [], seq: project.value.seq, clientId: null })
  }
  socket.on('error', () => undefined)
  socket.on('open', () => write({ type: 'connection_init', payload: { 'x-client-id': clientId } }))
  socket.on('close', (code) => observer.ended({ isSessionOver: code === 4401, isConnected: false }))
  socket.on('message', (bytes) => {
    const { type, id, payload } = JSON.parse(String(bytes)) as Message
    if (type === 'ping') return write({ type: 'pong' })
    if (type === 'connection_ack') {
      for (const [field, { text }] of Object.entries(subscriptions)) {
        write({ type: 'subscribe', id: field, payload: { query: text, variables: { projectId } } })
      }
      return write({ type: 'ping' })
    }
    if (type === 'pong') return void announceListening()
    // One that ends or is refused ends all: the client then asks for all of them again.
    if (type === 'error' || type === 'complete' || payload?.errors !== undefined) return socket.terminate()
    const { seq, clientId: from = null } = payload?.extensions ?? {}
    if (id === undefined || seq === undefined) return
    observer.next({ field: id, value: payload?.data?.[id], seq, clientId: from })
  })
  return () => {
    socket.removeAllListeners('close')
    socket.terminate()
  }
}
