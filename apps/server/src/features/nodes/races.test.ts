import { randomUUID } from 'node:crypto'
import { compareSiblings } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNodeClient, type NodeClient, nodeDocuments, openTestProject } from '../../testing/node-client.ts'
import { findStoredBreaches } from '../../database/consistency.ts'
import { openProjectWorld, type ProjectServer, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import { changeNodes, type SignedInViewer } from '../projects/index.ts'
import { addManyNodes } from './create-node.ts'
import { nodePolicy } from './policy.ts'

let world: ProjectWorld
let servers: readonly ProjectServer[]
let owner: SignedInViewer
let plan: NodeClient

beforeAll(async () => {
  world = await openProjectWorld()
  servers = [world, world.another(), world.another()]
  owner = world.person('ada')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner)
})
const expectSound = async () => expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])

const racers = 8
/** `RACES=long` makes five times as many races and inserts, which takes more than a minute. */
const factor = process.env['RACES'] === 'long' ? 5 : 1
const racesEach = 250 * factor
const insertsPerBatch = 2_000 * factor

const pickFrom = (seed: number) => {
  let state = seed
  return <Item>(items: readonly Item[]): Item => {
    state = (state * 48_271) % 2_147_483_647
    return items[state % items.length] as Item
  }
}

describe('Concurrent writes of several servers', () => {
  it(`leaves no cycle after ${racers * racesEach} racing reparents and commits in seq order`, async () => {
    const nodes = await Promise.all(Array.from({ length: 12 }, () => plan.add()))
    const ids = nodes.map(({ id }) => id)
    const outcomes = { moved: 0, CONFLICT: 0 }
    const work = async (worker: number) => {
      const server = servers[worker % servers.length] ?? world
      const pick = pickFrom(worker + 1)
      for (let turn = 0; turn < racesEach; turn += 1) {
        const data = pick([{ parentId: pick(ids) }, { parentIds: [pick(ids)] }, { parentId: null }])
        const answer = await server.ask(owner, nodeDocuments.updateNode, { id: pick(ids), data })
        const code = readErrorCode(answer)
        if (code === undefined) outcomes.moved += 1
        else {
          expect(code).toBe('CONFLICT')
          outcomes.CONFLICT += 1
        }
      }
    }
    await Promise.all(Array.from({ length: racers }, (_, worker) => work(worker)))
    expect(outcomes.moved + outcomes.CONFLICT).toBe(racers * racesEach)
    expect(Math.min(outcomes.moved, outcomes.CONFLICT)).toBeGreaterThan((racers * racesEach) / 20)
    await expectSound()
  }, 240_000)

  it('accepts only one of two moves that would form a cycle at the same moment', async () => {
    for (let round = 0; round < 50; round += 1) {
      const [a, b] = [await plan.add(), await plan.add()]
      const answers = await Promise.all([
        servers[1]?.ask(owner, nodeDocuments.updateNode, { id: a.id, data: { parentId: b.id } }),
        servers[2]?.ask(owner, nodeDocuments.updateNode, { id: b.id, data: { parentId: a.id } }),
      ])
      expect(answers.map((answer) => answer && readErrorCode(answer)).sort()).toEqual(['CONFLICT', undefined])
    }
    await expectSound()
  })

  it('keeps every invariant and the log in random operations', async () => {
    const known: string[] = [(await plan.add()).id]
    const work = async (worker: number) => {
      const client = createNodeClient(servers[worker % servers.length] ?? world, owner, plan.projectId)
      const pick = pickFrom(worker + 77)
      const steps = [
        async () => void known.push((await client.add({ parentId: pick(known), status: pick(['todo', 'done']) })).id),
        async () => void known.push((await client.add({ childId: pick(known) })).id),
        async () => void known.push((await client.add({ afterId: pick(known), parentId: pick(known) })).id),
        () => client.try('updateNode', { id: pick(known), data: { parentIds: [pick(known), pick(known)] } }),
        () => client.try('updateNode', { id: pick(known), data: { position: pick([0, 1, 5_000, 10_000]) } }),
        () => client.try('updateNode', { id: pick(known), data: { status: pick(['todo', 'progress', 'done']) } }),
        () => client.try('updateNode', { id: pick(known), data: { isDeleted: pick([true, false, false]) } }),
        () =>
          client.try('updateNodeBatch', {
            ids: [pick(known), pick(known)],
            data: { projectId: plan.projectId, status: 'progress', isDeleted: false },
          }),
        () => client.try('deleteNode', { id: pick(known) }),
      ]
      for (let turn = 0; turn < 150; turn += 1) await pick(steps)().catch(() => {})
    }
    await Promise.all(Array.from({ length: 6 }, (_, worker) => work(worker)))
    expect(known.length).toBeGreaterThan(50)
    await expectSound()
  }, 60_000)

  it('ignores access that is revoked while a write waits for the lock', async () => {
    const editor = world.person('bob')
    const share = (users: object) =>
      world.get(owner, `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`, {
        id: plan.projectId,
        data: { sharing: { users } },
      })
    await share({ [editor.person.id]: 'editor' })
    const holder = await world.test.pool.connect()
    await holder.query('begin')
    await holder.query('select from projects where id = $1 for update', [plan.projectId])
    const waiting = createNodeClient(servers[1] ?? world, editor, plan.projectId).try('createNode', {
      data: { projectId: plan.projectId },
    })
    const blocked = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await world.test.pool.query(blocked)).rows[0]?.n).toBe(1)
    await holder.query('delete from project_members where project_id = $1', [plan.projectId])
    await holder.query('commit')
    holder.release()
    expect(readErrorCode(await waiting)).toBe('NOT_FOUND')
  })
})

describe('Sibling order', () => {
  it(`keeps strict order in ${5 * insertsPerBatch} inserts into one gap and refuses none`, async () => {
    const root = await plan.add()
    const left = await plan.add({ parentId: root.id, position: 1 })
    await plan.add({ parentId: root.id, position: 2 })
    const caller = { viewer: owner, clientId: null, operationId: null, field: 'test' }
    const contents = {
      title: '',
      body: '',
      status: 'todo',
      style: { backgroundColor: '#fffabb', processing: false },
    } as const
    const inserted: string[] = []
    for (let batch = 0; batch < 5; batch += 1) {
      await world.writes.run(caller, async (work) => {
        const write = await work.open(plan.projectId, nodePolicy['node.create'])
        const ids = Array.from({ length: insertsPerBatch }, () => randomUUID())
        const place = { parentId: root.id, afterId: left.id }
        await addManyNodes(
          write,
          ids.map((id) => ({ place: { ...place, id }, contents })),
        )
        inserted.push(...ids)
      })
    }
    const siblings = (await plan.list()).filter(({ parentId }) => parentId === root.id).sort(compareSiblings)
    expect(siblings.slice(1, -1).map(({ id }) => id)).toEqual(inserted.toReversed())
    await expectSound()
  }, 240_000)

  it('discards the structure changes of a failed transaction', async () => {
    const root = await plan.add()
    const caller = { viewer: owner, clientId: null, operationId: null, field: 'test' }
    const failing = world.writes.run(caller, async (work) => {
      const write = await work.open(plan.projectId, nodePolicy['node.update'])
      await write.graph()
      await changeNodes(write, {
        diffs: [{ operation: 'update-node', id: root.id, before: {}, after: { isDeleted: true } }],
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await plan.add({ parentId: root.id })).toMatchObject({ parentIds: [root.id] })
    await expectSound()
  })
})
