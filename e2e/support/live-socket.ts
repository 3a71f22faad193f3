import { randomUUID } from 'node:crypto'
import type { SentNode } from '@espalier/sync'
import { WebSocket } from 'ws'
import { nodeFields } from './project-reads.ts'

const channels = {
  nodeCreated: nodeFields,
  nodeUpdated: nodeFields,
  nodeBatchUpdated: nodeFields,
  projectUpdated: 'id',
  // It comes last: its first message shows that all the others are active.
  projectSessions: 'id',
} as const
type Channel = keyof typeof channels

interface Message {
  readonly type: string
  readonly id?: Channel
  readonly payload?: {
    readonly data?: Partial<Record<Channel, unknown>>
    readonly errors?: readonly unknown[]
    readonly extensions?: { readonly seq: number }
  }
}

export interface LiveSocketOptions {
  readonly origin: string
  readonly cookie: string
  readonly projectId: string
  onOpen(): void
  /** Everything that happens from now on is delivered. */
  onListening(): void
  onEvent(seq: number, nodes: readonly SentNode[]): void
}

/** One socket from its opening to its end. */
export interface LiveSocket {
  readonly over: Promise<void>
  terminate(): void
}

const isRefusal = ({ type, payload }: Message): boolean =>
  type === 'error' || type === 'complete' || payload?.errors !== undefined

export function openLiveSocket(parts: LiveSocketOptions): LiveSocket {
  const address = `${parts.origin.replace(/^http/, 'ws')}/subscriptions`
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers: { cookie: parts.cookie } })
  const sendMessage = (message: object): void => socket.send(JSON.stringify(message))
  socket.on('error', () => undefined)
  socket.on('open', () => {
    parts.onOpen()
    sendMessage({ type: 'connection_init', payload: { 'x-client-id': randomUUID() } })
  })
  let isListening = false
  const receive = ({ id, payload }: Message): void => {
    const seq = payload?.extensions?.seq
    if (id === undefined || seq === undefined) return
    if (id === 'projectSessions') {
      if (!isListening) parts.onListening()
      isListening = true
      return
    }
    parts.onEvent(seq, id === 'projectUpdated' ? [] : ([payload?.data?.[id] ?? []].flat() as SentNode[]))
  }
  socket.on('message', (bytes) => {
    const message = JSON.parse(String(bytes)) as Message
    // A client with only a part of its subscriptions would wait forever, so a page requests all of them again.
    if (isRefusal(message)) return socket.terminate()
    if (message.type === 'next') receive(message)
    if (message.type !== 'connection_ack') return
    for (const [id, fields] of Object.entries(channels)) {
      const query = `subscription ($id: ID!) { ${id}(projectId: $id) { ${fields} } }`
      sendMessage({ type: 'subscribe', id, payload: { query, variables: { id: parts.projectId } } })
    }
  })
  return {
    over: new Promise((resolve) => socket.once('close', () => resolve())),
    terminate: () => socket.terminate(),
  }
}
