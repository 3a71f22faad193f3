import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { createToken, startTokenServer, type TokenAnswer, type TokenServer } from '../../testing/token-server.ts'
import { connectTestClient } from '../../transport/testing/test-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

/** In every text of the other project, and in nothing that a program sends. */
const mark = 'zebrafish'
let world: ProjectWorld
let server: TokenServer
let owner: SignedInViewer
let own: NodeClient
let other: NodeClient
let secret: string
let client: Client
let ids: { readonly own: string; readonly ownChild: string; readonly other: string; readonly otherChild: string }
let before: unknown

beforeAll(async () => {
  world = await openProjectWorld()
  server = await startTokenServer(world)
  owner = world.person('owner')
  own = await openTestProject(world, owner, 'Own')
  other = await openTestProject(world, owner, `Other ${mark}`)
  const assigneeIds = [owner.person.id]
  const parent = await own.add({ title: 'Parent', assigneeIds })
  const child = await own.add({ title: 'Child', parentId: parent.id })
  const hidden = await other.add({ title: `Hidden ${mark}`, body: `About ${mark}`, assigneeIds, dueDate: '2001-01-01' })
  const hiddenChild = await other.add({ title: `Below ${mark}`, parentId: hidden.id })
  // A link from the other project leads here: its owner sees it, this token must not.
  await other.change(hiddenChild.id, { projectLink: own.projectId })
  ids = { own: parent.id, ownChild: child.id, other: hidden.id, otherChild: hiddenChild.id }
  secret = (await createToken(world, owner, { projectId: own.projectId })).secret
  client = await server.connect(secret)
  before = await readOutside()
})
afterAll(async () => {
  await client.close()
  await server.close()
  await world.close()
})

/** Everything that the token must not change. */
async function readOutside(): Promise<unknown> {
  const { rows } = await world.test.pool.query(
    `select (select json_agg(projects order by id) from projects where id <> $1) as projects,
       (select json_agg(nodes order by id) from nodes where project_id <> $1) as nodes,
       (select json_agg(access_tokens.id order by id) from access_tokens) as tokens,
       (select json_agg(project_members) from project_members) as members,
       (select count(*) from imports) as imports, (select count(*) from calendar_feeds) as feeds`,
    [own.projectId],
  )
  return rows
}

async function expectNothingOutside(answers: readonly string[]): Promise<void> {
  for (const answer of answers) expect(answer.toLowerCase()).not.toContain(mark)
  expect(await readOutside()).toEqual(before)
}

/** The fields of the API with ids of the other project wherever an id fits. */
function listHostileFields(): readonly string[] {
  const [project, node, child] = [other.projectId, ids.other, ids.otherChild].map((id) => JSON.stringify(id))
  const [ownProject, ownNode, ownChild] = [own.projectId, ids.own, ids.ownChild].map((id) => JSON.stringify(id))
  const nodeFields = '{ id title body parentIds projectId }'
  return [
    `project(id: ${project}) { id title body nodeLinks { id title } }`,
    `project(id: ${ownProject}) { id nodeLinks { id title project { id title } } views { name } }`,
    `projects { id title nodeLinks { title project { title } } }`,
    ...['archive', 'trash', 'todo', 'shared'].map((filter) => `projects(filter: ${filter}) { id title }`),
    `nodes(projectId: ${project}) ${nodeFields}`,
    `nodes(projectId: ${project}, includeDeleted: true) { title }`,
    `changes(projectId: ${project}, after: 0) { seq nodes ${nodeFields} }`,
    `schedule(projectId: ${project}) { criticalLength nodes { id } }`,
    `history(projectId: ${project}) { entries { changes { title } } }`,
    `myWork { items { node { title } project { title } goals } }`,
    `search(text: "${mark.slice(0, 5)}") { excerpt node { title } project { title } }`,
    `search(text: "hidden below other") { excerpt project { title } }`,
    `projectSessions(projectId: ${project}) { email }`,
    `account { id integrationSettings { jira { apiKey } } }`,
    `accessTokens { id name }`,
    `calendarFeeds { url }`,
    `invitations(projectId: ${project}) { link }`,
    `publicUserById(id: ${JSON.stringify(owner.person.id)}) { email }`,
  ]
    .map((field) => `query ${field}`)
    .concat(
      [
        `createNode(data: { projectId: ${project}, title: "x" }) ${nodeFields}`,
        `createNode(data: { projectId: ${ownProject}, parentId: ${node} }) ${nodeFields}`,
        `createNode(data: { projectId: ${ownProject}, id: ${node} }) ${nodeFields}`,
        `createNode(data: { projectId: ${ownProject}, blockedByIds: [${node}] }) ${nodeFields}`,
        `updateNode(id: ${node}, data: { title: "x" }) ${nodeFields}`,
        `updateNode(id: ${ownChild}, data: { parentId: ${node} }) ${nodeFields}`,
        `updateNode(id: ${ownChild}, data: { parentIds: [${ownNode}, ${child}] }) ${nodeFields}`,
        `updateNode(id: ${ownChild}, data: { projectLink: ${project} }) ${nodeFields}`,
        `updateNode(id: ${ownChild}, data: { addBlockedByIds: [${node}] }) ${nodeFields}`,
        `updateNode(id: ${ownChild}, data: { afterId: ${node} }) ${nodeFields}`,
        `updateNode(id: ${child}, data: { parentId: ${ownNode} }) ${nodeFields}`,
        `updateNodeBatch(ids: [${ownChild}, ${node}], data: { projectId: ${ownProject}, title: "x" })`,
        `updateNodeBatch(ids: [${node}], data: { projectId: ${project}, isDeleted: true })`,
        `deleteNode(id: ${node}) { id before after }`,
        `deleteNodeWithChildren(id: ${node})`,
        `claimNode(id: ${child}) ${nodeFields}`,
        `releaseNode(id: ${node}) ${nodeFields}`,
        `undoChange(projectId: ${project}, seq: 2)`,
        `updateProject(id: ${project}, data: { title: "x" }) { id title }`,
        `updateProject(id: ${project}, data: { status: deleted }) { id title }`,
        `updateProject(id: ${ownProject}, data: { sharing: { generalAccess: anyone } }) { id }`,
        `cloneProject(id: ${project}) { id title }`,
        `cloneProject(id: ${ownProject}) { id }`,
        `createProject(data: { title: "x" }) { id }`,
        `createProject(data: { title: "x", nodeLinks: [${node}] }) { id }`,
        `createAccessToken(data: { name: "x", role: editor }) { secret }`,
        `createCalendarFeed { url }`,
        `createInviteLink(projectId: ${project}, role: "viewer") { link }`,
        `leaveProject(id: ${project})`,
        `emptyTrash`,
      ].map((field) => `mutation ${field}`),
    )
}

const splitField = (field: string): [string, string] => field.split(/ (.*)/su).slice(0, 2) as [string, string]

const toolCalls = (): readonly (readonly [string, Record<string, unknown>])[] => [
  ['list_projects', {}],
  ['read_branch', { projectId: other.projectId }],
  ['read_branch', { projectId: own.projectId, nodeId: ids.other }],
  ['read_branch', { projectId: own.projectId, nodeId: ids.other.slice(0, 8) }],
  ['search', { text: mark }],
  ['ready_nodes', { projectId: other.projectId }],
  ['read_changes', { projectId: other.projectId, after: 0 }],
  ['claim_node', { nodeId: ids.otherChild.slice(0, 6) }],
  ['claim_node', { nodeId: ids.otherChild }],
  ['add_nodes', { projectId: other.projectId, nodes: [{ title: 'x' }] }],
  ['add_nodes', { projectId: own.projectId, parentId: ids.other, nodes: [{ title: 'x' }] }],
  ['update_nodes', { updates: [{ nodeId: ids.other, data: { title: 'x' } }] }],
  ['update_nodes', { updates: [{ nodeId: ids.ownChild, data: { parentId: ids.other } }] }],
  ['move_node', { nodeId: ids.ownChild, parentId: ids.other.slice(0, 8) }],
  ['move_node', { nodeId: ids.other, parentId: ids.own }],
  ['delete_node', { nodeId: ids.other, withChildren: true }],
]

const askForText = async (query: string) => JSON.stringify(await server.ask(secret, query))
const startImport = (own: string, projectId: string | null) =>
  server.post('/import/projects', own, { title: 'x', nodeCount: 1, projectId })

describe('A program with a token for one project', () => {
  it('reads and writes what is in the project', async () => {
    const { data } = await server.ask(secret, 'query ($id: ID!) { nodes(projectId: $id) { title } }', {
      id: own.projectId,
    })
    expect(data?.['nodes']).toHaveLength(2)
    expect(data?.['nodes']).toEqual(expect.arrayContaining([{ title: 'Parent' }, { title: 'Child' }]))
    expect((await server.ask(secret, '{ projects { title } }')).data).toEqual({ projects: [{ title: 'Own' }] })
    expect((await server.ask(secret, '{ myWork { items { node { title } } } }')).data).toEqual({
      myWork: { items: [{ node: { title: 'Parent' } }] },
    })
    expect((await server.ask(secret, '{ search(text: "child") { node { title } } }')).data).toEqual({
      search: [{ node: { title: 'Child' } }],
    })
  })

  it('gets nothing of another project of its person by any field, one at a time', async () => {
    const answers: string[] = []
    for (const field of listHostileFields()) {
      const [kind, selection] = splitField(field)
      answers.push(await (await server.post('/graphql', secret, { query: `${kind} { ${selection} }` })).text())
    }
    await expectNothingOutside(answers)
  })

  it('answers for a hidden id as for one that does not exist', async () => {
    const missing = randomUUID()
    for (const field of listHostileFields()) {
      const [kind, selection] = splitField(field)
      if (!selection.includes(ids.other) || selection.includes(`id: ${JSON.stringify(ids.other)} }`)) continue
      const [hidden, unknown] = [selection, selection.replaceAll(ids.other, missing)]
      expect(await askForText(`${kind} { ${hidden} }`)).toBe(await askForText(`${kind} { ${unknown} }`))
    }
  })

  const rounds = process.env['HOSTILE'] === 'long' ? 2_000 : 100
  it(`gets nothing in ${rounds} requests that mix fields as aliases and batches`, async () => {
    const fields = listHostileFields()
    let state = 7
    const pick = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most
    const pickSelections = (kind: string): string => {
      const own = fields.filter((field) => field.startsWith(kind))
      return Array.from({ length: 5 }, (_, at) => `a${at}: ${splitField(own[pick(own.length)] ?? '')[1]}`).join(' ')
    }
    const answers: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const kinds = Array.from({ length: 1 + pick(3) }, () => (pick(2) === 0 ? 'query' : 'mutation'))
      const batch = kinds.map((kind) => ({ query: `${kind} { ${pickSelections(kind)} }` }))
      answers.push(await (await server.post('/graphql', secret, pick(2) === 0 ? batch : batch[0])).text())
    }
    await expectNothingOutside(answers)
  })

  it('gets nothing by tools', async () => {
    const answers: string[] = []
    for (const [name, args] of toolCalls())
      answers.push(JSON.stringify(await client.callTool({ name, arguments: args })))
    await expectNothingOutside(answers)
  })

  it('hears nothing of another project over a socket', async () => {
    const { port } = server
    const socket = connectTestClient(port, { headers: { authorization: `Bearer ${secret}` } })
    await socket.init()
    const hear = async (id: string, query: string): Promise<string | undefined> => {
      socket.subscribe(id, query)
      const { payload } = await socket.next()
      expect((await socket.next()).type).toBe('complete')
      return (payload as TokenAnswer).errors?.[0]?.extensions.code
    }
    for (const field of ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated', 'projectUpdated']) {
      const query = `subscription { ${field}(projectId: ${JSON.stringify(other.projectId)}) { id } }`
      expect(await hear(field, query)).toBe('NOT_FOUND')
    }
    for (const field of ['myWorkChanged', 'projectListChanged']) {
      expect(await hear(field, `subscription { ${field} }`)).toBe('FORBIDDEN')
    }
    const sessions = `subscription { projectSessions(projectId: ${JSON.stringify(own.projectId)}) { id } }`
    expect(await hear('sessions', sessions)).toBe('FORBIDDEN')
    // Its own project is heard, without the links from others. A token for all projects hears these in the same room.
    const links = `subscription ($id: ID!) { projectUpdated(projectId: $id) { title nodeLinks { title } } }`
    const wide = await createToken(world, owner, { role: 'reader' })
    const wideSocket = connectTestClient(port, { headers: { authorization: `Bearer ${wide.secret}` } })
    await wideSocket.init()
    for (const listening of [wideSocket, socket]) listening.subscribe('own', links, { id: own.projectId })
    const query = 'query ($id: ID!) { project(id: $id) { nodeLinks { title } } }'
    expect(await world.get(owner, query, { id: own.projectId })).toEqual({
      project: { nodeLinks: [{ title: `Below ${mark}` }] },
    })
    const rename = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
    let isHeard = false
    const hearing = Promise.all([wideSocket.next(), socket.next()]).finally(() => (isHeard = true))
    // Nothing says when a subscription has begun: the project is renamed until both have heard of it.
    const renameOnce = async (): Promise<boolean> => {
      await world.get(owner, rename, { id: own.projectId, data: { title: `Renamed ${randomUUID()}` } })
      return isHeard
    }
    await expect.poll(renameOnce).toBe(true)
    const [wideHeard, ownHeard] = await hearing
    const title = expect.stringContaining('Renamed')
    expect(wideHeard.payload).toMatchObject({
      data: { projectUpdated: { title, nodeLinks: [{ title: `Below ${mark}` }] } },
    })
    expect(ownHeard.payload).toMatchObject({ data: { projectUpdated: { title, nodeLinks: [] } } })
    for (const listening of [wideSocket, socket]) listening.socket.close()
  })

  it('imports into its own project alone', async () => {
    expect((await startImport(secret, other.projectId)).status).toBe(404)
    expect((await startImport(secret, null)).status).toBe(403)
    const reader = await createToken(world, owner, { role: 'reader', projectId: own.projectId })
    expect((await startImport(reader.secret, own.projectId)).status).toBe(403)
    expect((await startImport(secret, own.projectId)).status).toBe(201)
  })
})
