import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster, testDatabase } from '@espalier/postgres/testing'
import { visitor } from '../e2e/support/identity-client.ts'
import { launchServer, root, stopServer } from '../e2e/support/process.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { makeDemo } from './demo-project.ts'
import { inOrder, quantile, type Figure } from './figure.ts'
import { count } from './report.ts'
import { spentMs } from './spent.ts'

const whole = { rounds: 20, middle: 10_000, large: 100_000, edits: 200 }
const quick = { rounds: 8, middle: 10_000, large: 10_000, edits: 60 }
const nodeFields =
  'id projectId parentId parentIds projectLink title body status position hideChildren isDeleted style { backgroundColor processing }'

/**
 * Measures the cost of the API: a whole project read beside a handler that does nothing else, and one edit in a large
 * project.
 */
export async function api({ isQuick, log }: BenchOptions): Promise<Measured> {
  const plan = isQuick ? quick : whole
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
    const middle = makeDemo(settings, plan.middle)
    const large = plan.large === plan.middle ? middle : makeDemo(settings, plan.large)
    log(`a project of ${count(plan.large)} nodes was made in ${large.seconds.toFixed(1)} s`)
    const pid = server.child.pid ?? 0
    const { connectionString } = database
    const beside = await nodesBesideBare({ url, cookie, pid, id: middle.id, connectionString, rounds: plan.rounds })
    log(`\`nodes\` ${plan.rounds} times beside the bare handlers`)
    const made = {
      name: `making a project of ${count(plan.large)} nodes by \`npm run admin -- demo\``,
      measured: `${large.seconds.toFixed(1)} s`,
      limit: '60 s',
      holds: large.seconds < 60,
    }
    const read = await readingAll(url, cookie, large.id, plan.large)
    log(`${read.name}: ${read.measured}`)
    const edited = await oneEdit(url, cookie, large.id, plan)
    log(`${edited.name}: ${edited.measured}`)
    return { figures: [...beside, made, read, edited] }
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

/** Returns the CPU time of the answering process and the bytes it sent. */
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
  readonly rounds: number
}

async function nodesBesideBare({ url, cookie, pid, id, connectionString, rounds }: Beside): Promise<Figure[]> {
  const bare = await startBare(connectionString)
  const variants = ['passed-on', 'stringified'] as const
  const ours: number[] = []
  const theirs = { 'passed-on': [] as number[], stringified: [] as number[] }
  for (let round = -3; round < rounds; round += 1) {
    const mine = await cost(pid, () => readNodes(url, cookie, id))
    if (round >= 0) ours.push(mine.ms)
    for (const variant of variants) {
      const plain = await cost(bare.pid, () => fetch(`${bare.url}/${variant}/${id}`))
      if (Math.abs(mine.bytes - plain.bytes) > plain.bytes / 20) throw new Error('the two do not send the same JSON')
      if (round >= 0) theirs[variant].push(plain.ms)
    }
  }
  bare.stop()
  return variants.map((variant) => {
    const [our, their] = [quantile(inOrder(ours), 0.5), quantile(inOrder(theirs[variant]), 0.5)]
    return {
      name: `\`nodes\` of 10,000 nodes, CPU of the server, beside one that sends the same JSON ${variant === 'stringified' ? 'made of rows' : 'as the database wrote it'}`,
      measured: `${our.toFixed(0)} ms, ${(our / their).toFixed(2)} times`,
      peer: `bare handler${variant === 'stringified' ? ' with JSON.stringify' : ''}: ${their.toFixed(0)} ms`,
      limit: '2 times',
      holds: our / their <= 2,
      isHighlight: variant === 'stringified',
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

async function readingAll(url: string, cookie: string, id: string, nodes: number): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = performance.now()
    await (await readNodes(url, cookie, id)).arrayBuffer()
    times.push(performance.now() - before)
  }
  const slowest = Math.max(...times)
  return {
    name: `\`nodes\` of ${count(nodes)} nodes, slowest of 5`,
    measured: `${(slowest / 1000).toFixed(2)} s`,
    limit: '5 s',
    holds: slowest < 5_000,
  }
}

async function oneEdit(url: string, cookie: string, projectId: string, plan: typeof whole): Promise<Figure> {
  const answer = await readNodes(url, cookie, projectId)
  const { data } = (await answer.json()) as { data: { nodes: { id: string }[] } }
  const times: number[] = []
  for (let round = 0; round < plan.edits; round += 1) {
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
    name: `one \`updateNode\` in a project of ${count(plan.large)} nodes, p95 of ${plan.edits}`,
    measured: `${p95.toFixed(1)} ms`,
    limit: '50 ms',
    holds: p95 < 50,
  }
}
