import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOperationIds, type NodeClient, nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import { findStoredBreaches } from '../../database/consistency.ts'
import { emptyOtherFields, emptyPlanningFields } from '../../testing/planned-project.ts'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { addManyNodes } from './create-node.ts'
import { nodePolicy } from './policy.ts'

let world: ProjectWorld
let owner: SignedInViewer
let plan: NodeClient
let at = Date.parse('2026-06-01T00:00:00Z')

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date((at += 1_000)) })
  owner = world.person('ada')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner)
})
const shape = (nodes: readonly { id: string; parentIds: readonly string[] }[]) =>
  new Map(nodes.map(({ id, parentIds }) => [id, parentIds]))
const expectSound = async () => expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])

describe('Node creation', () => {
  it('creates a node with the defaults', async () => {
    const node = await plan.add()
    expect(node).toEqual({
      id: expect.any(String),
      projectId: plan.projectId,
      parentId: null,
      parentIds: [],
      title: 'New node',
      body: '',
      status: 'todo',
      position: 10_000 / 64,
      ...emptyOtherFields,
      style: { backgroundColor: '#fffabb', processing: false },
      type: 'standard',
      transitions: [{ dt: at, from: 'deleted', to: 'todo' }],
      ...emptyPlanningFields,
      commentCount: 0,
      version: 1,
    })
    expect(await plan.list()).toEqual([node])
    await expectSound()
  })
  it('places a new node below a parent, above a child or between siblings, under the given id', async () => {
    const root = await plan.add({ title: 'root' })
    const id = randomUUID()
    const child = await plan.add({ id: id.toUpperCase(), parentId: root.id, position: 5_000 })
    expect(child).toMatchObject({ id, parentIds: [root.id], position: 5_000 })
    const between = await plan.add({ childId: child.id })
    expect(between).toMatchObject({ parentIds: [root.id], position: 5_000 })
    expect(await plan.node(child.id)).toMatchObject({ parentIds: [between.id], version: 2 })
    const first = await plan.add({ parentId: root.id, beforeId: between.id, position: 9_000 })
    expect(first.position).toBe(2_500)
    const top = await plan.add({ childId: root.id })
    expect(top.parentIds).toEqual([])
    expect((await plan.node(root.id)).parentIds).toEqual([top.id])
    await expectSound()
  })
  it('refuses invalid input and stores nothing of it', async () => {
    const root = await plan.add()
    const other = await openTestProject(world, owner, 'other')
    const elsewhere = await other.add()
    await plan.add({ parentId: root.id })
    await plan.try('deleteNode', { id: root.id })
    const seq = await plan.seq()
    const refused = async (data: object) =>
      readErrorCode(await plan.try('createNode', { data: { projectId: plan.projectId, ...data } }))
    expect(await refused({ parentId: root.id })).toBe('CONFLICT')
    expect(await refused({ parentId: elsewhere.id })).toBe('NOT_FOUND')
    expect(await refused({ parentId: randomUUID() })).toBe('NOT_FOUND')
    expect(await refused({ childId: elsewhere.id })).toBe('NOT_FOUND')
    expect(await refused({ afterId: elsewhere.id })).toBe('NOT_FOUND')
    expect(await refused({ id: elsewhere.id })).toBe('CONFLICT')
    expect(await refused({ id: root.id })).toBe('CONFLICT')
    expect(await refused({ id: 'mine' })).toBe('BAD_USER_INPUT')
    expect(await refused({ position: 10_001 })).toBe('BAD_USER_INPUT')
    expect(await refused({ style: { backgroundColor: 'red;background:url(//evil)' } })).toBe('BAD_USER_INPUT')
    expect(await refused({ projectId: 'nowhere' })).toBe('NOT_FOUND')
    expect(await plan.seq()).toBe(seq)
    await expectSound()
  })
})

const readUpdateError = async (data: object) => {
  const { id } = await plan.add()
  const answer = await plan.try('updateNode', { id, data })
  return [answer.errors?.[0]?.extensions?.['code'], answer.errors?.[0]?.extensions?.['field']]
}

describe('Node texts', () => {
  it('refuses node texts with their field if they nest too deeply or have too many tags, whatever their length', async () => {
    expect(await readUpdateError({ title: '<b>'.repeat(101) })).toEqual(['BAD_USER_INPUT', 'title'])
    expect(await readUpdateError({ body: '<ul><li>'.repeat(100) })).toEqual(['BAD_USER_INPUT', 'body'])
    expect(await readUpdateError({ body: '<b>'.repeat(333_333) })).toEqual(['BAD_USER_INPUT', 'body'])
    expect(await readUpdateError({ body: '<br>'.repeat(60_000) })).toEqual(['BAD_USER_INPUT', 'body'])
    expect(await readUpdateError({ title: '<'.repeat(20_000) })).toEqual(['BAD_USER_INPUT', 'title'])
  })
  it('sanitizes node texts the same way in this thread and in a worker', async () => {
    const [start, end] = ['<p onclick="x()">', '<script>y</script></p>']
    const long = 'word '.repeat(20_000)
    const { id } = await plan.add({ body: `${start}${long}${end}` })
    expect((await plan.node(id)).body).toBe(`<p>${long}</p>`)
  })
  it('removes control characters and more than 8 combining marks in a row, and keeps sizes on any mark', async () => {
    const marks = '\u0301'.repeat(10_000)
    const { id } = await plan.add({ title: `bell\u0007 <strong class="ql-size-huge">e${marks}</strong>` })
    expect((await plan.node(id)).title).toBe(`bell <strong class="ql-size-huge">e${marks.slice(0, 8)}</strong>`)
  })
})

describe('Node updates', () => {
  it('stores sanitized fields and adds transitions', async () => {
    const { id } = await plan.add()
    const node = await plan.change(id, {
      title: '<b>Ship</b><script>x</script>',
      body: '<p><br></p>',
      status: 'done',
      hideChildren: true,
      style: { backgroundColor: '#BBFFD8' },
    })
    expect(node).toMatchObject({
      title: '<b>Ship</b>',
      body: '',
      status: 'done',
      hideChildren: true,
      style: { backgroundColor: '#bbffd8', processing: false },
      version: 2,
    })
    expect(node.transitions.map(({ from, to }) => `${from} ${to}`)).toEqual(['deleted todo', 'todo done'])
    const seq = await plan.seq()
    expect(await plan.change(id, { status: 'done', title: '<b>Ship</b>' })).toEqual(node)
    expect(await plan.seq()).toBe(seq)
    await expectSound()
  })

  it('moves by parentId, parentIds or both, and ignores node_links', async () => {
    const [a, b, c] = [await plan.add(), await plan.add(), await plan.add()]
    expect((await plan.change(c.id, { parentId: a.id })).parentIds).toEqual([a.id])
    expect((await plan.change(c.id, { parentIds: [a.id, b.id] })).parentIds).toEqual([a.id, b.id])
    expect((await plan.change(c.id, { parentId: b.id, parentIds: [a.id, b.id] })).parentIds).toEqual([b.id, a.id])
    expect((await plan.change(c.id, { parentIds: ['node_links', a.id] })).parentIds).toEqual([a.id])
    expect((await plan.change(c.id, { parentId: null })).parentIds).toEqual([])
    const seq = await plan.seq()
    await plan.change(b.id, { parentId: a.id })
    expect(readErrorCode(await plan.try('updateNode', { id: a.id, data: { parentId: b.id, title: 'x' } }))).toBe(
      'CONFLICT',
    )
    expect(readErrorCode(await plan.try('updateNode', { id: a.id, data: { parentIds: [c.id, c.id] } }))).toBe(
      'CONFLICT',
    )
    expect((await plan.node(a.id)).title).toBe('New node')
    expect(await plan.seq()).toBe(seq + 1)
    await expectSound()
  })

  it('links only to a project that the caller may see', async () => {
    const { id } = await plan.add()
    const target = await openTestProject(world, owner, 'target')
    const hidden = await openTestProject(world, world.person('eve'), 'hidden')
    expect((await plan.change(id, { projectLink: target.projectId })).projectLink).toBe(target.projectId)
    for (const projectLink of [hidden.projectId, randomUUID(), 'x']) {
      expect(readErrorCode(await plan.try('updateNode', { id, data: { projectLink } }))).toBe('NOT_FOUND')
    }
    expect(readErrorCode(await plan.try('updateNode', { id, data: { projectLink: plan.projectId } }))).toBe(
      'BAD_USER_INPUT',
    )
    expect((await plan.change(id, { projectLink: null })).projectLink).toBeNull()
    await expectSound()
  })

  it('stores an edit of a deleted node without restoring it, and refuses a move', async () => {
    const root = await plan.add()
    const node = await plan.add({ parentId: root.id })
    await plan.try('deleteNode', { id: node.id })
    expect(await plan.change(node.id, { title: 'typed late', status: 'done' })).toMatchObject({ isDeleted: true })
    expect(readErrorCode(await plan.try('updateNode', { id: node.id, data: { parentId: null } }))).toBe('CONFLICT')
    const back = await plan.change(node.id, { isDeleted: false })
    expect(back).toMatchObject({ title: 'typed late', isDeleted: false })
    expect(back.transitions.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'deleted todo',
      'todo deleted',
      'deleted done',
    ])
    await expectSound()
  })

  it('applies a batch completely or not at all', async () => {
    const [a, b] = [await plan.add(), await plan.add()]
    const other = await openTestProject(world, owner, 'other')
    const elsewhere = await other.add()
    const batch = (ids: string[], data: object) =>
      plan.try('updateNodeBatch', { ids, data: { projectId: plan.projectId, ...data } })
    const before = await plan.list()
    expect(readErrorCode(await batch([a.id, elsewhere.id], { title: 'x' }))).toBe('NOT_FOUND')
    expect(readErrorCode(await batch([a.id, randomUUID()], { title: 'x' }))).toBe('NOT_FOUND')
    expect(readErrorCode(await batch([a.id, b.id], { title: 'x', parentId: b.id }))).toBe('CONFLICT')
    expect(await plan.list()).toEqual(before)
    const seq = await plan.seq()
    expect((await batch([a.id, b.id], { status: 'done', title: 'both' })).data).toEqual({ updateNodeBatch: true })
    expect(await plan.seq()).toBe(seq + 1)
    expect((await plan.list()).map(({ title, status, version }) => [title, status, version])).toEqual([
      ['both', 'done', 2],
      ['both', 'done', 2],
    ])
    expect(world.published.at(-1)).toEqual({ kind: 'project-changed', projectId: plan.projectId, seq: seq + 1 })
    await expectSound()
  })
})

describe('Node deletion', () => {
  it('moves the children of a deleted node up, and the records undo it in reverse', async () => {
    const root = await plan.add()
    const middle = await plan.add({ parentId: root.id })
    const leaf = await plan.add({ parentId: middle.id })
    const before = shape(await plan.list())
    const { data } = await plan.try('deleteNode', { id: middle.id })
    const records = (data as { deleteNode: { id: string; before: object }[] }).deleteNode
    expect(records.map(({ id }) => id)).toEqual([leaf.id, middle.id])
    expect((await plan.node(leaf.id)).parentIds).toEqual([root.id])
    await expectSound()
    for (const { id, before } of records.toReversed()) await plan.change(id, before)
    expect(shape(await plan.list())).toEqual(before)
    await expectSound()
  })

  it('deletes the last node only with its branch', async () => {
    const root = await plan.add()
    expect(readErrorCode(await plan.try('deleteNode', { id: root.id }))).toBe('CONFLICT')
    expect((await plan.try('deleteNodeWithChildren', { id: root.id })).data).toEqual({
      deleteNodeWithChildren: [root.id],
    })
    expect(await plan.list()).toEqual([])
    expect(readErrorCode(await plan.try('deleteNode', { id: root.id }))).toBe('CONFLICT')
    expect(readErrorCode(await plan.try('deleteNode', { id: randomUUID() }))).toBe('NOT_FOUND')
    await expectSound()
  })

  it('keeps a node with another parent outside the deleted branch and removes the link', async () => {
    const [a, b] = [await plan.add(), await plan.add()]
    const child = await plan.add({ parentId: a.id })
    const shared = await plan.add({ parentId: child.id })
    await plan.change(shared.id, { parentIds: [child.id, b.id] })
    const { data } = await plan.try('deleteNodeWithChildren', { id: a.id })
    expect(data).toEqual({ deleteNodeWithChildren: [a.id, child.id] })
    expect(await plan.node(shared.id)).toMatchObject({ parentIds: [b.id], isDeleted: false })
    expect(world.audited.at(-1)).toMatchObject({ kind: 'nodes-deleted', nodeId: a.id, nodes: 2 })
    await expectSound()
  })
})

describe('Changes since a seq', () => {
  it('returns every node that changed, including deleted ones, once each', async () => {
    const [a, b] = [await plan.add(), await plan.add()]
    const seq = await plan.seq()
    expect(await plan.changes(seq)).toEqual({ seq, complete: true, nodes: [] })
    await plan.change(a.id, { title: 'one' })
    await plan.change(a.id, { title: 'two' })
    await plan.try('deleteNode', { id: b.id })
    const { nodes, ...rest } = await plan.changes(seq)
    expect(rest).toEqual({ seq: seq + 3, complete: true })
    expect(new Map(nodes.map(({ id, title, isDeleted }) => [id, [title, isDeleted]]))).toEqual(
      new Map([
        [a.id, ['two', false]],
        [b.id, ['New node', true]],
      ]),
    )
    expect(await plan.changes(seq + 4)).toMatchObject({ complete: false, nodes: [] })
    expect(await plan.changes(-1)).toMatchObject({ complete: false, nodes: [] })
  })
})

it('deletes a large branch in parts of at most 2,000 nodes as one write', async () => {
  const { pool } = world.test
  const [rootId, ...ids] = Array.from({ length: 4_501 }, () => randomUUID())
  if (rootId === undefined) throw new Error('there is no root')
  const findParentId = (at: number): string => (at < 10 ? rootId : (ids[Math.floor(at / 10)] ?? rootId))
  const contents = {
    title: 'node',
    body: 'text',
    status: 'done',
    style: { backgroundColor: '#fffabb', processing: false },
  } as const
  const wanted = [
    { place: { id: rootId }, contents },
    ...ids.map((id, at) => ({ place: { id, parentId: findParentId(at) }, contents })),
  ]
  const caller = { viewer: owner, clientId: null, operationId: null, field: 'test' }
  await world.writes.run(caller, async (work) =>
    addManyNodes(await work.open(plan.projectId, nodePolicy['node.create']), wanted),
  )
  const kept = await plan.add({ title: 'kept' })
  const before = await plan.seq()
  const answer = await plan.try('deleteNodeWithChildren', { id: rootId })
  expect((answer.data as { deleteNodeWithChildren: string[] }).deleteNodeWithChildren).toHaveLength(4_501)
  expect((await plan.list()).map(({ id }) => id)).toEqual([kept.id])
  const { rows } = await pool.query<{ nodes: number; write: number }>(
    `select cardinality(node_ids) as nodes, write_seq as write from change_log where project_id = $1 and seq > $2 order by seq`,
    [plan.projectId, before],
  )
  expect(rows.map(({ nodes }) => nodes)).toEqual([2_000, 2_000, 501])
  expect(new Set(rows.map(({ write }) => write))).toEqual(new Set([before + 1]))
  const gone = (await plan.list(true)).find(({ isDeleted, title }) => isDeleted && title === 'node')
  expect(gone).toMatchObject({ body: 'text', version: 2 })
  expect(gone?.transitions.at(-1)).toMatchObject({ from: 'done', to: 'deleted' })
  await expectSound()
})

it('answers a taken id the same whether the caller may see its node or not', async () => {
  const hidden = await openTestProject(world, world.person('somebody else'))
  const [secret, gone, own] = [await hidden.add(), await hidden.add(), await plan.add()]
  await hidden.try('deleteNode', { id: gone.id })
  const answers = await Promise.all(
    [own, secret, gone].map(({ id }) => plan.try('createNode', { data: { projectId: plan.projectId, id } })),
  )
  const [seen, ...unseen] = answers.map(({ data, errors }) => JSON.stringify({ data, errors }))
  expect(seen).toContain('This id cannot be used for a new node')
  expect(unseen).toEqual([seen, seen])
})

describe('Repeated operation', () => {
  it('refuses a repeated operation if its id was used for other content, and stores nothing', async () => {
    const operation = createOperationIds()
    const first = await plan.add({ title: 'first' }, operation)
    const second = await world.ask(
      owner,
      nodeDocuments.createNode,
      { data: { projectId: plan.projectId, title: 'second' } },
      operation,
    )
    expect(second.errors?.[0]).toMatchObject({
      message: 'This operation id was used for another change. Send the change with a new id.',
      extensions: { code: 'CONFLICT' },
    })
    const literal = `mutation { createNode(data: { projectId: "${plan.projectId}", title: "third" }) { id } }`
    const sameText = literal.replace('third', 'fourth')
    const other = createOperationIds()
    expect((await world.ask(owner, literal, {}, other)).errors).toBeUndefined()
    expect(readErrorCode(await world.ask(owner, sameText, {}, other))).toBe('CONFLICT')
    expect((await plan.list()).map(({ title }) => title)).toEqual(expect.arrayContaining([first.title, 'third']))
    expect(await plan.list()).toHaveLength(2)
  })

  it('a repeated operation gets the first result and does nothing twice', async () => {
    const operation = createOperationIds()
    const first = await plan.add({ title: 'once' }, operation)
    await plan.change(first.id, { title: 'later' })
    expect(await plan.add({ title: 'once' }, operation)).toEqual(first)
    expect(await plan.list()).toHaveLength(1)
  })

  it('runs an operation once even when both requests arrive at once on different servers', async () => {
    const other = world.another()
    for (let round = 0; round < 20; round += 1) {
      const operation = createOperationIds()
      const send = (server: typeof other) =>
        server.get<{ createNode: object }>(
          owner,
          nodeDocuments.createNode,
          { data: { projectId: plan.projectId } },
          operation,
        )
      const [left, right] = await Promise.all([send(world), send(other), send(world)])
      expect(left).toEqual(right)
    }
    expect(await plan.list()).toHaveLength(20)
    await expectSound()
  })

  it('treats an operation as new from another tab, person or field, or after a day', async () => {
    const operation = createOperationIds()
    await plan.add({}, operation)
    await plan.add({}, { ...operation, clientId: 'another tab' })
    const both = `mutation ($data: NodeCreate!) { a: createNode(data: $data) { id } b: createNode(data: $data) { id } }`
    const send = () =>
      world.get<Record<'a' | 'b', { id: string }>>(owner, both, { data: { projectId: plan.projectId } }, operation)
    const sent = await send()
    expect(sent.a.id).not.toBe(sent.b.id)
    expect(await send()).toEqual(sent)
    expect(await plan.list()).toHaveLength(4)
    at += 24 * 60 * 60 * 1000
    await plan.add({}, operation)
    expect(await plan.list()).toHaveLength(5)
  })

  it('runs an operation that is repeated after a refusal', async () => {
    const operation = createOperationIds()
    const id = randomUUID()
    const data = { projectId: plan.projectId, parentId: id }
    expect(readErrorCode(await plan.try('createNode', { data }, operation))).toBe('NOT_FOUND')
    await plan.add({ id })
    expect((await plan.try('createNode', { data }, operation)).errors).toBeUndefined()
  })
})
