import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findStoredBreaches } from '../../database/consistency.ts'
import { type NodeClient, nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectServer, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

/** `RACES=long` makes 10,000 changes on three servers, which takes minutes. */
const isLong = process.env['RACES'] === 'long'
const racesMs = isLong ? 1_800_000 : 240_000

let world: ProjectWorld
let servers: readonly ProjectServer[]
let ada: SignedInViewer
let plan: NodeClient
let ids: { readonly goal: string; readonly step: string; readonly other: string; readonly last: string }

beforeAll(async () => {
  world = await openProjectWorld()
  servers = [world, world.another(), world.another()]
  ada = world.person('ada')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, ada)
  const goal = await plan.add({ title: 'goal' })
  const step = await plan.add({ title: 'step', parentId: goal.id })
  const [other, last] = [await plan.add({ title: 'other' }), await plan.add({ title: 'last' })]
  ids = { goal: goal.id, step: step.id, other: other.id, last: last.id }
})

const readError = async (answer: ReturnType<NodeClient['try']>) => {
  const [error] = (await answer).errors ?? []
  return error && [error.extensions?.['code'], error.message, error.extensions?.['field']]
}
const update = (id: string, data: object) => plan.try('updateNode', { id, data })
const cycle = ['CONFLICT', 'A node cannot wait for itself', undefined]
const readBlockerIds = async (id: string) => (await plan.node(id)).blockedByIds

describe('blockedByIds', () => {
  it('is stored by create, update and batch, as a whole and in parts', async () => {
    const { goal, step, other, last } = ids
    const made = await plan.add({ parentId: goal, blockedByIds: [other.toUpperCase()], addBlockedByIds: [last] })
    expect(made.blockedByIds).toEqual([other, last])
    expect((await plan.change(step, { blockedByIds: [made.id, other] })).blockedByIds).toEqual([made.id, other])
    const data = { projectId: plan.projectId, addBlockedByIds: [last], removeBlockedByIds: [other] }
    await plan.try('updateNodeBatch', { ids: [step, made.id], data })
    expect([await readBlockerIds(step), await readBlockerIds(made.id)]).toEqual([[made.id, last], [last]])
    expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
  })

  it('changes nothing if it is there already, not even the version', async () => {
    const { version } = await plan.change(ids.last, { addBlockedByIds: [ids.other] })
    const seq = await plan.seq()
    expect(await plan.change(ids.last, { addBlockedByIds: [ids.other] })).toMatchObject({ version })
    expect(await plan.seq()).toBe(seq)
  })

  it('refuses whatever would make a node wait for itself, and stores nothing', async () => {
    const { goal, step, other, last } = ids
    await plan.change(goal, { addBlockedByIds: [other] })
    const before = await plan.list(true)
    expect(await readError(update(last, { addBlockedByIds: [last] }))).toEqual(cycle)
    expect(await readError(update(goal, { addBlockedByIds: [step] }))).toEqual(cycle)
    expect(await readError(update(step, { blockedByIds: [goal] }))).toEqual(cycle)
    expect(await readError(update(other, { addBlockedByIds: [step] }))).toEqual(cycle)
    expect(await readError(update(step, { parentIds: [goal, other] }))).toEqual(cycle)
    expect(await readError(update(other, { parentId: step }))).toEqual(cycle)
    const id = randomUUID()
    const data = { projectId: plan.projectId, id }
    expect(await readError(plan.try('createNode', { data: { ...data, blockedByIds: [id] } }))).toEqual(cycle)
    expect(
      await readError(plan.try('createNode', { data: { ...data, parentId: other, blockedByIds: [goal] } })),
    ).toEqual(cycle)
    const batch = { projectId: plan.projectId, title: 'changed', addBlockedByIds: [last] }
    expect(await readError(plan.try('updateNodeBatch', { ids: [other, last], data: batch }))).toEqual(cycle)
    expect(await plan.list(true)).toEqual(before)
  })

  it('refuses an undelete that would close a cycle, and restores the links of others', async () => {
    const { goal, other, last } = ids
    await plan.change(last, { addBlockedByIds: [other] })
    await plan.try('deleteNode', { id: other })
    expect(await readBlockerIds(last)).toEqual([other])
    await plan.change(goal, { addBlockedByIds: [last] })
    expect(await readError(update(other, { isDeleted: false, addBlockedByIds: [goal] }))).toEqual(cycle)
    await plan.change(other, { isDeleted: false })
    expect(await readError(update(other, { addBlockedByIds: [goal] }))).toEqual(cycle)
    await plan.change(last, { removeBlockedByIds: [other] })
    await plan.change(other, { addBlockedByIds: [last] })
    await plan.try('deleteNode', { id: other })
    await plan.change(last, { parentId: null })
    expect(await readError(update(other, { isDeleted: false }))).toBeUndefined()
    await plan.try('deleteNodeWithChildren', { id: other })
    const child = await plan.add({ parentId: last })
    await plan.change(goal, { blockedByIds: [] })
    // Other, which is deleted, waits for last. Nothing living may be below it, so an undelete brings the link back.
    expect(await readBlockerIds(other)).toEqual([last])
    expect(await readError(update(other, { isDeleted: false, parentId: child.id }))).toEqual(cycle)
  })

  it.each(['blockedByIds', 'addBlockedByIds'])('refuses bad ids in %s with the field', async (field) => {
    const { other, last } = ids
    const elsewhere = await (await openTestProject(world, ada)).add()
    await plan.try('deleteNode', { id: other })
    const unknown = ['BAD_USER_INPUT', 'The node to wait for was not found', field]
    for (const id of [randomUUID(), elsewhere.id, other, 'nobody', '']) {
      expect(await readError(update(last, { [field]: [id] })), id).toEqual(unknown)
      const created = plan.try('createNode', { data: { projectId: plan.projectId, [field]: [id] } })
      expect(await readError(created), id).toEqual(unknown)
    }
    const twice = [ids.goal, ids.goal.toUpperCase()]
    const refused = ['BAD_USER_INPUT', 'A node can wait for at most 1,000 others, each once', field]
    expect(await readError(update(last, { [field]: twice }))).toEqual(refused)
    const many = Array.from({ length: 1_001 }, () => randomUUID())
    expect(await readError(update(last, { [field]: many }))).toEqual(refused)
    expect(await readBlockerIds(last)).toEqual([])
  })

  it('is undone from the history, unless the undo would close a cycle', async () => {
    const { goal, other, last } = ids
    await plan.change(last, { blockedByIds: [other] })
    await plan.change(last, { blockedByIds: [] })
    const seq = await plan.seq()
    const undo = `mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }`
    await plan.change(other, { blockedByIds: [last] })
    const refused = world.ask(ada, undo, { projectId: plan.projectId, seq })
    expect(await readError(refused)).toEqual(cycle)
    await plan.change(other, { blockedByIds: [] })
    await plan.change(last, { addBlockedByIds: [goal] })
    await world.get(ada, undo, { projectId: plan.projectId, seq })
    expect(await readBlockerIds(last)).toEqual([goal, other])
  })

  it('appears in the history with the titles of the blockers', async () => {
    await plan.change(ids.last, { blockedByIds: [ids.other] })
    const read = `query ($id: ID!) { history(projectId: $id, first: 1) { entries { kind canUndo changes { title before after } } } }`
    const { history } = await world.get<{ history: { entries: readonly object[] } }>(ada, read, { id: plan.projectId })
    expect(history.entries).toEqual([
      {
        kind: 'nodes_changed',
        canUndo: true,
        changes: [
          { title: 'last', before: { blockers: [] }, after: { blockers: [{ id: ids.other, title: 'other' }] } },
        ],
      },
    ])
  })

  it('points to the new nodes in a duplicate, without those that are deleted', async () => {
    const { goal, step, other, last } = ids
    await plan.change(step, { blockedByIds: [last, other] })
    await plan.try('deleteNode', { id: other })
    const { cloneProject } = await world.get<{ cloneProject: { id: string } }>(
      ada,
      `mutation ($id: ID!) { cloneProject(id: $id) { id } }`,
      { id: plan.projectId },
    )
    const { nodes } = await world.get<{ nodes: readonly { id: string; title: string; blockedByIds: string[] }[] }>(
      ada,
      nodeDocuments.nodes,
      { projectId: cloneProject.id },
    )
    const copied = new Map(nodes.map((node) => [node.title, node]))
    expect(copied.get('step')?.blockedByIds).toEqual([copied.get('last')?.id])
    expect([goal, step, last]).not.toContain(copied.get('last')?.id)
  })

  it(
    'stays without a cycle in races of blocks, moves, deletions and undeletes on three servers',
    async () => {
      const more = await Promise.all(Array.from({ length: 10 }, () => plan.add()))
      const all = [...Object.values(ids), ...more.map(({ id }) => id)]
      const outcomes = { stored: 0, CONFLICT: 0 }
      const races = isLong ? 1_250 : 120
      const work = async (worker: number) => {
        const server = servers[worker % servers.length] ?? world
        let state = worker + 1
        const pick = <Item>(items: readonly Item[]): Item => {
          state = (state * 48_271) % 2_147_483_647
          return items[state % items.length] as Item
        }
        for (let turn = 0; turn < races; turn += 1) {
          const data = pick([
            { addBlockedByIds: [pick(all)] },
            { blockedByIds: [pick(all)] },
            { parentIds: [pick(all)] },
            { isDeleted: pick([true, false, false, false]) },
          ])
          const answer = await server.ask(ada, nodeDocuments.updateNode, { id: pick(all), data })
          const code = readErrorCode(answer)
          if (code === undefined) outcomes.stored += 1
          // A node that is deleted meanwhile cannot be waited for.
          else if (code !== 'BAD_USER_INPUT') {
            expect(code).toBe('CONFLICT')
            outcomes.CONFLICT += 1
          }
        }
      }
      await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
      expect(Math.min(outcomes.stored, outcomes.CONFLICT)).toBeGreaterThan(50)
      expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
    },
    racesMs,
  )
})
