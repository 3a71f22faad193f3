import { startTestCluster } from '@espalier/postgres/testing'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { WebSocket } from 'ws'
import { type Person, registered } from '../e2e/support/person.ts'
import { type Member, serverGroup } from '../e2e/support/several-servers.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { type Figure, inOrder, quantile } from './figure.ts'
import { count, shortMs } from './report.ts'

const whole = { nodes: 1_000, reads: 300, revocations: 20 }
const quick = { nodes: 1_000, reads: 60, revocations: 5 }
const warmUps = 10
const limits = { readMs: 50, readTokens: 15, revokedMs: 1_000 }

/** Measures programs with access tokens on three servers: the outline of a plan by MCP, and the end of a token. */
export async function agents({ isQuick, log }: BenchOptions): Promise<Measured> {
  const plan = isQuick ? quick : whole
  const cluster = await startTestCluster()
  const group = await serverGroup()
  try {
    const servers = await group.start(3)
    const [first] = servers
    if (first === undefined) throw new Error('no server')
    const ann = await registered(first.url, 'ann@example.com')
    const projectId = await ann.createProject(first.url, 'Orchard')
    const { secret } = await createToken(ann, first.url)
    await addOutline(first.url, secret, projectId, plan.nodes)
    const read = await measureReads(first.url, { secret, projectId, rounds: plan.reads, nodes: plan.nodes })
    log(`${read.name}: ${read.measured}`)
    const pairsId = await ann.createProject(first.url, 'Pairs')
    await addPairs(first.url, secret, pairsId, plan.nodes)
    const tokens = [
      await measureTokens(first.url, { secret, projectId, shape: 'a tree' }),
      await measureTokens(first.url, { secret, projectId: pairsId, shape: 'pairs of mixed statuses' }),
    ]
    for (const { name, measured } of tokens) log(`${name}: ${measured}`)
    const revoked = await measureRevocations(ann, servers, projectId, plan.revocations)
    for (const { name, measured } of revoked) log(`${name}: ${measured}`)
    return { figures: [read, ...tokens, ...revoked] }
  } finally {
    await group.stop()
    await cluster.stop()
  }
}

interface CreatedToken {
  readonly id: string
  readonly secret: string
}

async function createToken(person: Person, origin: string): Promise<CreatedToken> {
  const { data } = await person.ask(
    origin,
    'mutation { createAccessToken(data: { name: "Robot", role: editor }) { secret token { id } } }',
  )
  if (data === null) throw new Error('no token was created')
  const { secret, token } = data['createAccessToken'] as unknown as { secret: string; token: { id: string } }
  return { id: token.id, secret }
}

const post = (url: string, secret: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${secret}`,
    },
    body: JSON.stringify(body),
  })

const callTool = async (origin: string, secret: string, name: string, args: object): Promise<unknown> =>
  JSON.parse(await readTool(origin, secret, name, args))

/** Returns the text that a model reads. */
async function readTool(origin: string, secret: string, name: string, args: object): Promise<string> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const answer = await post(`${origin}/mcp`, secret, call)
  const { result } = (await answer.json()) as { result: { content: { text: string }[]; isError?: boolean } }
  if (result.isError === true) throw new Error(result.content[0]?.text)
  return result.content[0]?.text ?? 'null'
}

/** Ten parts with ten groups each, and the rest below those. */
async function addOutline(origin: string, secret: string, projectId: string, nodes: number): Promise<void> {
  const perGroup = Math.floor((nodes - 110) / 100)
  for (let part = 0; part < 10; part += 1) {
    const children = Array.from({ length: 10 }, (_, group) => ({
      title: `Group ${group} of part ${part}`,
      children: Array.from({ length: perGroup + (group < 9 ? 1 : 0) }, (__, at) => ({
        title: `Work to be done ${at}`,
      })),
    }))
    await callTool(origin, secret, 'add_nodes', { projectId, nodes: [{ title: `Part ${part}`, children }] })
  }
}

const statuses = ['todo', 'progress', 'done']
const updatesPerCall = 50

/** Every second node is a single child, and each third has another status: no entry of the outline is like the one before. */
async function addPairs(origin: string, secret: string, projectId: string, nodes: number): Promise<void> {
  const pairs = Array.from({ length: nodes / 2 }, (_, at) => ({
    title: `Work to be done ${at}`,
    children: [{ title: `Part of ${at}` }],
  }))
  for (let from = 0; from < pairs.length; from += 100)
    await callTool(origin, secret, 'add_nodes', { projectId, nodes: pairs.slice(from, from + 100) })
  // The ids are read at the end: a short one that was given before may be the beginning of another by then.
  const outline = (await callTool(origin, secret, 'read_branch', { projectId })) as { nodes: readonly { id: string }[] }
  const updates = outline.nodes.map(({ id }, at) => ({ nodeId: id, data: { status: statuses[at % statuses.length] } }))
  for (let from = 0; from < updates.length; from += updatesPerCall)
    await callTool(origin, secret, 'update_nodes', { updates: updates.slice(from, from + updatesPerCall) })
}

interface CountedOutline {
  readonly secret: string
  readonly projectId: string
  readonly shape: string
}

async function measureTokens(origin: string, { secret, projectId, shape }: CountedOutline): Promise<Figure> {
  const tokenizer = new Tiktoken(o200k)
  const countTokens = (text: string): number => tokenizer.encode(text).length
  const text = await readTool(origin, secret, 'read_branch', { projectId })
  const { nodes } = JSON.parse(text) as { nodes: readonly { title: string }[] }
  const titles = nodes.reduce((sum, { title }) => sum + countTokens(title), 0)
  const perNode = (countTokens(text) - titles) / nodes.length
  return {
    name: `\`read_branch\` of ${count(nodes.length)} nodes in ${shape}: tokens of o200k a node beyond its title`,
    measured: perNode.toFixed(1),
    limit: String(limits.readTokens),
    holds: perNode <= limits.readTokens,
  }
}

interface Reads {
  readonly secret: string
  readonly projectId: string
  readonly rounds: number
  readonly nodes: number
}

async function measureReads(origin: string, { secret, projectId, rounds, nodes }: Reads): Promise<Figure> {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const before = performance.now()
    const outline = (await callTool(origin, secret, 'read_branch', { projectId })) as { nodes: readonly object[] }
    if (round >= 0) times.push(performance.now() - before)
    if (outline.nodes.length !== nodes) throw new Error(`${outline.nodes.length} nodes were read`)
  }
  const p95 = quantile(inOrder(times), 0.95)
  return {
    name: `\`read_branch\` of ${count(nodes)} nodes by MCP, p95 of ${rounds}`,
    measured: `${shortMs(p95)} ms`,
    limit: `${limits.readMs} ms`,
    holds: p95 <= limits.readMs,
  }
}

const query = { query: '{ projects { id } }' }

/** From the answer to the revocation on one server to the last closed socket, and to the last accepted request. */
async function measureRevocations(
  person: Person,
  servers: readonly Member[],
  projectId: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const times = { sockets: [] as number[], requests: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const origin = servers[round % servers.length]?.url ?? ''
    const { id, secret } = await createToken(person, origin)
    const closings = await Promise.all(servers.map(({ url }) => openSocket(url, secret, projectId)))
    // Each server has used the token before.
    for (const { url } of servers)
      if ((await post(`${url}/graphql/`, secret, query)).status !== 200) throw new Error('refused')
    const { data } = await person.ask(origin, 'mutation ($id: ID!) { revokeAccessToken(id: $id) }', { id })
    if (data === null) throw new Error('the token was not revoked')
    const before = performance.now()
    const sinceThen = (): number => performance.now() - before
    const ends = Promise.all(closings.map(async ({ closed: end }) => (await end, sinceThen())))
    const refused = Promise.all(servers.map(async ({ url }) => (await untilRefused(url, secret), sinceThen())))
    times.sockets.push(Math.max(...(await ends)))
    times.requests.push(Math.max(...(await refused)))
  }
  const toFigure = (ended: keyof typeof times): Figure => {
    const worst = Math.max(...times[ended])
    return {
      name: `a revoked token on three servers: the last of its ${ended} ends, worst of ${rounds}`,
      measured: `${shortMs(worst)} ms`,
      limit: `${count(limits.revokedMs)} ms`,
      holds: worst <= limits.revokedMs,
    }
  }
  return [toFigure('requests'), toFigure('sockets')]
}

/** Resolves once the socket is accepted; `closed` does at its end. */
async function openSocket(
  origin: string,
  secret: string,
  projectId: string,
): Promise<{ readonly closed: Promise<unknown> }> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/subscriptions`, 'graphql-transport-ws', {
    headers: { authorization: `Bearer ${secret}` },
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
    socket.once('message', () => resolve())
  })
  const document = 'subscription ($projectId: ID!) { nodeCreated(projectId: $projectId) { id } }'
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: document, variables: { projectId } } }))
  return { closed }
}

async function untilRefused(origin: string, secret: string): Promise<void> {
  while ((await post(`${origin}/graphql/`, secret, query)).status !== 401);
}
