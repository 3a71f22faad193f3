import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type LiveClient,
  liveNodeFields,
  type LivePayload,
  type LiveWorld,
  openLiveWorld,
  readPayloadNodes,
} from '../../testing/live-world.ts'
import { createNodeClient, type NodeClient, nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import type { SignedInViewer } from '../projects/index.ts'

let live: LiveWorld
let owner: SignedInViewer
let plan: NodeClient
let client: LiveClient

beforeAll(async () => {
  live = await openLiveWorld()
  owner = live.world.person('ada')
})
afterAll(() => live.close())
beforeEach(async () => {
  plan = await openTestProject(live.world, owner)
  client = await live.connect(owner, 'tab-1')
})
afterEach(() => client.close())

const allFields = [...liveNodeFields, 'projectUpdated'] as const
const listSeqs = (payloads: readonly LivePayload[]) => payloads.map(({ extensions }) => extensions?.seq)
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const update = (data: object) => live.world.get(owner, updateProject, { id: plan.projectId, data })

describe('Live events', () => {
  it('sends a new node completely with its version, seq and tab, to the sender as well', async () => {
    const received = await client.enter(plan.projectId, ['nodeCreated'])
    const made = await plan.add({ title: 'Bread' }, { clientId: 'tab-1' })
    const [payload] = await received.nodeCreated.payloads.atLeast(1)
    expect(payload).toEqual({ data: { nodeCreated: made }, extensions: { seq: 2, clientId: 'tab-1' } })
  })

  it('sends an edit as nodeUpdated and a deleted node with isDeleted', async () => {
    const [first] = [await plan.add(), await plan.add()]
    const received = await client.enter(plan.projectId, ['nodeUpdated'])
    await plan.change(first.id, { title: 'Milk' })
    await plan.change(first.id, { isDeleted: true })
    const payloads = await received.nodeUpdated.payloads.atLeast(2)
    expect(listSeqs(payloads)).toEqual([4, 5])
    expect(readPayloadNodes(payloads[0] ?? {})).toMatchObject([{ id: first.id, title: 'Milk' }])
    expect(readPayloadNodes(payloads[1] ?? {})).toMatchObject([{ id: first.id, isDeleted: true, version: 3 }])
  })

  it('sends the children of a deleted node and the lost links of a deleted branch as a batch', async () => {
    const [root, other] = [await plan.add(), await plan.add()]
    const child = await plan.add({ parentId: root.id })
    const shared = await plan.add({ parentId: child.id })
    await plan.change(shared.id, { parentIds: [child.id, other.id] })
    const received = await client.enter(plan.projectId, liveNodeFields)
    await plan.try('deleteNodeWithChildren', { id: child.id })
    const [branch] = await received.nodeBatchUpdated.payloads.atLeast(1)
    expect(readPayloadNodes(branch ?? {})).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: child.id, isDeleted: true }),
        expect.objectContaining({ id: shared.id, isDeleted: false, parentIds: [other.id] }),
      ]),
    )
    await plan.try('deleteNode', { id: other.id })
    const [deleted] = await received.nodeUpdated.payloads.atLeast(1)
    expect(readPayloadNodes(deleted ?? {})).toMatchObject([{ id: other.id, isDeleted: true }])
    const [, moved] = await received.nodeBatchUpdated.payloads.atLeast(2)
    expect(readPayloadNodes(moved ?? {})).toMatchObject([{ id: shared.id, parentIds: [] }])
  })

  it('sends a batch as one event and a change of the project as projectUpdated', async () => {
    const ids = [(await plan.add()).id, (await plan.add()).id]
    const received = await client.enter(plan.projectId, allFields)
    await plan.try('updateNodeBatch', { ids, data: { projectId: plan.projectId, status: 'done' } })
    await update({ title: 'Winter', layout: 'tree-up' })
    const [batch] = await received.nodeBatchUpdated.payloads.atLeast(1)
    expect(new Map(readPayloadNodes(batch ?? {}).map(({ id, status }) => [id, status]))).toEqual(
      new Map(ids.map((id) => [id, 'done'])),
    )
    const [project] = await received.projectUpdated.payloads.atLeast(1)
    expect(project).toMatchObject({
      data: { projectUpdated: { title: 'Winter', layout: 'tree-up', seq: 5 } },
      extensions: { seq: 5, clientId: null },
    })
  })

  it('sends repositioned siblings as a batch after the new node', async () => {
    const root = await plan.add()
    const near = { parentId: root.id, position: 5 }
    await plan.add(near)
    const received = await client.enter(plan.projectId, liveNodeFields)
    const made = await plan.add({ ...near, position: 5 + 1e-9 })
    const [created] = await received.nodeCreated.payloads.atLeast(1)
    const [spread] = await received.nodeBatchUpdated.payloads.atLeast(1)
    expect(created?.extensions?.seq).toBeLessThan(spread?.extensions?.seq ?? 0)
    expect(readPayloadNodes(spread ?? {}).length).toBeGreaterThan(0)
    expect(readPayloadNodes(created ?? {})[0]?.id).toBe(made.id)
  })

  it('sends nothing after completion and nothing of other projects', async () => {
    const other = await openTestProject(live.world, owner)
    const received = await client.enter(plan.projectId, ['nodeCreated', 'nodeUpdated'])
    received.nodeCreated.complete()
    await other.add()
    const node = await plan.add()
    await plan.change(node.id, { title: 'x' })
    await received.nodeUpdated.payloads.atLeast(1)
    expect([received.nodeCreated.payloads.items, received.nodeUpdated.payloads.items.length]).toEqual([[], 1])
  })
})

describe('Event order', () => {
  it('sends 200 concurrent writes of three servers in the order of seq, each once', async () => {
    const servers = [live.world, live.world.another(live.world.bus), live.world.another(live.world.bus)]
    const clients = servers.map((server) => createNodeClient(server, owner, plan.projectId))
    const root = await plan.add()
    const arrived: number[] = []
    const received = await client.enter(plan.projectId, allFields)
    client.socket.on('message', (bytes) => {
      const { payload } = JSON.parse(String(bytes)) as { payload: LivePayload }
      if (payload.data?.['projectSessions'] === undefined) arrived.push(payload.extensions?.seq ?? -1)
    })
    await Promise.all(
      Array.from({ length: 200 }, (_, turn) => {
        const writer = clients[turn % clients.length] ?? plan
        if (turn % 4 === 0) return writer.add({ parentId: root.id })
        if (turn % 4 === 1) return update({ title: `Plan ${turn}` })
        if (turn % 4 === 2) return writer.change(root.id, { title: `${turn}` })
        return writer.try('updateNodeBatch', { ids: [root.id], data: { projectId: plan.projectId, body: `${turn}` } })
      }),
    )
    const last = await plan.seq()
    await received.nodeCreated.payloads.atLeast(50)
    await expect.poll(() => arrived.at(-1), { timeout: 10_000 }).toBe(last)
    expect(arrived).toEqual(Array.from({ length: last - 2 }, (_, index) => index + 3))
  })

  it('misses nothing when a client subscribes first and then catches up', async () => {
    const known = new Map<string, number>()
    const applyNodes = (nodes: readonly { id: string; version: number }[]) => {
      for (const { id, version } of nodes) known.set(id, Math.max(version, known.get(id) ?? 0))
    }
    let isWriting = true
    const writing = (async () => {
      for (let turn = 0; isWriting && turn < 500; turn += 1) {
        const { id } = await plan.add()
        await plan.change(id, { title: `${turn}` })
      }
    })()
    const sessions = await client.enter(plan.projectId, [...liveNodeFields, 'projectSessions'])
    const asked = await plan.changes(0)
    const greeting = sessions.projectSessions.payloads.items[0]?.extensions?.seq ?? Infinity
    expect(asked.seq).toBeGreaterThanOrEqual(greeting)
    applyNodes(asked.nodes)
    isWriting = false
    await writing
    const all = await plan.list(true)
    await expect
      .poll(
        () => {
          for (const field of liveNodeFields) applyNodes(sessions[field].payloads.items.flatMap(readPayloadNodes))
          return all.filter(({ id, version }) => known.get(id) !== version)
        },
        { timeout: 10_000 },
      )
      .toEqual([])
  })
})

describe('Catching up', () => {
  it('returns deleted nodes and the seq that a change of the project advanced', async () => {
    const [first] = [await plan.add(), await plan.add()]
    const before = await plan.seq()
    await plan.change(first.id, { isDeleted: true })
    await update({ title: 'Renamed' })
    expect(await plan.changes(before)).toMatchObject({
      seq: before + 2,
      complete: true,
      nodes: [{ id: first.id, isDeleted: true }],
    })
    const answer = await live.world.ask(owner, nodeDocuments.changes, { projectId: plan.projectId, after: 10_000 })
    expect(answer.data).toMatchObject({ changes: { complete: false } })
  })
})
