import { defaultLayout, undoTexts } from '@espalier/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNodeClient, createOperationIds, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { findStoredBreaches } from '../../database/consistency.ts'
import {
  openProjectWorld,
  type ProjectWorld,
  readErrorCode,
  readLoggedChanges,
  type RequestIds,
} from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

const mutation = 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }'
const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id title } }`

let world: ProjectWorld
let ada: SignedInViewer
let bob: SignedInViewer
let plan: NodeClient
let bobs: NodeClient

beforeAll(async () => {
  world = await openProjectWorld()
  ada = world.person('ada')
  bob = world.person('bob')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, ada)
  const sharing = { users: { [bob.person.id]: 'editor' } }
  await world.get(ada, updateProject, { id: plan.projectId, data: { sharing } })
  bobs = createNodeClient(world, bob, plan.projectId)
})

const undo = (seq: number, sending?: RequestIds) =>
  world.ask(ada, mutation, { projectId: plan.projectId, seq }, sending)
/** Returns the seq of the first change of the action. */
async function acted(act: () => Promise<unknown>): Promise<number> {
  const before = await plan.seq()
  await act()
  return before + 1
}
async function undone(seq: number): Promise<void> {
  expect(await undo(seq)).toEqual({ data: { undoChange: true } })
  expect(await findStoredBreaches(world.test.pool, plan.projectId)).toEqual([])
}
async function refused(seq: number, text: string): Promise<void> {
  const before = await plan.list(true)
  const answer = await undo(seq)
  expect([readErrorCode(answer), answer.errors?.[0]?.message]).toEqual(['CONFLICT', text])
  expect(await plan.list(true)).toEqual(before)
}
const shape = async () => {
  const nodes = await plan.list()
  const findTitle = (id: string) => nodes.find((node) => node.id === id)?.title
  return nodes.map((node) => `${node.title} < ${node.parentIds.map(findTitle).join(' ') || '-'}`).toSorted()
}

describe('Undo of a past change', () => {
  it.each([
    ['title', { title: 'Quince' }],
    ['body', { body: '<p>Juicy</p>' }],
    ['status', { status: 'done' }],
    ['fold', { hideChildren: true }],
    ['colour', { style: { backgroundColor: '#bbffd8' } }],
    ['several fields', { title: 'Quince', status: 'progress', hideChildren: true }],
  ])('restores the former value of a node: %s', async (_name, change) => {
    const pear = await plan.add({ title: 'Pear' })
    const seq = await acted(() => bobs.change(pear.id, change))
    await undone(seq)
    const { transitions: _told, version, ...now } = await plan.node(pear.id)
    const { transitions: _before, version: _first, ...before } = pear
    expect([now, version]).toEqual([before, 3])
  })

  it('publishes an undo to everybody as a change that can itself be undone', async () => {
    const pear = await plan.add({ title: 'Pear' })
    const seq = await acted(() => bobs.change(pear.id, { title: 'Quince' }))
    world.published.length = 0
    await undone(seq)
    expect(world.published).toEqual([{ kind: 'project-changed', projectId: plan.projectId, seq: seq + 1 }])
    const logged = await readLoggedChanges(world.test.pool, plan.projectId, seq)
    expect(logged).toMatchObject([{ seq: seq + 1, kind: 'node-updated', nodeIds: [pear.id] }])
    const { rows } = await world.test.pool.query(
      'select actor, undoes from change_log where project_id = $1 and seq = $2',
      [plan.projectId, seq + 1],
    )
    expect(rows).toEqual([{ actor: ada.person.id, undoes: seq }])
    await undone(seq + 1)
    expect((await plan.node(pear.id)).title).toBe('Quince')
  })

  it('deletes a created node and moves its later children up', async () => {
    const root = await plan.add({ title: 'Root' })
    const seq = await acted(() => plan.add({ title: 'Pear', parentId: root.id }))
    const pear = (await plan.list()).find(({ title }) => title === 'Pear')
    await bobs.add({ title: 'Pip', parentId: pear?.id })
    await undone(seq)
    expect(await shape()).toEqual(['Pip < Root', 'Root < -'])
  })

  it('reconnects the neighbors of a node that was inserted between them', async () => {
    const root = await plan.add({ title: 'Root' })
    const leaf = await plan.add({ title: 'Leaf', parentId: root.id })
    const seq = await acted(() => bobs.add({ title: 'Between', childId: leaf.id }))
    expect(await shape()).toContain('Leaf < Between')
    await undone(seq)
    expect(await shape()).toEqual(['Leaf < Root', 'Root < -'])
  })

  it('restores a deleted node with the children that had moved up', async () => {
    const root = await plan.add({ title: 'Root' })
    const pear = await plan.add({ title: 'Pear', parentId: root.id })
    for (const title of ['One', 'Two']) await plan.add({ title, parentId: pear.id })
    const before = await shape()
    const seq = await acted(() => bobs.try('deleteNode', { id: pear.id }))
    await undone(seq)
    expect(await shape()).toEqual(before)
  })

  it('restores a deleted branch with later edits in it and its former links', async () => {
    const root = await plan.add({ title: 'Root' })
    const pear = await plan.add({ title: 'Pear', parentId: root.id })
    const pip = await plan.add({ title: 'Pip', parentId: pear.id })
    const kept = await plan.add({ title: 'Kept', parentId: root.id })
    await plan.change(kept.id, { parentIds: [root.id, pear.id] })
    const seq = await acted(() => bobs.try('deleteNodeWithChildren', { id: pear.id }))
    expect(await shape()).toEqual(['Kept < Root', 'Root < -'])
    await bobs.change(pip.id, { title: 'Stone' })
    await undone(seq)
    expect(await shape()).toEqual(['Kept < Root Pear', 'Pear < Root', 'Root < -', 'Stone < Pear'])
    await refused(seq, undoTexts.nothingLeft)
  })

  it('moves a node back to its former parent and position', async () => {
    const [a, b] = [await plan.add({ title: 'A' }), await plan.add({ title: 'B' })]
    const first = await plan.add({ title: 'First', parentId: a.id })
    await plan.add({ title: 'Second', parentId: a.id })
    const seq = await acted(() => bobs.change(first.id, { parentId: b.id }))
    await undone(seq)
    expect(await plan.node(first.id)).toMatchObject({ parentIds: [a.id], position: first.position })
    const reordered = await acted(() => bobs.change(first.id, { position: 9_000 }))
    await undone(reordered)
    expect(await plan.node(first.id)).toMatchObject({ position: first.position })
  })

  it('undoes a whole batch', async () => {
    const ids = [(await plan.add({ title: 'A' })).id, (await plan.add({ title: 'B', status: 'progress' })).id]
    const batch = { projectId: plan.projectId, status: 'done' }
    const seq = await acted(() => bobs.try('updateNodeBatch', { ids, data: batch }))
    await undone(seq)
    expect(await Promise.all(ids.map(async (id) => (await plan.node(id)).status))).toEqual(['todo', 'progress'])
  })

  it('undoes the title and the layout of the project, but not its sharing', async () => {
    const change = (data: object) => world.get(bob, updateProject, { id: plan.projectId, data })
    const seq = await acted(() => change({ title: 'Orchard', layout: 'tree-up' }))
    await undone(seq)
    const { rows } = await world.test.pool.query('select title, layout from projects where id = $1', [plan.projectId])
    expect(rows).toEqual([{ title: 'Plan', layout: defaultLayout }])
    const renamed = await acted(() => change({ title: 'Orchard' }))
    await change({ title: 'Hedge' })
    await refused(renamed, '“Hedge” has been renamed since. Undo the newer change first, or change it by hand.')
    await refused(await acted(() => change({ sharing: { generalAccess: 'anyone' } })), undoTexts.notByHand)
    await refused(1, undoTexts.notByHand)
  })
})

describe('Refused undo', () => {
  it('refuses to undo a change that somebody has overwritten', async () => {
    const pear = await plan.add({ title: 'Pear' })
    const other = await plan.add({ title: 'Other' })
    const batch = { projectId: plan.projectId, status: 'done' }
    const seq = await acted(() => plan.try('updateNodeBatch', { ids: [other.id, pear.id], data: batch }))
    await bobs.change(pear.id, { status: 'progress' })
    await refused(seq, '“Pear” has another status by now. Undo the newer change first, or change it by hand.')
    const renamed = await acted(() => plan.change(pear.id, { title: 'Quince' }))
    await bobs.try('deleteNode', { id: pear.id })
    await refused(renamed, '“Quince” has been deleted since. Bring it back first.')
  })

  it('refuses an undo that breaks the rules', async () => {
    const root = await plan.add({ title: 'Root' })
    const pear = await plan.add({ title: 'Pear', parentId: root.id })
    await plan.add({ title: 'Other' })
    const seq = await acted(() => bobs.try('deleteNode', { id: pear.id }))
    await bobs.try('deleteNode', { id: root.id })
    await refused(seq, 'The parent node has been deleted')
    const a = await plan.add({ title: 'A' })
    const b = await plan.add({ title: 'B', parentId: a.id })
    const moved = await acted(() => plan.change(b.id, { parentId: null }))
    await bobs.change(a.id, { parentId: b.id })
    await refused(moved, 'A node cannot be moved below itself')
  })

  it('refuses an undo if the former values or the change itself are gone', async () => {
    const pear = await plan.add({ title: 'Pear' })
    const seq = await acted(() => plan.change(pear.id, { title: 'Quince' }))
    await world.test.pool.query('update change_log set before = null where project_id = $1', [plan.projectId])
    await refused(seq, undoTexts.notKept)
    expect(readErrorCode(await undo(seq + 50))).toBe('NOT_FOUND')
  })

  it('executes a repeated undo once', async () => {
    const pear = await plan.add({ title: 'Pear' })
    const seq = await acted(() => bobs.change(pear.id, { title: 'Quince' }))
    const sending = createOperationIds()
    const answers = [await undo(seq, sending), await undo(seq, sending)]
    expect(answers).toEqual([{ data: { undoChange: true } }, { data: { undoChange: true } }])
    expect(await plan.seq()).toBe(seq + 1)
  })
})
