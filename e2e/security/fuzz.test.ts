import { Agent, request as send } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registered } from '../support/person.ts'
import { readApiShape } from './api-shape.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'
import { hostileRequest, type HostileRequest, type Surroundings } from './hostile-requests.ts'
import { chanceOf } from './random.ts'

let server: AttackedServer
beforeAll(async () => {
  server = await startAttackedServer()
})
afterAll(() => server.discard())

const count = 10_000
const atOnce = 12
const seed = 20_261_115

interface Seen {
  readonly status: number
  readonly text: string
}

function sender(url: string): (request: HostileRequest) => Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const { hostname, port } = new URL(url)
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const asked = send({ agent, hostname, port, method, path, headers, timeout: 15_000 }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      })
      asked.on('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path}`)))
      asked.on('error', reject)
      asked.end(body)
    })
}

async function surroundings(url: string): Promise<Surroundings> {
  const ada = await registered(url, 'ada@example.com')
  const projectId = await ada.createProject(url, 'Orchard')
  const nodeId = await ada.createNode(url, { projectId, title: 'Root' })
  const childId = await ada.createNode(url, { projectId, parentId: nodeId, title: 'Child' })
  return { shape: readApiShape(), ids: [projectId, nodeId, childId], cookie: ada.cookie }
}

it('knows every operation of the contract', () => {
  const { operations, inputs, enums } = readApiShape()
  const named = operations.map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(['account', 'nodes', 'createNode', 'undoChange', 'commentFeedback']))
  expect(operations.length).toBeGreaterThan(30)
  expect([inputs.size, enums.size].every((size) => size > 5)).toBe(true)
})

it('answers 10,000 hostile requests below 500 without masked errors, and stays up', async () => {
  const around = await surroundings(server.url)
  const sendOne = sender(server.url)
  const chance = chanceOf(seed)
  const faults: unknown[] = []
  const seen = new Map<number, number>()
  let sent = 0
  const work = async (): Promise<void> => {
    while (sent < count) {
      sent += 1
      const request = hostileRequest(around, chance)
      const { status, text } = await sendOne(request)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      const isFault = status >= 500 || status < 200 || /"INTERNAL"|node_modules|\n\s+at .*:\d+/.test(text)
      if (isFault && faults.length < 5) faults.push({ request, status, text: text.slice(0, 500) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  expect(faults).toEqual([])
  expect([...seen.values()].reduce((sum, one) => sum + one, 0)).toBe(count)
  // Most requests reached an operation; the others were rejected with a message.
  expect(seen.get(200) ?? 0).toBeGreaterThan(count / 5)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(server.process.output()).not.toMatch(/"level":"(?:error|fatal)"/)
}, 120_000)
