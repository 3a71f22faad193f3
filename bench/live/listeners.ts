// Holds sockets in a separate process, because receiving must not delay the sender.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawData, WebSocket } from 'ws'
import type { CrowdOrder, Joining, ProjectJoining } from './crowd-orders.ts'
import { now } from './receipts.ts'

interface Crowd {
  readonly sockets: Set<WebSocket>
  seqs: number[]
  at: number[]
  last: Buffer
}

const atOnce = 25
const patienceMs = 10_000
const marker = '"seq":'
const crowds = new Map<string, Crowd>()
const selections: Record<string, string> = { projectUpdated: '{ id title }', projectSessions: '{ id }' }
const nodeSelection = '{ id parentIds title body status position hideChildren isDeleted version }'

function receive(crowd: Crowd, bytes: RawData): void {
  const at = now()
  const buffer = bytes as Buffer
  const found = buffer.lastIndexOf(marker)
  if (found < 0) return
  crowd.seqs.push(Number.parseInt(buffer.toString('latin1', found + marker.length, found + marker.length + 12), 10))
  crowd.at.push(at)
  crowd.last = buffer
}

const opened = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })

/** Subscribes and waits for the first presence list: the earlier subscriptions are running then. */
async function enter(socket: WebSocket, { ids, fields }: ProjectJoining, index: number): Promise<void> {
  const id = ids[index % ids.length]
  const sendMessage = (message: object): void => socket.send(JSON.stringify(message))
  const waitForMessage = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const listener = (bytes: RawData): void => {
        if (!String(bytes).includes(wanted)) return
        socket.off('message', listener)
        resolve()
      }
      socket.on('message', listener)
      socket.once('close', (code) => reject(new Error(`closed with ${code} before ${wanted}`)))
    })
  sendMessage({ type: 'connection_init', payload: { 'x-client-id': randomUUID() } })
  await waitForMessage('connection_ack')
  for (const field of [...fields.filter((one) => one !== 'projectSessions'), 'projectSessions']) {
    const query = `subscription ($id: ID!) { ${field}(projectId: $id) ${selections[field] ?? nodeSelection} }`
    sendMessage({ type: 'subscribe', id: field, payload: { query, variables: { id } } })
  }
  await waitForMessage('"projectSessions"')
  if (!fields.includes('projectSessions')) sendMessage({ type: 'complete', id: 'projectSessions' })
}

async function joinOne(crowd: Crowd, { url, project, isStalled }: Joining, index: number): Promise<void> {
  const address = url.replace(/^http/, 'ws')
  const socket =
    project === null
      ? new WebSocket(address)
      : new WebSocket(`${address}/subscriptions`, 'graphql-transport-ws', { headers: { cookie: project.cookie } })
  await opened(socket)
  socket.on('error', () => undefined)
  if (project !== null) await enter(socket, project, index)
  crowd.sockets.add(socket)
  socket.once('close', () => crowd.sockets.delete(socket))
  if (isStalled) socket.pause()
  else socket.on('message', (bytes) => receive(crowd, bytes))
}

async function join(name: string, joining: Joining): Promise<number> {
  const crowd: Crowd = { sockets: new Set(), seqs: [], at: [], last: Buffer.alloc(0) }
  crowds.set(name, crowd)
  let index = 0
  const door = Array.from({ length: atOnce }, async () => {
    while (index < joining.count) await joinOne(crowd, joining, index++)
  })
  await Promise.all(door)
  return crowd.sockets.size
}

async function take(name: string, wanted: number): Promise<object> {
  const crowd = crowds.get(name)
  if (crowd === undefined) throw new Error(`there is no crowd ${name}`)
  const end = performance.now() + patienceMs
  while (crowd.seqs.length < wanted && performance.now() < end) await pause(20)
  const { seqs, at, last } = crowd
  crowd.seqs = []
  crowd.at = []
  return { seqs, at, last: last.toString() }
}

async function leave(name: string): Promise<void> {
  const sockets = [...(crowds.get(name)?.sockets ?? [])]
  crowds.delete(name)
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.once('close', resolve)
          socket.terminate()
        }),
    ),
  )
}

const obey = (order: CrowdOrder): Promise<unknown> => {
  if (order.kind === 'join') return join(order.name, order.joining)
  if (order.kind === 'leave') return leave(order.name)
  return take(order.name, order.wanted)
}

process.on('message', (order: CrowdOrder) => {
  obey(order).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
