import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { trimChangeLogs } from '../../database/upkeep.ts'
import { createNodeClient, openTestProject, type NodeClient } from '../../testing/node-client.ts'
import { readErrorCode, openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { readProjectHistory } from './read-history.ts'

const clock = { at: Date.parse('2026-03-01T10:00:00Z') }
const share = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const query = `query ($projectId: ID!, $before: Int, $first: Int) {
  history(projectId: $projectId, before: $before, first: $first) {
    next keptFrom
    entries {
      seq at kind nodeCount nodeIds canUndo undoes
      by { id email firstname picture }
      changes { id title isDeleted before after }
    }
  }
}`

interface Entry {
  readonly seq: number
  readonly kind: string
  readonly nodeCount: number
  readonly nodeIds: readonly string[]
  readonly canUndo: boolean
  readonly by: { readonly firstname: string } | null
  readonly changes: readonly { readonly id: string; readonly title: string; before: object; after: object }[]
}
interface Page {
  readonly next: number | null
  readonly keptFrom: number
  readonly entries: readonly Entry[]
}

let world: ProjectWorld
let ada: SignedInViewer
let bob: SignedInViewer
let plan: NodeClient
let bobs: NodeClient

beforeAll(async () => {
  world = await openProjectWorld({ now: () => new Date((clock.at += 1_000)) })
  ada = world.person('ada')
  bob = world.person('bob')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, ada)
  await world.get(ada, share, { id: plan.projectId, data: { sharing: { users: { [bob.person.id]: 'editor' } } } })
  bobs = createNodeClient(world, bob, plan.projectId)
})

const history = async (page: { before?: number; first?: number } = {}): Promise<Page> =>
  (await world.get<{ history: Page }>(ada, query, { projectId: plan.projectId, ...page })).history
const latest = async (): Promise<Entry> => {
  const [entry] = (await history({ first: 1 })).entries
  if (entry === undefined) throw new Error('there is no history')
  return entry
}

const away = () => Promise.reject(new IdentityUnavailableError('away'))

describe('Project history', () => {
  it('lists who did what and when, latest first, with the former values', async () => {
    const pear = await plan.add({ title: '<strong>Pear</strong>' })
    await bobs.change(pear.id, { title: 'Quince', status: 'done' })
    const { entries, next, keptFrom } = await history()
    expect([entries.map(({ kind }) => kind), next, keptFrom]).toEqual([
      ['nodes_changed', 'nodes_created', 'project_updated', 'project_created'],
      null,
      0,
    ])
    expect(entries.map(({ by }) => by?.firstname)).toEqual(['bob', 'ada', 'ada', 'ada'])
    expect(entries[0]).toMatchObject({
      at: clock.at,
      nodeCount: 1,
      nodeIds: [pear.id],
      canUndo: true,
      undoes: null,
      by: { email: 'bob@example.com', picture: `https://espalier.example/avatar/${bob.person.id}` },
      changes: [
        {
          id: pear.id,
          title: 'Quince',
          isDeleted: false,
          before: { title: 'Pear', status: 'todo' },
          after: { title: 'Quince', status: 'done' },
        },
      ],
    })
    expect(entries[2]).toMatchObject({ canUndo: false, changes: [{ before: { people: 0 }, after: { people: 1 } }] })
    expect(entries[3]).toMatchObject({ canUndo: false })
  })

  it('describes a move by its parents and a long text only by its field name', async () => {
    const a = await plan.add({ title: 'A' })
    const b = await plan.add({ title: 'B' })
    const pear = await plan.add({ title: 'Pear', parentId: a.id })
    await plan.change(pear.id, { parentId: b.id })
    expect((await latest()).changes).toMatchObject([
      { before: { parents: [{ id: a.id, title: 'A' }] }, after: { parents: [{ id: b.id, title: 'B' }] } },
    ])
    await plan.change(pear.id, { body: 'x'.repeat(100_000) })
    expect((await latest()).changes).toMatchObject([{ before: { body: true }, after: { body: true } }])
    await plan.change(pear.id, { style: { backgroundColor: '#bbffd8' } })
    expect(await latest()).toMatchObject({ canUndo: true, changes: [{ after: { backgroundColor: '#bbffd8' } }] })
  })

  it('the history has one entry per action with its main node first, however many nodes it moved', async () => {
    const top = await plan.add({ title: 'Top' })
    const parents = [top.id]
    for (let count = 0; count < 30; count += 1) {
      const { id } = await plan.add({ parentId: parents[Math.floor(count / 3)] })
      parents.push(id)
    }
    await plan.add({ title: 'Other' })
    await plan.try('deleteNodeWithChildren', { id: top.id })
    const branch = await latest()
    expect(branch).toMatchObject({ kind: 'nodes_deleted', nodeCount: 31 })
    expect([branch.changes.length, branch.changes[0]?.id, branch.nodeIds.length]).toEqual([20, top.id, 31])
    const above = await plan.add({ title: 'Above' })
    const below = await plan.add({ title: 'Below', parentId: above.id })
    await plan.try('deleteNode', { id: above.id })
    const lifted = await latest()
    expect(lifted).toMatchObject({ kind: 'nodes_deleted', nodeCount: 1 })
    expect(lifted.changes.map(({ id }) => id)).toEqual([above.id, below.id])
    expect((await history()).entries.filter(({ kind }) => kind === 'nodes_deleted')).toHaveLength(2)
  })

  it('returns consistent history pages even while the history grows', async () => {
    for (let count = 0; count < 7; count += 1) await plan.add({ title: String(count) })
    const first = await history({ first: 4 })
    await plan.add({ title: 'meanwhile' })
    const second = await history({ first: 4, before: first.next ?? 0 })
    const third = await history({ first: 4, before: second.next ?? 0 })
    const all = [first, second, third].flatMap(({ entries }) => entries.map(({ seq }) => seq))
    expect(all).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(third.next).toBeNull()
    for (const wrong of [0, 101]) {
      const refused = await world.ask(ada, query, { projectId: plan.projectId, first: wrong })
      expect(readErrorCode(refused)).toBe('BAD_USER_INPUT')
    }
  })

  it('the history begins at the first change that was not trimmed', async () => {
    const { id } = await plan.add({ title: 'old' })
    clock.at += 100 * 86_400_000
    await plan.change(id, { title: 'new' })
    await trimChangeLogs(world.database, { before: new Date(clock.at - 86_400_000), keep: 1 })
    const { entries, next, keptFrom } = await history()
    expect([entries.map(({ kind }) => kind), next, keptFrom]).toEqual([['nodes_changed'], null, 3])
  })

  it('shows changes without former values and offers no undo for them', async () => {
    const { id } = await plan.add({ title: 'Pear' })
    await plan.change(id, { title: 'Quince' })
    const forget = 'update change_log set before = null, told = null, write_seq = null where project_id = $1'
    await world.test.pool.query(forget, [plan.projectId])
    expect(await latest()).toMatchObject({ canUndo: false, changes: [{ before: {}, after: { title: 'Quince' } }] })
  })

  it('offers no undo for an action whose beginning was trimmed', async () => {
    const root = await plan.add({ title: 'Root' })
    await plan.add({ title: 'Leaf', parentId: root.id })
    await plan.try('deleteNode', { id: root.id })
    expect(await latest()).toMatchObject({ kind: 'nodes_deleted', canUndo: true })
    const trim = `with trimmed as (delete from change_log where project_id = $1 and seq <= 5)
      update projects set log_from = 5 where id = $1`
    await world.test.pool.query(trim, [plan.projectId])
    expect(await latest()).toMatchObject({ seq: 5, canUndo: false })
    const undo = 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }'
    for (const seq of [5, 6]) {
      expect(readErrorCode(await world.ask(ada, undo, { projectId: plan.projectId, seq }))).toBe('NOT_FOUND')
    }
  })

  it('shows the history without names while the identity service is unavailable', async () => {
    const { database, log } = world
    const reading = { database, log, audit: () => {}, people: { find: away }, apiUrl: () => 'https://espalier.example' }
    const page = await readProjectHistory(reading, ada, { projectId: plan.projectId, before: null, first: 5 })
    expect(page.entries.map(({ by }) => by)).toEqual([null, null])
  })
})
