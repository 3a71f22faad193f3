import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** An event that a test waits for, possibly repeatedly. */
interface Signal {
  readonly given: Promise<void>
  give(): void
}

export function createSignal(): Signal {
  let resolveSignal: () => void = Function.prototype as () => void
  const given = new Promise<void>((resolve) => {
    resolveSignal = resolve
  })
  return { given, give: () => resolveSignal() }
}

/** Sends raw bytes and returns everything that the server sends until it disconnects. */
export function sendRawRequest(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk) => void chunks.push(chunk))
    // The server may disconnect while we still write: what it sent before counts.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

export const buildRawGet = (path: string, headers: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n')

export const parseRawStatus = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

interface SocketMessage {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** A socket with a queue: messages are read one by one in order. */
export interface TestClient {
  readonly socket: WebSocket
  /** The code and reason it was closed with. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  send(message: object | string): void
  next(): Promise<SocketMessage>
  init(payload?: object): Promise<SocketMessage>
  subscribe(id: string, query: string, variables?: object): void
}

interface ClientOptions {
  readonly headers?: Record<string, string>
  readonly protocol?: string
  readonly path?: string
}

export function connectTestClient(port: number, options: ClientOptions = {}): TestClient {
  const { headers = {}, protocol = 'graphql-transport-ws', path = '/subscriptions' } = options
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol, { headers })
  const arrived: SocketMessage[] = []
  const waiting: ((message: SocketMessage) => void)[] = []
  socket.on('message', (bytes) => {
    const message = JSON.parse(String(bytes)) as SocketMessage
    const nextWaiter = waiting.shift()
    if (nextWaiter === undefined) arrived.push(message)
    else nextWaiter(message)
  })
  socket.on('error', () => undefined)
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  const send = (message: object | string): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const next = (): Promise<SocketMessage> => {
    const message = arrived.shift()
    return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message)
  }
  return {
    socket,
    closed,
    send,
    next,
    async init(payload) {
      if (socket.readyState === socket.CONNECTING) await once(socket, 'open')
      send({ type: 'connection_init', ...(payload && { payload }) })
      return next()
    },
    subscribe: (id, query, variables) => send({ type: 'subscribe', id, payload: { query, variables } }),
  }
}

const promptMs = 30_000

/**
 * Returns the code with which a socket was closed at once. Servers also check every open socket once a minute, so a test
 * that only waits for the end would pass without the message that ends it on all servers.
 */
export const readPromptClose = ({ closed }: Pick<TestClient, 'closed'>): Promise<number | 'still open'> =>
  Promise.race([closed.then(({ code }) => code), delay(promptMs, 'still open' as const, { ref: false })])

/** Returns the HTTP status with which a socket was refused. */
export async function readUpgradeStatus(port: number, options: ClientOptions = {}): Promise<number> {
  const { socket } = connectTestClient(port, options)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number; resume(): void }]
  response.resume()
  socket.terminate()
  return response.statusCode
}
