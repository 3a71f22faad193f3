import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Person, registered } from './person.ts'
import { serverGroup } from './several-servers.ts'

export interface WebhookKillPlan {
  readonly kills: number
  /** Changes of titles before each kill. */
  readonly changes: number
}

export interface WebhookKillReport {
  readonly kills: number
  readonly events: number
  /** Requests with an id that had arrived before. */
  readonly repeats: number
  readonly missing: number
  /** Events that arrived after a later one of the same node. */
  readonly disordered: number
}

/** The first arrival of each event, by node, and how many requests came in all. */
interface Arrivals {
  readonly seqsByNode: Map<string, Map<string, number>>
  requests: number
}

const nodes = 5
const patienceMs = 120_000

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
      arrivals.requests += 1
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
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

/** Two servers are killed in turn with kill -9 while titles change and a receiver gets the events. */
export async function webhooksThroughKills({ kills, changes }: WebhookKillPlan): Promise<WebhookKillReport> {
  const arrivals: Arrivals = { seqsByNode: new Map(), requests: 0 }
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
    let written = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      for (let count = 0; count < changes; count += 1) {
        await change(person, origins, ids[written % nodes] ?? '', `Title ${written}`)
        written += 1
      }
      const victim = running[kill % 2]
      if (victim === undefined) throw new Error('there is no server to kill')
      // At another moment of its round each time.
      await pause((kill * 137) % 1_100)
      victim.process.child.kill('SIGKILL')
      await victim.process.ended
      running[kill % 2] = await group.startOn(Number(new URL(victim.url).port), settings)
    }
    const countArrived = () => [...arrivals.seqsByNode.values()].reduce((sum, seqs) => sum + seqs.size, 0)
    const until = Date.now() + patienceMs
    while (countArrived() < written && Date.now() < until) await pause(200)
    const events = countArrived()
    return {
      kills,
      events,
      repeats: arrivals.requests - events,
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
