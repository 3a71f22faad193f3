import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BranchWorld,
  hiddenMark,
  listHiddenIds,
  openBranchWorld,
  readOutsideOfBranch,
} from '../../testing/branch-world.ts'
import type { TokenAnswer } from '../../testing/token-server.ts'
import { connectTestClient, type TestClient } from '../../transport/testing/test-client.ts'

let scene: BranchWorld
let client: Client
let socket: TestClient
const received: string[] = []

beforeAll(async () => {
  scene = await openBranchWorld()
  client = await scene.server.connect(scene.secret)
  socket = connectTestClient(scene.server.port, { headers: { authorization: `Bearer ${scene.secret}` } })
  await socket.init()
  socket.socket.on('message', (bytes) => void received.push(String(bytes)))
  const variables = { id: scene.plan.projectId }
  const nodeFields = '{ id title body parentIds parentId blockedByIds }'
  for (const field of ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated'])
    socket.subscribe(field, `subscription ($id: ID!) { ${field}(projectId: $id) ${nodeFields} }`, variables)
  socket.subscribe(
    'comments',
    'subscription ($id: ID!) { commentChanged(projectId: $id) { id nodeId body } }',
    variables,
  )
})
afterAll(async () => {
  socket.socket.close()
  await client.close()
  await scene.close()
})

let state = 11
const pick = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most
const pickOne = <One>(list: readonly One[]): One => list[pick(list.length)] as One

/** A node of the branch, or one that the program must not know, in whatever spelling. */
function pickId(known: readonly string[]): string {
  const { ids, commentId } = scene
  const own = [ids.top, ids.inner, ids.leaf, ids.shared, ids.waiting, ...known.slice(-3)]
  const foreign = [ids.goal, ids.outside, ids.outsideChild, ids.elsewhere, commentId, randomUUID(), 'x', 'node_links']
  const id = pick(2) === 0 ? pickOne(own) : pickOne(foreign)
  return pick(8) === 0 ? id.toUpperCase() : id
}

/** The id for a new node. It comes back in the answer, so it is never that of the comment, which must not come back. */
function pickNewId(known: readonly string[]): string {
  const id = pickId(known)
  return id.toLowerCase() === scene.commentId ? randomUUID() : id
}

const pickProject = (): string =>
  pickOne([scene.plan.projectId, scene.plan.projectId, scene.plan.projectId, scene.otherProjectId, randomUUID()])

const nodeFields = '{ id title body parentId parentIds blockedByIds assigneeIds projectId }'
const proposalFields = '{ id title changes { op nodeId data fits problem } }'

function makeQuery(known: readonly string[]): string {
  const id = (): string => JSON.stringify(pickId(known))
  const project = JSON.stringify(pickProject())
  return pickOne([
    `project(id: ${project}) { id title body json owner views { name } nodeLinks { id title } sharing { users } completionStatus }`,
    `projects(filter: ${pickOne(['inbox', 'todo', 'done', 'archive', 'trash', 'shared'])}) { id title body }`,
    `nodes(projectId: ${project}, includeDeleted: ${pickOne(['true', 'false'])}) ${nodeFields}`,
    `changes(projectId: ${project}, after: ${pick(40)}) { seq nodes ${nodeFields} }`,
    `schedule(projectId: ${project}) { criticalLength nodes { id state slack earliestStart openBlockerIds } }`,
    `history(projectId: ${project}, first: ${1 + pick(50)}, before: ${1 + pick(60)}) {
      entries { nodeIds nodeCount changes { id title before after } } }`,
    `comments(projectId: ${project}, nodeId: ${id()}) { id nodeId body author { email } }`,
    `comments(projectId: ${project}) { id nodeId body }`,
    `search(text: "${pickOne([hiddenMark.slice(0, 4), hiddenMark.replace('b', 'p'), 'outside', 'below', 'leaf', 'goal'])}") {
      excerpt commentId node ${nodeFields} project { title body } }`,
    `myWork(ready: ${pickOne(['true', 'false'])}) { items { goals node ${nodeFields} project { title body } } }`,
    `changesSinceLastVisit(projectId: ${project}) { changes { title } }`,
    `projectSessions(projectId: ${project}) { id }`,
    `invitations(projectId: ${project}) { link }`,
    `accessTokens { id }`,
    `notifications { notifications { text } }`,
    `calendarFeeds { url }`,
    `trackerSync(projectId: ${project}) { waiting }`,
    `proposals(projectId: ${project}) ${proposalFields}`,
  ])
}

function makeMutation(known: readonly string[]): string {
  const id = (): string => JSON.stringify(pickId(known))
  const project = JSON.stringify(pickProject())
  const data = (): string =>
    pickOne([
      `title: "x"`,
      `parentId: ${id()}`,
      `parentId: null`,
      `parentIds: [${id()}, ${id()}]`,
      `parentIds: []`,
      `parentIds: [${id()}], parentId: ${id()}`,
      `blockedByIds: [${id()}]`,
      `addBlockedByIds: [${id()}]`,
      `removeBlockedByIds: [${id()}, ${id()}]`,
      `afterId: ${id()}`,
      `beforeId: ${id()}, parentId: ${id()}`,
      `position: ${pick(10_000)}`,
      `isDeleted: ${pickOne(['true', 'false', 'false'])}`,
      `status: ${pickOne(['todo', 'progress', 'done'])}`,
    ])
  const place = pickOne([
    '',
    `parentId: ${id()}`,
    `childId: ${id()}`,
    `parentId: ${id()}, childId: ${id()}`,
    `parentId: ${id()}, afterId: ${id()}`,
    `parentId: ${id()}, blockedByIds: [${id()}]`,
    `parentId: ${id()}, id: ${JSON.stringify(pickNewId(known))}`,
  ])
  return pickOne([
    `createNode(data: { projectId: ${project}, title: "x", ${place} }) ${nodeFields}`,
    `createNode(data: { projectId: ${project}, title: "x", ${place} }) ${nodeFields}`,
    `updateNode(id: ${id()}, data: { ${data()} }) ${nodeFields}`,
    `updateNode(id: ${id()}, data: { ${data()} }) ${nodeFields}`,
    `updateNode(id: ${id()}, data: { projectLink: ${project} }) ${nodeFields}`,
    `updateNodeBatch(ids: [${id()}, ${id()}], data: { projectId: ${project}, ${data()} })`,
    `updateNodeBatch(ids: [${id()}], data: { projectId: ${project}, ${data()} })`,
    `deleteNode(id: ${id()}) { id before after }`,
    `deleteNodeWithChildren(id: ${id()})`,
    `claimNode(id: ${id()}) ${nodeFields}`,
    `releaseNode(id: ${id()}) ${nodeFields}`,
    `addComment(nodeId: ${id()}, body: "x") { id nodeId }`,
    `addComment(nodeId: ${id()}, parentId: ${id()}, body: "x") { id nodeId }`,
    `editComment(id: ${id()}, body: "x") { id }`,
    `deleteComment(id: ${id()})`,
    `undoChange(projectId: ${project}, seq: ${pick(40)})`,
    `updateProject(id: ${project}, data: { title: "x" }) { id }`,
    `updateProject(id: ${project}, data: { tagChanges: { put: [{ name: "x" }] } }) { id }`,
    `cloneProject(id: ${project}) { id title }`,
    `createProject(data: { title: "x", nodeLinks: [${id()}] }) { id }`,
    `createAccessToken(data: { name: "x", role: editor }) { secret }`,
    `aiBreakdownNode(id: ${id()}) { id }`,
    `proposeBreakdown(id: ${id()})`,
    `createProposal(projectId: ${project}, title: "x", changes: [{ op: "create", id: ${JSON.stringify(pickNewId(known))}, data: { title: "x", ${place} } },
      { op: ${pickOne(['"update"', '"delete"'])}, id: ${id()}, data: { ${pick(2) === 0 ? '' : data()} } }]) ${proposalFields}`,
    `createProposal(projectId: ${project}, title: "x", changes: [{ op: "update", id: ${id()}, data: { ${data()} } }]) ${proposalFields}`,
    `withdrawProposal(id: ${id()}) ${proposalFields}`,
    `setWatch(projectId: ${project}, nodeId: ${id()}, level: "all")`,
  ])
}

const pickPrefix = (known: readonly string[]): string => pickId(known).slice(0, pickOne([6, 8, 36]))

const makeToolCall = (known: readonly string[]): readonly [string, Record<string, unknown>] => {
  const [projectId, nodeId, otherId] = [pickProject(), pickPrefix(known), pickPrefix(known)]
  return pickOne<readonly [string, Record<string, unknown>]>([
    ['list_projects', {}],
    ['read_branch', { projectId }],
    ['read_branch', { projectId, nodeId, fields: ['body', 'blockedByIds', 'assigneeIds'] }],
    ['search', { text: pickOne([hiddenMark, 'outside', 'goal']) }],
    ['ready_nodes', { projectId }],
    ['read_changes', { projectId, after: pick(40) }],
    ['claim_node', { nodeId }],
    ['add_nodes', { projectId, nodes: [{ title: 'x', children: [{ title: 'y' }] }] }],
    ['add_nodes', { projectId, parentId: nodeId, nodes: [{ title: 'x' }] }],
    ['update_nodes', { updates: [{ nodeId, data: { parentId: otherId } }] }],
    ['move_node', { nodeId, parentId: otherId }],
    ['move_node', { nodeId, afterId: otherId }],
    ['delete_node', { nodeId, withChildren: true }],
    ['add_comment', { nodeId, body: 'x' }],
    [
      'propose_changes',
      { projectId, title: 'x', changes: [{ op: 'update', id: nodeId, data: { parentId: otherId } }] },
    ],
    ['propose_changes', { projectId, title: 'x', changes: [{ op: 'create', data: { title: 'x', parentId: nodeId } }] }],
  ])
}

/** One hostile request; returns how many calls it had, and the answer. What was sent is left out of it. */
async function attack(known: readonly string[]): Promise<{ readonly calls: number; readonly answer: string }> {
  const { server, secret } = scene
  const kind = pick(20)
  if (kind === 0) {
    const data = { title: 'x', nodeCount: 1, projectId: pickProject(), parentId: pickId(known) }
    return { calls: 1, answer: await (await server.post('/import/projects', secret, data)).text() }
  }
  if (kind < 6) {
    const [name, args] = makeToolCall(known)
    const { content, isError } = (await client.callTool({ name, arguments: args })) as {
      content: unknown
      isError?: true
    }
    return { calls: 1, answer: isError === true ? '' : JSON.stringify(content) }
  }
  const operations = Array.from({ length: kind < 8 ? 2 : 1 }, () => {
    const isMutation = pick(2) === 0
    const fields = Array.from(
      { length: 1 + pick(4) },
      (_, at) => `a${at}: ${isMutation ? makeMutation(known) : makeQuery(known)}`,
    )
    return { calls: fields.length, query: `${isMutation ? 'mutation' : 'query'} { ${fields.join(' ')} }` }
  })
  const sent = operations.map(({ query }) => ({ query }))
  const text = await (await server.post('/graphql', secret, kind < 8 ? sent : sent[0])).text()
  const answers = [JSON.parse(text) as TokenAnswer | TokenAnswer[]].flat()
  const messages = answers.flatMap(({ errors = [] }) => errors.map(({ message }) => message))
  return {
    calls: operations.reduce((sum, { calls }) => sum + calls, 0),
    answer: JSON.stringify([answers.map(({ data }) => data), messages]),
  }
}

/** Most of the calls are refused, and after a refused field the others of a request are not run. */
const callsPerPart = process.env['HOSTILE'] === 'long' ? 1_000 : 250

/** Reads what the program has proposed about nodes that it must not know. */
async function readProposedOutside(hiddenIds: readonly string[]): Promise<readonly unknown[]> {
  const { rows } = await scene.world.test.pool.query(
    `select changes from proposals, unnest($2::text[]) as hidden
     where token_id = $1 and strpos(lower(changes::text), hidden) > 0`,
    [scene.tokenId, hiddenIds],
  )
  return rows
}

/** Counts what the program has changed, written and proposed so far. */
async function countActs(): Promise<number> {
  const { rows } = await scene.world.test.pool.query<{ count: number }>(
    `select ((select count(*) from change_log where token_id = $1) + (select count(*) from comments where project_id = $2)
       + (select count(*) from proposals where token_id = $1))::integer as count`,
    [scene.tokenId, scene.plan.projectId],
  )
  return rows[0]?.count ?? 0
}

describe('A hostile program with a token for one branch', () => {
  const wanted = process.env['HOSTILE'] === 'long' ? 10_000 : 300
  it(`reads and writes nothing outside in ${wanted} calls`, { timeout: 3_600_000 }, async () => {
    const { plan, ids } = scene
    const hiddenIds = listHiddenIds(scene)
    const expectHidden = (text: string): void => {
      expect(text.toLowerCase()).not.toContain(hiddenMark)
      for (const id of hiddenIds) expect(text).not.toContain(id)
    }
    let calls = 0
    let counted = { calls: 0, acts: 0 }
    let known: readonly string[] = []
    let before = await readOutsideOfBranch(scene)
    const atFirst = await plan.list()
    const places = [ids.inner, ids.leaf, ids.waiting, ids.shared].map((id) => {
      const { parentIds } = atFirst.find((node) => node.id === id) ?? {}
      return [id, parentIds] as const
    })
    for (let round = 0; calls < wanted; round += 1) {
      const made = await attack(known)
      calls += made.calls
      expectHidden(made.answer)
      if (calls - counted.calls >= callsPerPart) {
        const acts = await countActs()
        // The program could work where it may, from the first part to the last, or the test would prove nothing.
        expect(acts - counted.acts).toBeGreaterThan(callsPerPart / 50)
        counted = { calls, acts }
      }
      if (round % 10 !== 9) continue
      expect(await readOutsideOfBranch(scene)).toEqual(before)
      expect(await readProposedOutside(hiddenIds)).toEqual([])
      // Others go on outside, which the program must not hear of. Its nodes come back to where they were: a program that
      // has deleted all of them, or moved them out of its own sight, would have nothing left to try.
      await plan.change(ids.outside, { body: `${hiddenMark} ${round}` })
      const nodes = await plan.list(true)
      const findNode = (id: string) => nodes.find((node) => node.id === id)
      for (const [id, parentIds] of places) {
        if (findNode(id)?.isDeleted === true) await plan.try('updateNode', { id, data: { isDeleted: false } })
        await plan.try('updateNode', { id, data: { parentIds } })
      }
      await scene.world.test.pool.query(`update proposals set state = 'withdrawn'`)
      before = await readOutsideOfBranch(scene)
      known = nodes.filter(({ title, isDeleted }) => title === 'x' && !isDeleted).map(({ id }) => id)
    }
    expect(await readOutsideOfBranch(scene)).toEqual(before)
    for (const text of received) expectHidden(text)
    expect(counted.calls).toBeGreaterThan(0)
    expect(received.some((text) => text.includes('"nodeUpdated"'))).toBe(true)
  })
})
