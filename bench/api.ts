import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster, testDatabase } from '@espalier/postgres/testing'
import { visitor } from '../e2e/support/identity-client.ts'
import { launchServer, root, stopServer } from '../e2e/support/process.ts'
import { makeDemo } from './demo-project.ts'
import { inOrder, quantile, type Figure } from './figure.ts'
import { spentMs } from './spent.ts'

const rounds = 20
const nodeFields =
  'id projectId parentId parentIds projectLink title body status position hideChildren isDeleted style { backgroundColor processing }'

/** What the API costs: a whole project read beside a handler that does nothing else, and one edit in a large project. */
export async function api(): Promise<Figure[]> {
  const cluster = await startTestCluster()
  const database = await testDatabase([])
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  const settings = { DATABASE_URL: database.connectionString, RATE_LIMITS: 'off', DATA_DIR: dataDir }
  const server = launchServer(settings)
  try {
    const url = await server.ready
    const ann = visitor(url)
    await ann.register('ann@example.com', 'a-garden-wall-in-June-42')
    await ann.account()
    const cookie = await ann.cookies()
    const middle = makeDemo(settings, 10_000)
    const large = makeDemo(settings, 100_000)
    const pid = server.child.pid ?? 0
    return [
      ...(await nodesBesideBare({ url, cookie, pid, id: middle.id, connectionString: database.connectionString })),
      {
        name: 'making a project of 100,000 nodes by `npm run admin -- demo`',
        value: `${large.seconds.toFixed(1)} s`,
        limit: '60 s',
        holds: large.seconds < 60,
      },
      await readingAll(url, cookie, large.id),
      await oneEdit(url, cookie, large.id),
    ]
  } finally {
    await stopServer(server)
    await database.drop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const ask = (url: string, cookie: string, query: string, variables: object) =>
  fetch(`${url}/graphql/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-id': 'bench', cookie },
    body: JSON.stringify({ query, variables, extensions: { operationId: randomUUID() } }),
  })

const readNodes = (url: string, cookie: string, projectId: string) =>
  ask(url, cookie, `query ($projectId: ID!) { nodes(projectId: $projectId) { ${nodeFields} } }`, { projectId })

/** CPU of the process that answers, and how many bytes it sent. */
async function cost(pid: number, request: () => Promise<Response>): Promise<{ ms: number; bytes: number }> {
  const before = spentMs(pid)
  const answer = await request()
  const { byteLength } = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  return { ms: spentMs(pid) - before, bytes: byteLength }
}

interface Beside {
  readonly url: string
  readonly cookie: string
  readonly pid: number
  readonly id: string
  readonly connectionString: string
}

async function nodesBesideBare({ url, cookie, pid, id, connectionString }: Beside): Promise<Figure[]> {
  const bare = await startBare(connectionString)
  const ways = ['passed-on', 'stringified'] as const
  const ours: number[] = []
  const theirs = { 'passed-on': [] as number[], stringified: [] as number[] }
  for (let round = -3; round < rounds; round += 1) {
    const mine = await cost(pid, () => readNodes(url, cookie, id))
    if (round >= 0) ours.push(mine.ms)
    for (const way of ways) {
      const plain = await cost(bare.pid, () => fetch(`${bare.url}/${way}/${id}`))
      if (Math.abs(mine.bytes - plain.bytes) > plain.bytes / 20) throw new Error('the two do not send the same JSON')
      if (round >= 0) theirs[way].push(plain.ms)
    }
  }
  bare.stop()
  return ways.map((way) => {
    const [our, their] = [quantile(inOrder(ours), 0.5), quantile(inOrder(theirs[way]), 0.5)]
    return {
      name: `\`nodes\` of 10,000 nodes, server CPU beside a handler that sends the same JSON ${way === 'stringified' ? 'from rows by JSON.stringify' : 'as the database wrote it'}`,
      value: `${(our / their).toFixed(2)} times (${our.toFixed(0)} ms, ${their.toFixed(0)} ms)`,
      limit: '2 times',
      holds: our / their <= 2,
    }
  })
}

async function startBare(connectionString: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bare-nodes.ts', connectionString], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = /listening on (\d+)/.exec(line.toString())?.[1]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill('SIGTERM') }
}

async function readingAll(url: string, cookie: string, id: string): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = performance.now()
    await (await readNodes(url, cookie, id)).arrayBuffer()
    times.push(performance.now() - before)
  }
  const slowest = Math.max(...times)
  return {
    name: '`nodes` of 100,000 nodes, slowest of 5',
    value: `${(slowest / 1000).toFixed(2)} s`,
    limit: '5 s',
    holds: slowest < 5_000,
  }
}

async function oneEdit(url: string, cookie: string, projectId: string): Promise<Figure> {
  const answer = await readNodes(url, cookie, projectId)
  const { data } = (await answer.json()) as { data: { nodes: { id: string }[] } }
  const times: number[] = []
  for (let round = 0; round < 200; round += 1) {
    const id = data.nodes[(round * 7919) % data.nodes.length]?.id
    const fields = round % 2 === 0 ? { title: `<p>Edited ${round}</p>` } : { status: 'done' }
    const before = performance.now()
    const edited = await ask(
      url,
      cookie,
      'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id version } }',
      { id, data: fields },
    )
    const { errors } = (await edited.json()) as { errors?: unknown }
    times.push(performance.now() - before)
    if (errors) throw new Error(JSON.stringify(errors))
  }
  const p95 = quantile(inOrder(times), 0.95)
  return {
    name: 'one `updateNode` in a project of 100,000 nodes, p95 of 200',
    value: `${p95.toFixed(1)} ms`,
    limit: '50 ms',
    holds: p95 < 50,
  }
}
