import { connect } from 'node:http2'
import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '@espalier/stand-ins/redis-server.ts'
import { startNginx, type Nginx } from '../support/nginx.ts'
import { registered, type Person } from '../support/person.ts'
import { stopServer } from '../support/process.ts'
import { serverGroup, type Member, type ServerGroup } from '../support/several-servers.ts'

let cluster: TestCluster
let group: ServerGroup
let members: readonly Member[]
let nginx: Nginx
let ann: Person
let projectId: string

beforeAll(async () => {
  cluster = await startTestCluster()
  group = await serverGroup()
  const [port, securePort = 0, ...ports] = await freePorts(5)
  // The page's address is the proxy's: the servers' own ports are not public.
  const settings = { WEB_URL: `http://localhost:${port}`, TRUST_PROXY: '127.0.0.1' }
  members = await Promise.all(ports.map((own) => group.startOn(own, settings)))
  nginx = await startNginx(port, securePort, ports)
  ann = await registered(nginx.url, 'ann@example.com')
  projectId = await ann.createProject(nginx.url, 'Orchard')
}, 120_000)
afterAll(async () => {
  await nginx?.stop()
  await group?.stop()
  await cluster.stop()
})

async function freePorts(count: number): Promise<[number, ...number[]]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports] as [number, ...number[]]
}

const nodeIds = async (): Promise<ReadonlySet<string>> => {
  const response = await ann.ask(nginx.url, 'query ($id: ID!) { nodes(projectId: $id) { id } }', { id: projectId })
  const nodes = (response.data?.['nodes'] ?? []) as unknown as readonly { readonly id: string }[]
  return new Set(nodes.map(({ id }) => id))
}

/** Lets people work until they are stopped; records the answers and how often one was a failure. */
function work(people: number) {
  const state = { isOver: false, failures: 0 }
  const answered: string[] = []
  const everyone = Array.from({ length: people }, async () => {
    while (!state.isOver) {
      const made = await ann.createNode(nginx.url, { projectId }).catch(() => null)
      if (made === null) state.failures += 1
      else answered.push(made)
    }
  })
  return {
    state,
    answered,
    async end() {
      state.isOver = true
      await Promise.all(everyone)
    },
  }
}

describe('shipped proxy', () => {
  it("serves HTTP/2 over https, so that the page's files share one connection", async () => {
    const session = connect(nginx.secureUrl, { rejectUnauthorized: false })
    const fetchStatus = (path: string) =>
      new Promise<unknown>((resolve, reject) => {
        const stream = session.request({ ':path': path, accept: 'text/html' })
        stream.once('response', (headers) => resolve(headers[':status'])).once('error', reject)
        stream.resume().end()
      })
    const statuses = await Promise.all(['/login', '/config.json', '/healthz'].map(fetchStatus))
    expect([session.alpnProtocol, ...statuses]).toEqual(['h2', 200, 200, 200])
    session.close()
  })

  it.each([
    ['/graphql/', 2],
    ['/import/projects/00000000-0000-4000-8000-000000000000/parts/0', 8],
  ])(
    "passes requests up to the server's limit on to %s, and rejects larger ones in the server’s words",
    async (path, mebibytes) => {
      const post = async (bytes: number) => {
        const headers = { 'content-type': 'application/json', accept: 'application/json', origin: nginx.url }
        const answer = await fetch(nginx.url + path, { method: 'POST', headers, body: 'x'.repeat(bytes) })
        return { status: answer.status, error: ((await answer.json()) as { error?: { code?: string } }).error?.code }
      }
      const limit = mebibytes * 1024 * 1024
      expect([413, 502]).not.toContain((await post(limit)).status)
      expect(await post(limit + 1)).toEqual({ status: 413, error: 'BAD_USER_INPUT' })
    },
  )

  it('serves the page and hides the operator’s pages from others', async () => {
    const page = await fetch(`${nginx.url}/login`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')])
    expect((await fetch(`${nginx.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${nginx.url}/dev/outbox`)).status).toBe(404)
    expect((await fetch(`${nginx.url}/readyz`)).status).toBe(200)
  })

  it('identifies callers only by the proxy’s headers', async () => {
    const forged = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example', 'x-request-id': 'mine' }
    const answer = await fetch(`${nginx.url}/config.json`, { headers: forged })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(await answer.text()).not.toContain('evil.example')
    const foreign = await fetch(`${nginx.url}/graphql/`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json', 'x-client-id': 'x' },
      body: '{}',
    })
    expect(foreign.status).toBe(403)
  })

  it('delivers events on sockets of either server', async () => {
    const sockets = await Promise.all(Array.from({ length: 6 }, () => ann.watch(nginx.url, projectId)))
    const made = await ann.createNode(nginx.url, { projectId, title: 'quince' })
    const events = await Promise.all(sockets.map((socket) => socket.event(({ id }) => id === 'nodeCreated')))
    expect(events.map(({ payload }) => payload.data)).toEqual(
      sockets.map(() => ({ nodeCreated: { id: made, title: 'quince', version: 1 } })),
    )
    for (const socket of sockets) socket.close()
  })

  it('stops a server under load without anybody noticing', async () => {
    const load = work(4)
    await expect.poll(() => load.answered.length, { timeout: 20_000 }).toBeGreaterThan(20)
    const [leaving] = members
    expect(leaving && (await stopServer(leaving.process))).toBe(0)
    const before = load.answered.length
    await expect.poll(() => load.answered.length, { timeout: 20_000 }).toBeGreaterThan(before + 20)
    await load.end()
    const kept = await nodeIds()
    expect(load.answered.filter((id) => !kept.has(id))).toEqual([])
    // A connection may end at the moment it is used: the page resends such a change by itself.
    expect(load.state.failures).toBeLessThanOrEqual(4)
  })

  it('keeps serving on the other server when one is killed with its sockets', async () => {
    const [, killed] = members
    const sockets = await Promise.all(Array.from({ length: 4 }, () => ann.watch(nginx.url, projectId)))
    const load = work(2)
    await expect.poll(() => load.answered.length, { timeout: 20_000 }).toBeGreaterThan(10)
    killed?.process.child.kill('SIGKILL')
    await Promise.race(sockets.map((socket) => socket.closed))
    const before = load.answered.length
    await expect.poll(() => load.answered.length, { timeout: 20_000 }).toBeGreaterThan(before + 10)
    await load.end()
    const kept = await nodeIds()
    expect(load.answered.filter((id) => !kept.has(id))).toEqual([])
    const again = await ann.watch(nginx.url, projectId)
    for (const socket of [...sockets, again]) socket.close()
  })
})
