import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BranchWorld, openBranchWorld } from '../../testing/branch-world.ts'
import { callTool, createToken } from '../../testing/token-server.ts'
import { connectTestClient } from '../../transport/testing/test-client.ts'

let scene: BranchWorld

beforeAll(async () => {
  scene = await openBranchWorld()
})
afterAll(() => scene.close())

const ask = async <Answer>(query: string, variables: object = {}): Promise<Answer> => {
  const { data, errors } = await scene.server.ask(scene.secret, query, variables)
  if (errors !== undefined) throw new Error(errors[0]?.message)
  return data as Answer
}
const readCode = async (query: string, variables: object = {}): Promise<string | undefined> =>
  (await scene.server.ask(scene.secret, query, variables)).errors?.[0]?.extensions.code
const byTitle = (nodes: readonly { readonly title: string }[]) => nodes.map(({ title }) => title).sort()
const updateDocument = `mutation ($id: ID!, $data: NodeUpdate!) {
  updateNode(id: $id, data: $data) { title parentId parentIds blockedByIds } }`

describe('A token for one branch', () => {
  it('creates a branch token for a node, with the project of the node', async () => {
    const { world, owner, ids, plan } = scene
    const { token } = await createToken(world, owner, { nodeId: ids.inner.toUpperCase() })
    expect(token).toMatchObject({ projectId: plan.projectId, nodeId: ids.inner })
    const elsewhere = createToken(world, owner, { projectId: plan.projectId, nodeId: ids.elsewhere })
    await expect(elsewhere).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    const stranger = createToken(world, world.person('stranger'), { nodeId: ids.inner })
    await expect(stranger).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('lets a branch token read the nodes of its branch, without parents and blockers outside', async () => {
    const { ids, plan } = scene
    const { nodes } = await ask<{ nodes: { title: string }[] }>(
      'query ($id: ID!) { nodes(projectId: $id) { title parentId parentIds blockedByIds } }',
      { id: plan.projectId },
    )
    expect(byTitle(nodes)).toEqual(['Inner', 'Leaf', 'Shared', 'Top', 'Waiting'])
    expect(nodes).toContainEqual({ title: 'Top', parentId: null, parentIds: [], blockedByIds: [] })
    expect(nodes).toContainEqual({ title: 'Shared', parentId: ids.inner, parentIds: [ids.inner], blockedByIds: [] })
    expect(nodes).toContainEqual({ title: 'Waiting', parentId: ids.top, parentIds: [ids.top], blockedByIds: [] })
  })

  it('lets a branch token read the title of the project and the lists that its nodes refer to', async () => {
    const { project } = await ask<{ project: object }>(
      `query ($id: ID!) { project(id: $id) { title body json owner views { name } completionStatus
        sharing { generalAccess users } nodeLinks { title } } }`,
      { id: scene.plan.projectId },
    )
    expect(project).toEqual({
      title: 'Plan',
      body: '',
      json: null,
      owner: '',
      views: [],
      completionStatus: 'todo',
      sharing: { generalAccess: 'restricted', users: {} },
      nodeLinks: [],
    })
  })

  it('computes the schedule for a branch token from its branch, and says which nodes cannot be started', async () => {
    const { ids, plan } = scene
    const { schedule } = await ask<{ schedule: { criticalLength: number; nodes: { id: string }[] } }>(
      'query ($id: ID!) { schedule(projectId: $id) { criticalLength nodes { id state slack openBlockerIds } } }',
      { id: plan.projectId },
    )
    expect(schedule.criticalLength).toBe(5)
    expect(schedule.nodes).toHaveLength(5)
    expect(schedule.nodes).toContainEqual({ id: ids.waiting, state: 'blocked', slack: 5, openBlockerIds: [] })
  })

  it('lets a branch token find and list nodes of its branch, with the titles above it', async () => {
    const { search } = await ask<{ search: unknown[] }>('{ search(text: "leaf") { node { title } project { title } } }')
    expect(search).toEqual([{ node: { title: 'Leaf' }, project: { title: 'Plan' } }])
    expect(await ask('{ search(text: "goal") { excerpt } }')).toEqual({ search: [] })
    const { myWork } = await ask<{ myWork: { items: { node: { title: string }; goals: string[][] }[] } }>(
      '{ myWork { items { node { title } goals } } }',
    )
    expect(byTitle(myWork.items.map(({ node }) => node))).toEqual(['Leaf', 'Top'])
    expect(myWork.items.find(({ node }) => node.title === 'Leaf')?.goals).toEqual([['Goal', 'Top', 'Inner', 'Leaf']])
    const client = await scene.server.connect(scene.secret)
    const { paths, nodes } = await callTool<{ paths: string[][]; nodes: { title: string }[] }>(client, 'read_branch', {
      projectId: scene.plan.projectId,
    })
    expect(paths).toEqual([['Goal']])
    expect(nodes[0]?.title).toBe('Top')
    await client.close()
  })

  it('shows a branch token the history of its branch only', async () => {
    const { history } = await ask<{ history: { entries: { changes: { title: string }[]; canUndo: boolean }[] } }>(
      'query ($id: ID!) { history(projectId: $id) { entries { nodeCount canUndo changes { title before after } } } }',
      { id: scene.plan.projectId },
    )
    const titles = history.entries.flatMap(({ changes }) => changes.map(({ title }) => title))
    expect([...new Set(titles)].sort()).toEqual(['Inner', 'Leaf', 'Shared', 'Top', 'Waiting'])
    expect(history.entries.every(({ canUndo }) => !canUndo)).toBe(true)
  })

  it('lets a branch token write below the top of its branch, and keeps the parents and blockers outside', async () => {
    const { ids, plan, world, owner } = scene
    const { createNode } = await ask<{ createNode: { id: string } }>(
      'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }',
      { data: { projectId: plan.projectId, parentId: ids.inner, title: 'New' } },
    )
    const moved = { id: ids.shared, data: { parentIds: [createNode.id, ids.top] } }
    expect(await ask(updateDocument, moved)).toMatchObject({ updateNode: { parentIds: [createNode.id, ids.top] } })
    expect((await plan.node(ids.shared)).parentIds).toEqual([ids.outside, createNode.id, ids.top])
    await ask(updateDocument, { id: ids.shared, data: { parentId: ids.inner } })
    expect((await plan.node(ids.shared)).parentIds).toEqual([ids.outside, ids.inner, ids.top])
    await ask(updateDocument, { id: ids.waiting, data: { blockedByIds: [ids.leaf] } })
    expect((await plan.node(ids.waiting)).blockedByIds.toSorted()).toEqual([ids.leaf, ids.outsideChild].sort())
    await ask(updateDocument, { id: ids.waiting, data: { removeBlockedByIds: [ids.outsideChild, ids.leaf] } })
    expect((await plan.node(ids.waiting)).blockedByIds).toEqual([ids.outsideChild])
    await ask('mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id: createNode.id })
    const { history } = await world.get<{ history: { entries: { tokenName: string }[] } }>(
      owner,
      'query ($id: ID!) { history(projectId: $id) { entries { tokenName } } }',
      { id: plan.projectId },
    )
    expect(history.entries[0]).toEqual({ tokenName: 'Robot' })
  })

  it('lets a branch token move no node out of its branch, and not the top of the branch', async () => {
    const { ids, plan } = scene
    const refused: readonly (readonly [string, object])[] = [
      ['FORBIDDEN', { id: ids.leaf, data: { parentId: null } }],
      ['FORBIDDEN', { id: ids.leaf, data: { parentIds: [] } }],
      ['FORBIDDEN', { id: ids.top, data: { isDeleted: true } }],
      ['NOT_FOUND', { id: ids.leaf, data: { parentId: ids.goal } }],
      ['NOT_FOUND', { id: ids.outside, data: { parentId: ids.inner } }],
      ['BAD_USER_INPUT', { id: ids.leaf, data: { addBlockedByIds: [ids.outside] } }],
    ]
    for (const [code, variables] of refused)
      expect([code, await readCode(updateDocument, variables)]).toEqual([code, code])
    const create = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'
    expect(await readCode(create, { data: { projectId: plan.projectId } })).toBe('FORBIDDEN')
    expect(await readCode(create, { data: { projectId: plan.projectId, childId: ids.top } })).toBe('FORBIDDEN')
    expect(await readCode('mutation ($id: ID!) { deleteNodeWithChildren(id: $id) }', { id: ids.top })).toBe('FORBIDDEN')
  })

  it('answers a branch token for a node outside exactly as for one that does not exist', async () => {
    const { server, secret, plan, ids, commentId } = scene
    const projectId = plan.projectId
    const cases: readonly (readonly [string, (id: string) => object])[] = [
      [updateDocument, (id) => ({ id, data: { title: 'x' } })],
      [updateDocument, (id) => ({ id: ids.leaf, data: { parentId: id } })],
      [updateDocument, (id) => ({ id: ids.leaf, data: { afterId: id } })],
      [updateDocument, (id) => ({ id: ids.leaf, data: { blockedByIds: [id] } })],
      ['mutation ($id: ID!) { deleteNode(id: $id) { id } }', (id) => ({ id })],
      ['mutation ($id: ID!) { claimNode(id: $id) { id } }', (id) => ({ id })],
      ['mutation ($id: ID!) { releaseNode(id: $id) { id } }', (id) => ({ id })],
      ['mutation ($id: ID!) { addComment(nodeId: $id, body: "x") { id } }', (id) => ({ id })],
      ['query ($p: ID!, $id: ID!) { comments(projectId: $p, nodeId: $id) { id } }', (id) => ({ p: projectId, id })],
      [
        'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }',
        (id) => ({ data: { projectId, parentId: id } }),
      ],
      [
        'mutation ($ids: [ID!]!, $data: NodeBatchUpdate!) { updateNodeBatch(ids: $ids, data: $data) }',
        (id) => ({ ids: [ids.leaf, id], data: { projectId, title: 'x' } }),
      ],
    ]
    for (const [query, variables] of cases) {
      const unknown = await server.ask(secret, query, variables(randomUUID()))
      for (const id of [ids.outside, ids.goal, ids.elsewhere, commentId])
        expect(await server.ask(secret, query, variables(id))).toEqual(unknown)
    }
  })

  it('sends a branch token only events of its branch', async () => {
    const { server, secret, plan, ids, world, owner } = scene
    const client = connectTestClient(server.port, { headers: { authorization: `Bearer ${secret}` } })
    await client.init()
    const fields = ['nodeUpdated', 'nodeBatchUpdated', 'nodeCreated']
    for (const field of fields)
      client.subscribe(field, `subscription ($id: ID!) { ${field}(projectId: $id) { title parentIds } }`, {
        id: plan.projectId,
      })
    client.subscribe('comments', 'subscription ($id: ID!) { commentChanged(projectId: $id) { body } }', {
      id: plan.projectId,
    })
    // The last subscription of a socket runs when this one, which is refused, has ended.
    client.subscribe('refused', 'subscription ($id: ID!) { projectUpdated(projectId: $id) { title } }', {
      id: plan.projectId,
    })
    expect(JSON.stringify((await client.next()).payload)).toContain('FORBIDDEN')
    await client.next()
    const comment = 'mutation ($nodeId: ID!, $body: String!) { addComment(nodeId: $nodeId, body: $body) { id } }'
    await plan.add({ parentId: ids.goal, title: 'Secret' })
    await plan.change(ids.outside, { status: 'progress' })
    await world.get(owner, comment, { nodeId: ids.outside, body: 'Secret' })
    await plan.change(ids.shared, { status: 'progress' })
    expect((await client.next()).payload).toMatchObject({
      data: { nodeUpdated: { title: 'Shared', parentIds: [ids.inner, ids.top] } },
    })
    await world.get(owner, comment, { nodeId: ids.leaf, body: 'Open' })
    const received = [await client.next(), await client.next()].map(({ payload }) => JSON.stringify(payload))
    expect(received.some((text) => text.includes('Open'))).toBe(true)
    expect(received.join()).not.toContain('Secret')
    client.socket.close()
  })

  it('lets a branch token catch up, and read everything again when nodes entered or left its branch', async () => {
    const { plan, ids } = scene
    const after = await plan.seq()
    const read = (seq: number) =>
      ask<{ changes: { complete: boolean; nodes: { title: string }[] } }>(
        'query ($id: ID!, $after: Int!) { changes(projectId: $id, after: $after) { complete nodes { title } } }',
        { id: plan.projectId, after: seq },
      )
    await plan.change(ids.outsideChild, { title: 'Hidden change' })
    await plan.change(ids.leaf, { estimate: 4 })
    expect((await read(after)).changes).toEqual({ complete: true, nodes: [{ title: 'Leaf' }] })
    await plan.change(ids.leaf, { parentId: ids.goal })
    expect((await read(after)).changes).toEqual({ complete: false, nodes: [] })
    expect(await readCode(updateDocument, { id: ids.leaf, data: { title: 'x' } })).toBe('NOT_FOUND')
    const back = await plan.seq()
    await plan.change(ids.leaf, { parentId: ids.inner })
    expect((await read(back)).changes).toEqual({ complete: false, nodes: [] })
  })

  it('shows a branch token nothing once the top of its branch is deleted', async () => {
    const { world, server, owner, plan, ids } = scene
    const { id } = await plan.add({ parentId: ids.goal, title: 'Short-lived' })
    const { secret } = await createToken(world, owner, { nodeId: id, role: 'reader' })
    await plan.change(id, { isDeleted: true })
    for (const query of [
      'nodes(projectId: $id) { id }',
      'project(id: $id) { id }',
      'schedule(projectId: $id) { unit }',
    ]) {
      const { errors } = await server.ask(secret, `query ($id: ID!) { ${query} }`, { id: plan.projectId })
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    }
  })
})
