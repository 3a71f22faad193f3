import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInViewer } from '../../features/projects/index.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { callTool, createToken, startTokenServer, type TokenServer } from '../../testing/token-server.ts'

let world: ProjectWorld
let server: TokenServer
let owner: SignedInViewer
let plan: NodeClient
let editor: Client

beforeAll(async () => {
  world = await openProjectWorld()
  server = await startTokenServer(world)
  owner = world.person('owner')
  plan = await openTestProject(world, owner, 'Orchard')
  editor = await server.connect((await createToken(world, owner, {})).secret)
})
afterAll(async () => {
  await editor.close()
  await server.close()
  await world.close()
})

interface Listed {
  readonly seq: number
  readonly nodes: readonly { readonly id: string; readonly title: string; readonly [field: string]: unknown }[]
}

interface Refused {
  readonly error: string
  readonly code: string
}

const call = <Answer>(name: string, args: Record<string, unknown> = {}) => callTool<Answer>(editor, name, args)
/** The arguments of one call of each tool, and the field that its answer has. */
const toolCalls: Readonly<
  Record<string, readonly [field: string, args: (projectId: string, nodeId: string) => object]>
> = {
  list_projects: ['projects', () => ({})],
  read_branch: ['nodes', (projectId, nodeId) => ({ projectId, nodeId })],
  search: ['nodes', () => ({ text: 'pear' })],
  ready_nodes: ['nodes', (projectId) => ({ projectId })],
  read_changes: ['changes', (projectId) => ({ projectId, after: 0 })],
  claim_node: ['node', (_projectId, nodeId) => ({ nodeId })],
  add_nodes: ['nodes', (projectId, parentId) => ({ projectId, parentId, nodes: [{ title: 'Plum' }] })],
  update_nodes: ['nodes', (_projectId, nodeId) => ({ updates: [{ nodeId, data: { title: 'Quince' } }] })],
  move_node: ['nodes', (_projectId, nodeId) => ({ nodeId, parentId: 'root' })],
  delete_node: ['nodes', (_projectId, nodeId) => ({ nodeId })],
  add_comment: ['comment', (_projectId, nodeId) => ({ nodeId, body: 'Ripe' })],
  propose_changes: [
    'changes',
    (projectId, id) => ({ projectId, title: 'Rename', changes: [{ op: 'update', id, data: { title: 'Fig' } }] }),
  ],
}
const allTools = ['list_projects', 'read_branch', 'search', 'ready_nodes', 'read_changes', 'claim_node', 'add_nodes']

describe('The MCP endpoint', () => {
  it('answers 401 with a challenge without a token and with a wrong one', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const missing = await server.post('/mcp', null, initialize)
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="mcp"'])
    const wrong = await server.post('/mcp', `esp_${'x'.repeat(43)}`, initialize)
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="mcp", error="invalid_token"',
    ])
  })

  it('takes no cookie instead of a token', async () => {
    const other = await startTokenServer(world, async ({ cookie }) =>
      cookie === 'person=owner' ? owner : anonymousViewer,
    )
    const send = (path: string, body: object) =>
      fetch(other.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          cookie: 'person=owner',
        },
        body: JSON.stringify(body),
      })
    expect(await (await send('/graphql', { query: '{ accessTokens { name } }' })).json()).toHaveProperty(
      'data.accessTokens.0',
    )
    expect((await send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(401)
    await other.close()
  })

  it('has nothing to listen to by GET', async () => {
    expect((await fetch(`${server.url}/mcp`)).status).toBe(405)
  })

  it('offers all tools to an editor, with annotations', async () => {
    const { tools } = await editor.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...allTools,
      'update_nodes',
      'move_node',
      'delete_node',
      'add_comment',
      'propose_changes',
    ])
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name)).toEqual(
      allTools.slice(0, 5),
    )
  })

  it('answers the official client a call of every tool that it lists, with ids of a long outline', async () => {
    const caller = world.person('caller')
    const { projectId } = await openTestProject(world, caller, 'Called')
    const client = await server.connect((await createToken(world, caller, {})).secret)
    const children = Array.from({ length: 119 }, (_, index) => ({ title: `Pear ${index}` }))
    await callTool(client, 'add_nodes', { projectId, nodes: [{ title: 'Trees', children }] })
    const { nodes } = await callTool<Listed>(client, 'read_branch', { projectId })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(toolCalls).sort())
    for (const [index, { name }] of tools.entries()) {
      const [field, toArguments] = toolCalls[name] ?? ['', () => ({})]
      const args = toArguments(projectId, nodes[index + 1]?.id ?? '') as Record<string, unknown>
      expect(await callTool(client, name, args), name).toHaveProperty(field)
    }
    await client.close()
  })

  it('offers and runs only reading tools for readers, and also comments and proposals for proposers', async () => {
    for (const role of ['reader', 'proposer'] as const) {
      const client = await server.connect((await createToken(world, owner, { role })).secret)
      const { tools } = await client.listTools()
      const offered = [...allTools.slice(0, 5), ...(role === 'proposer' ? ['add_comment', 'propose_changes'] : [])]
      expect(tools.map(({ name }) => name)).toEqual(offered)
      const { projects } = await callTool<{ projects: unknown[] }>(client, 'list_projects', {})
      expect(projects).toEqual([{ id: plan.projectId, title: 'Orchard', status: 'todo' }])
      const refused = await callTool<Refused>(client, 'add_nodes', {
        projectId: plan.projectId,
        nodes: [{ title: 'x' }],
      })
      expect(refused).toEqual({ error: 'This access token may only read', code: 'FORBIDDEN' })
      await client.close()
    }
    expect(await plan.list()).toEqual([])
  })

  it('lets a proposer comment as its person may, and a reader not at all', async () => {
    const [author, viewer] = [world.person('author'), world.person('viewer')]
    const commented = await openTestProject(world, author, 'Talk')
    const node = await commented.add({ title: 'Pears' })
    const share = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
    const sharing = { users: { [viewer.person.id]: 'viewer' } }
    await world.get(author, share, { id: commented.projectId, data: { sharing } })
    const comment = async (person: SignedInViewer, role: 'reader' | 'proposer') => {
      const client = await server.connect((await createToken(world, person, { role })).secret)
      const answer = await callTool<Partial<Refused> & { comment?: { nodeId: string } }>(client, 'add_comment', {
        nodeId: node.id.slice(0, 8),
        body: 'Which month?',
      })
      await client.close()
      return answer.code ?? answer.comment?.nodeId
    }
    expect(node.id.startsWith((await comment(author, 'proposer')) ?? 'no')).toBe(true)
    expect(await comment(author, 'reader')).toBe('FORBIDDEN')
    // The project does not let viewers comment, so their programs may not either.
    expect(await comment(viewer, 'proposer')).toBe('FORBIDDEN')
    expect((await commented.node(node.id)).commentCount).toBe(1)
  })

  it('lets a proposer suggest changes by short ids and names of its own, which change nothing', async () => {
    const proposed = await openTestProject(world, world.person('grower'), 'Proposed')
    const grower = world.person('planner')
    const own = await openTestProject(world, grower, 'Own')
    const [root, old] = [await own.add({ title: 'Beds' }), await own.add({ title: 'Shed' })]
    const client = await server.connect((await createToken(world, grower, { role: 'proposer' })).secret)
    const changes = [
      { op: 'create', id: 'peas', data: { title: 'Peas', parentId: root.id.slice(0, 8) } },
      { op: 'create', id: 'sow', data: { title: 'Sow', parentId: 'peas' } },
      { op: 'update', id: 'peas', data: { addBlockedByIds: [old.id.slice(0, 8)] } },
      { op: 'delete', id: old.id.slice(0, 8) },
      { op: 'update', id: old.id, data: { title: 'Gone' } },
    ]
    const args = { projectId: own.projectId, title: 'Plant peas', reason: 'Spring', changes }
    const answer = await callTool<{ changes: readonly { nodeId: string; problem?: string }[] }>(
      client,
      'propose_changes',
      args,
    )
    expect(answer.changes.map(({ problem }) => problem)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'The node has been deleted',
    ])
    expect(old.id.startsWith(answer.changes[3]?.nodeId ?? 'no')).toBe(true)
    expect((await own.list()).map(({ title }) => title).sort()).toEqual(['Beds', 'Shed'])
    const refused = await callTool<Refused>(client, 'propose_changes', { ...args, projectId: proposed.projectId })
    expect(refused.code).toBe('NOT_FOUND')
    await client.close()
  })

  it('speaks the previous versions of the protocol', async () => {
    const { secret } = await createToken(world, owner, {})
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const answer = await server.post('/mcp', secret, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
      expect(await answer.json()).toMatchObject({ result: { protocolVersion } })
    }
  })

  it('adds an outline, reads it by short ids, changes, moves and deletes it', async () => {
    const outline = [
      { title: 'Trees', children: [{ title: 'Pear' }, { title: 'Apple', children: [{ title: 'Graft' }] }] },
      { title: 'Fence', body: 'Made of wood' },
    ]
    const added = await call<Listed>('add_nodes', { projectId: plan.projectId, nodes: outline })
    expect(added.nodes.map(({ title }) => title)).toEqual(['Trees', 'Pear', 'Apple', 'Graft', 'Fence'])
    const read = await call<Listed>('read_branch', { projectId: plan.projectId })
    expect(read.nodes.map(({ id: _id, ...node }) => node)).toEqual([
      { title: 'Trees' },
      { title: 'Pear', depth: 1 },
      { title: 'Apple' },
      { title: 'Graft', depth: 2 },
      { title: 'Fence', depth: 0 },
    ])
    const stored = new Map((await plan.list()).map(({ id, title }) => [title, id]))
    for (const { id, title } of read.nodes) {
      expect(id.length).toBeGreaterThanOrEqual(6)
      expect(stored.get(title)?.startsWith(id)).toBe(true)
      expect([...stored.values()].filter((whole) => whole.startsWith(id))).toHaveLength(1)
    }
    const short = new Map(read.nodes.map(({ id, title }) => [title, id]))

    const data = { status: 'done', dueDate: '2030-01-02', addBlockedByIds: [short.get('Fence')] }
    await call('update_nodes', { updates: [{ nodeId: short.get('Graft'), data }] })
    expect(await plan.node(stored.get('Graft') ?? '')).toMatchObject({
      status: 'done',
      dueDate: '2030-01-02',
      blockedByIds: [stored.get('Fence')],
    })
    await call('move_node', { nodeId: short.get('Fence'), parentId: short.get('Trees'), beforeId: short.get('Pear') })
    const moved = await call<Listed>('read_branch', {
      projectId: plan.projectId,
      nodeId: short.get('Trees'),
      depth: 1,
      fields: ['body', 'dueDate'],
    })
    expect(moved.nodes.map(({ id: _id, ...node }) => node)).toEqual([
      { title: 'Trees', body: '', dueDate: null },
      { title: 'Fence', depth: 1, body: 'Made of wood', dueDate: null },
      { title: 'Pear', body: '', dueDate: null },
      { title: 'Apple', hidden: 1, body: '', dueDate: null },
    ])
    await call('move_node', { nodeId: short.get('Fence'), parentId: 'root' })
    expect((await plan.node(stored.get('Fence') ?? '')).parentId).toBeNull()

    const changed = await call<{ seq: number; complete: boolean; changes: { title: string }[] }>('read_changes', {
      projectId: plan.projectId,
      after: read.seq,
    })
    expect(changed.complete).toBe(true)
    expect(new Set(changed.changes.map(({ title }) => title))).toEqual(new Set(['Graft', 'Fence']))

    await call('delete_node', { nodeId: short.get('Apple') })
    expect((await plan.node(stored.get('Graft') ?? '')).parentId).toBe(stored.get('Trees'))
    const { count } = await call<{ count: number }>('delete_node', { nodeId: short.get('Trees'), withChildren: true })
    expect(count).toBe(3)
    expect((await plan.list()).map(({ title }) => title)).toEqual(['Fence'])
  })

  it('bears the name of the token in the history, and an outline is one act', async () => {
    const { secret } = await createToken(world, owner, { name: 'Gardener' })
    const client = await server.connect(secret)
    const nodes = [{ title: 'One' }, { title: 'Two' }]
    await callTool(client, 'add_nodes', { projectId: plan.projectId, nodes })
    await client.close()
    const query =
      'query ($projectId: ID!) { history(projectId: $projectId, first: 1) { entries { tokenName nodeCount } } }'
    const { history } = await world.get<{ history: object }>(owner, query, { projectId: plan.projectId })
    expect(history).toEqual({ entries: [{ tokenName: 'Gardener', nodeCount: 2 }] })
    await plan.add({ title: 'Three' })
    const own = await world.get<{ history: object }>(owner, query, { projectId: plan.projectId })
    expect(own.history).toEqual({ entries: [{ tokenName: null, nodeCount: 1 }] })
  })

  it('finds nodes and projects by words', async () => {
    await plan.add({ title: 'Quince jelly', body: 'With cinnamon' })
    const found = await call<Listed & { projects: unknown[] }>('search', { text: 'quince' })
    expect(found.nodes).toMatchObject([{ title: 'Quince jelly', projectId: plan.projectId, status: 'todo' }])
    const orchard = await call<Listed & { projects: unknown[] }>('search', { text: 'orchard' })
    expect(orchard.projects).toEqual([{ id: plan.projectId, title: 'Orchard' }])
  })

  it('lists what is ready, the most important first, and lets a node be claimed once', async () => {
    const work = await openTestProject(world, owner, 'Work')
    const blocker = await work.add({ title: 'First' })
    await work.add({ title: 'Blocked', blockedByIds: [blocker.id] })
    const parent = await work.add({ title: 'Parent' })
    await work.add({ title: 'Child', parentId: parent.id, priority: 'high', dueDate: '2030-05-06' })
    await work.add({ title: 'Begun', status: 'progress' })
    const { nodes } = await call<Listed>('ready_nodes', { projectId: work.projectId })
    expect(nodes.map(({ id: _id, ...node }) => node)).toEqual([
      { title: 'Child', parent: 'Parent', priority: 'high', dueDate: '2030-05-06', isCritical: true },
      { title: 'First', isCritical: true },
    ])
    const claimed = await call<{ node: object }>('claim_node', { nodeId: nodes[0]?.id })
    expect(claimed.node).toMatchObject({ title: 'Child', status: 'progress', projectId: work.projectId })
    const again = await call<Refused>('claim_node', { nodeId: nodes[0]?.id })
    expect(again).toMatchObject({ code: 'CONFLICT' })
    const left = await call<Listed>('ready_nodes', { projectId: work.projectId })
    expect(left.nodes.map(({ title }) => title)).toEqual(['First'])
  })

  it.each([
    ['an unknown tool', 'fly', {}, 'There is no tool fly. The tools are: list_projects'],
    ['a missing argument', 'read_branch', {}, 'projectId is required'],
    ['an unknown argument', 'search', { words: 'x' }, 'text is required'],
    ['an argument that is not there', 'search', { text: 'x', page: 1 }, 'There is no argument page'],
    ['a wrong type', 'search', { text: 5 }, 'text must be: string'],
    ['a number out of range', 'search', { text: 'x', first: 1000 }, 'first must be from 1 to 100'],
    [
      'a wrong entry of an outline',
      'add_nodes',
      { projectId: 'x', nodes: [{ title: 'a', children: [{}] }] },
      'nodes[0].children[0].title is required',
    ],
    ['a short id', 'claim_node', { nodeId: 'abc' }, 'abc is not a node id: give at least 6 characters of one'],
    ['an id that nothing has', 'claim_node', { nodeId: 'abcdef0123456789' }, 'No node that you can see begins with'],
    ['an unknown field', 'read_branch', { projectId: 'x', fields: ['secret'] }, 'fields[0] must be one of: body'],
    ['nowhere to move', 'move_node', { nodeId: 'abcdef' }, 'Give a new parent, or a sibling'],
  ])('explains %s', async (_case, name, args, error) => {
    expect((await call<Refused>(name, args)).error).toContain(error)
  })

  it('says how far it came when one of several updates fails', async () => {
    const one = await plan.add({ title: 'One' })
    const updates = [
      { nodeId: one.id, data: { title: 'Changed' } },
      { nodeId: one.id, data: { status: 'maybe' } },
    ]
    const { error, code } = await call<Refused>('update_nodes', { updates })
    expect(code).toBe('BAD_USER_INPUT')
    expect(error).toContain('1 of 2 updates were made')
    expect((await plan.node(one.id)).title).toBe('Changed')
  })

  it('asks for more characters if several nodes begin with the same ones', async () => {
    const [first, second] = ['1', '2'].map((digit) => `abcdef0${digit}-0000-4000-8000-000000000000`)
    for (const id of [first, second]) await plan.add({ id })
    const { error } = await call<Refused>('claim_node', { nodeId: 'abcdef0' })
    expect(error).toContain('Give more characters, such as: abcdef01, abcdef02')
    expect(await call('claim_node', { nodeId: 'abcdef02' })).toMatchObject({ node: { status: 'progress' } })
  })

  it('lists the upper levels of a plan that is too long for one answer', async () => {
    const large = await openTestProject(world, owner, 'Large')
    const children = Array.from({ length: 450 }, (_, index) => ({ title: `Child ${index}` }))
    for (let part = 0; part < 5; part += 1) {
      await call('add_nodes', {
        projectId: large.projectId,
        nodes: [{ title: `Part ${part}`, children: [{ title: 'Group', children }] }],
      })
    }
    const { nodes } = await call<Listed>('read_branch', { projectId: large.projectId })
    expect(nodes).toHaveLength(10)
    expect(nodes[1]).toMatchObject({ title: 'Group', depth: 1, hidden: 450 })
    const branch = await call<Listed>('read_branch', { projectId: large.projectId, nodeId: nodes[1]?.id })
    expect(branch.nodes).toHaveLength(451)
  })

  it('names the most frequent status of a long outline once', async () => {
    const done = await openTestProject(world, owner, 'Done')
    const children = Array.from({ length: 119 }, (_, index) => ({ title: `Child ${index}` }))
    const nodes = [{ title: 'Top', children }]
    const added = await call<Listed>('add_nodes', { projectId: done.projectId, nodes })
    const updates = added.nodes.slice(20).map(({ id: nodeId }) => ({ nodeId, data: { status: 'done' } }))
    for (let at = 0; at < updates.length; at += 50) await call('update_nodes', { updates: updates.slice(at, at + 50) })
    const read = await call<Listed & { status?: string }>('read_branch', { projectId: done.projectId })
    expect(read.status).toBe('done')
    expect(read.nodes.slice(0, 2).map(({ id: _id, title: _title, ...marks }) => marks)).toEqual([
      { todo: 0 },
      { todo: 1 },
    ])
    expect(read.nodes.filter((node) => 'todo' in node)).toHaveLength(20)
    expect(read.nodes.filter((node) => Object.keys(node).length === 2)).toHaveLength(100)
  })
})
