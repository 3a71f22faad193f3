import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Person, registered } from './person.ts'
import { type Member, serverGroup } from './several-servers.ts'

export interface WebhookKillPlan {
  readonly kills: number
  /** Changes of titles before each kill. */
  readonly changes: number
}

export interface WebhookKillReport {
  readonly kills: number
  /** Kills that cut off requests which the receiver had not answered yet. */
  readonly amidSending: number
  readonly events: number
  /** Requests with an id that had arrived before. */
  readonly repeats: number
  readonly missing: number
  /** Events that arrived after a later one of the same node. */
  readonly disordered: number
}

interface Arrivals {
  /** The first arrival of each event, by node. */
  readonly seqsByNode: Map<string, Map<string, number>>
  /** The sender's port of each request. */
  readonly ports: number[]
  /** Requests that ended without an answer, because their sender did. */
  cutOff: number
  /** The answers that wait; null: each request is answered at once. */
  held: (() => void)[] | null
}

const countEvents = ({ seqsByNode }: Arrivals): number =>
  [...seqsByNode.values()].reduce((sum, seqs) => sum + seqs.size, 0)

const nodes = 5
const patienceMs = 120_000
/** Until the receiver has noticed that the connections of a dead process are closed. */
const closingMs = 50
/** Longer than the claim of a sender that was killed and could not be found. */
const arrivalMs = 45_000

async function startReceiver(arrivals: Arrivals): Promise<Server> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { nodeId: string; seq: number } }
      const seqs = arrivals.seqsByNode.get(data.nodeId) ?? new Map<string, number>()
      arrivals.seqsByNode.set(data.nodeId, seqs)
      const id = String(request.headers['webhook-id'])
      if (!seqs.has(id)) seqs.set(id, data.seq)
      arrivals.ports.push(request.socket.remotePort ?? 0)
      response.once('close', () => {
        if (!response.writableFinished) arrivals.cutOff += 1
      })
      const answer = () => void response.writeHead(204).end()
      if (arrivals.held === null) answer()
      else arrivals.held.push(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function answerHeld(arrivals: Arrivals): void {
  const held = arrivals.held ?? []
  arrivals.held = null
  for (const answer of held) answer()
}

/** Waits for a request and returns the number of the server that sends it; null if that is unknown. */
async function findSender(arrivals: Arrivals, running: readonly Member[]): Promise<number | null> {
  const until = Date.now() + arrivalMs
  while (arrivals.held?.length === 0 && Date.now() < until) await pause(5)
  const pids = running.map(({ process }) => process.child.pid ?? 0)
  const owner = await findPortOwner(arrivals.ports.at(-1) ?? 0, pids)
  return owner === null ? null : pids.indexOf(owner)
}

/** The address `127.0.0.1` in the kernel's table of connections. */
const loopback = '0100007F'

/** Finds which of the processes has a connection from this port of the loopback address. Null outside Linux. */
async function findPortOwner(port: number, pids: readonly number[]): Promise<number | null> {
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '')
  const local = `${loopback}:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/u))
  const inode = rows.find((columns) => columns[1] === local)?.[9]
  if (inode === undefined) return null
  for (const pid of pids) if (await hasSocket(pid, inode)) return pid
  return null
}

async function hasSocket(pid: number, inode: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => [])
  // A file may be closed meanwhile.
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
  return targets.includes(`socket:[${inode}]`)
}

const updating = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const creating = `mutation ($projectId: ID!, $url: String!) {
  createWebhook(projectId: $projectId, url: $url, events: ["node.updated"]) { webhook { id } } }`

/** Sends a change until a server has answered it; the id of the operation makes it happen once. */
async function change(person: Person, origins: readonly string[], id: string, title: string): Promise<void> {
  const operationId = randomUUID()
  for (let attempt = 0; ; attempt += 1) {
    const origin = origins[attempt % origins.length] ?? ''
    const answer = await person.ask(origin, updating, { id, data: { title } }, operationId).catch(() => null)
    if (answer?.status === 200 && answer.codes.length === 0) return
    if (attempt > 600) throw new Error(`a change was not answered: ${answer?.codes.join(' ')}`)
    await pause(100)
  }
}

/** Of two servers, the one that sends is killed with kill -9 again and again, while a receiver gets the events. */
export async function webhooksThroughKills({ kills, changes }: WebhookKillPlan): Promise<WebhookKillReport> {
  const arrivals: Arrivals = { seqsByNode: new Map(), ports: [], cutOff: 0, held: null }
  const receiver = await startReceiver(arrivals)
  const group = await serverGroup()
  const settings = { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' }
  try {
    const running = await group.start(2, settings)
    const origins = running.map(({ url }) => url)
    const [origin = ''] = origins
    const person = await registered(origin, 'ann@example.com')
    const projectId = await person.createProject(origin, 'Orchard')
    const ids: string[] = []
    for (let count = 0; count < nodes; count += 1) ids.push(await person.createNode(origin, { projectId }))
    const { port } = receiver.address() as AddressInfo
    const { codes } = await person.ask(origin, creating, { projectId, url: `http://127.0.0.1:${port}/` })
    if (codes.length > 0) throw new Error(`the webhook was refused with ${codes.join(' ')}`)
    let [written, amidSending] = [0, 0]
    for (let kill = 1; kill <= kills; kill += 1) {
      arrivals.held = []
      for (let count = 0; count < changes; count += 1) {
        await change(person, origins, ids[written % nodes] ?? '', `Title ${written}`)
        written += 1
      }
      const sender = await findSender(arrivals, running)
      // It has the claim as long as it waits for an answer.
      const { rows } = await group.database.pool.query<{ lease: string | null }>('select lease from webhooks')
      const at = sender ?? kill % 2
      const victim = running[at]
      if (victim === undefined) throw new Error('there is no server to kill')
      // Before an answer, or at another moment after it each time.
      if (kill % 2 === 0) answerHeld(arrivals)
      await pause((kill * 37) % 100)
      const cutBefore = arrivals.cutOff
      victim.process.child.kill('SIGKILL')
      await victim.process.ended
      await pause(closingMs)
      answerHeld(arrivals)
      if (arrivals.cutOff > cutBefore) amidSending += 1
      // The half minute until the claim of a dead process ends by itself is not waited for.
      if (sender !== null)
        await group.database.pool.query('update webhooks set leased_until = now() where lease = $1', [rows[0]?.lease])
      running[at] = await group.startOn(Number(new URL(victim.url).port), settings)
    }
    const until = Date.now() + patienceMs
    while (countEvents(arrivals) < written && Date.now() < until) await pause(200)
    const events = countEvents(arrivals)
    return {
      kills,
      amidSending,
      events,
      repeats: arrivals.ports.length - events,
      missing: written - events,
      disordered: countDisordered(arrivals),
    }
  } finally {
    await group.stop()
    receiver.closeAllConnections()
    receiver.close()
  }
}

function countDisordered({ seqsByNode }: Arrivals): number {
  let disordered = 0
  for (const seqs of seqsByNode.values()) {
    let last = 0
    for (const seq of seqs.values()) {
      if (seq < last) disordered += 1
      last = Math.max(last, seq)
    }
  }
  return disordered
}
