import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface LiveEvent {
  readonly id: string
  readonly payload: {
    readonly data?: Record<string, unknown>
    readonly errors?: readonly unknown[]
    readonly extensions?: { readonly seq: number; readonly clientId: string | null }
  }
}

/** A browser's socket that records its events. */
export interface LiveSocket {
  readonly events: readonly LiveEvent[]
  /** Resolves to the first matching event, past or future. */
  event(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>
  readonly accepted: Promise<void>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): void
}

const fieldsOf = {
  nodeCreated: '{ id title version }',
  nodeUpdated: '{ id title version }',
  nodeBatchUpdated: '{ id title version }',
  projectUpdated: '{ id title }',
  projectSessions: '{ id }',
} as const

/** Subscribes to everything in a project and resolves when all subscriptions run. */
export async function watchProject(
  origin: string,
  projectId: string,
  who: { readonly cookie?: string; readonly clientId?: string } = {},
): Promise<LiveSocket> {
  const { cookie, clientId = 'a-watcher' } = who
  const address = origin.replace(/^http/, 'ws')
  const headers = { origin, ...(cookie !== undefined && { cookie }) }
  const socket = new WebSocket(`${address}/subscriptions`, 'graphql-transport-ws', { headers })
  const live = remember(socket)
  await once(socket, 'open')
  const sendMessage = (message: object): void => socket.send(JSON.stringify(message))
  sendMessage({ type: 'connection_init', payload: { 'x-client-id': clientId } })
  await Promise.race([live.accepted, live.closed.then(refuse)])
  for (const [field, fields] of Object.entries(fieldsOf)) {
    const query = `subscription ($id: ID!) { ${field}(projectId: $id) ${fields} }`
    sendMessage({ type: 'subscribe', id: field, payload: { query, variables: { id: projectId } } })
  }
  await Promise.race([live.event(({ id }) => id === 'projectSessions'), live.closed.then(refuse)])
  return live
}

function refuse({ code, reason }: { readonly code: number; readonly reason: string }): never {
  throw new Error(`the socket was closed: ${code} ${reason}`)
}

function remember(socket: WebSocket): LiveSocket {
  const events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (bytes) => {
    const message = JSON.parse(String(bytes)) as LiveEvent & { readonly type: string }
    if (message.type === 'next') events.push(message)
    if (message.type === 'error') events.push({ id: message.id, payload: { errors: message.payload as never } })
    for (const check of waiting) check()
  })
  socket.on('error', () => undefined)
  return {
    events,
    event: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = events.find(fits)
          if (found === undefined) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    // The first message of the protocol, before which nothing may be sent.
    accepted: once(socket, 'message').then(() => undefined),
    closed: once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) })),
    close: () => socket.terminate(),
  }
}
