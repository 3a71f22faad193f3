import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import {
  createPlannedClient,
  emptyPlanningFields,
  openPlannedProject,
  type PlannedClient,
} from '../../testing/planned-project.ts'
import { anonymousViewer } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

let live: LiveWorld
let ada: SignedInViewer
let bob: SignedInViewer
let plan: Awaited<ReturnType<typeof openPlannedProject>>
let bobs: PlannedClient

beforeAll(async () => {
  live = await openLiveWorld()
  ada = live.world.person('ada')
  bob = live.world.person('bob')
  plan = await openPlannedProject(live.world, ada, { [bob.person.id]: 'editor' })
  bobs = createPlannedClient(live.world, bob, plan.projectId)
})
afterAll(() => live.close())

const readError = async (answer: ReturnType<PlannedClient['try']>) => (await answer).errors?.[0]

describe('Fields for planning', () => {
  it('are empty in a new node', async () => {
    expect(await plan.add()).toMatchObject(emptyPlanningFields)
  })

  it('are stored by create, update and batch, and null clears what can be empty', async () => {
    const values = {
      assigneeIds: [bob.person.id, ada.person.id],
      startDate: '2026-11-01',
      dueDate: '2026-12-01',
      estimate: 2.5,
      priority: 'high',
      tagIds: [plan.tag('Garden'), plan.tag('Bug')],
      stageId: plan.stage('Doing'),
      fields: { [plan.field('text')]: 'soon', [plan.field('number')]: -3.5, [plan.field('checkbox')]: false },
    }
    const { id } = await plan.add(values)
    expect(await plan.node(id)).toMatchObject({ ...values, status: 'progress' })
    const other = await plan.add()
    expect(await plan.change(other.id, values)).toMatchObject(values)
    const cleared = { startDate: null, dueDate: null, estimate: null, stageId: null }
    const data = { projectId: plan.projectId, ...cleared, fields: { [plan.field('text')]: null } }
    await plan.try('updateNodeBatch', { ids: [id, other.id], data })
    for (const one of [id, other.id]) {
      const node = await plan.node(one)
      expect(node).toMatchObject({ ...cleared, status: 'progress', priority: 'high' })
      expect(node.fields).toEqual({ [plan.field('number')]: -3.5, [plan.field('checkbox')]: false })
    }
  })

  it('holds a value of every type of own field', async () => {
    const fields = {
      [plan.field('text')]: 'A text',
      [plan.field('number')]: 1e21,
      [plan.field('date')]: '2028-02-29',
      [plan.field('choice')]: 'Large',
      [plan.field('person')]: bob.person.id,
      [plan.field('link')]: 'https://example.com/a?b=c#d',
      [plan.field('checkbox')]: true,
    }
    const { id } = await plan.add({ fields })
    expect((await plan.node(id)).fields).toEqual(fields)
  })

  it('lets two people change a list at once without loss', async () => {
    const { id } = await plan.add()
    await Promise.all([
      plan.change(id, { addTagIds: [plan.tag('Bug')], addAssigneeIds: [ada.person.id] }),
      bobs.change(id, { addTagIds: [plan.tag('Garden')], addAssigneeIds: [bob.person.id] }),
    ])
    const node = await plan.node(id)
    expect(node.tagIds.toSorted()).toEqual([plan.tag('Bug'), plan.tag('Garden')].toSorted())
    expect(node.assigneeIds.toSorted()).toEqual([ada.person.id, bob.person.id].toSorted())
    const { version } = await plan.change(id, { removeTagIds: [plan.tag('Bug')], removeAssigneeIds: [ada.person.id] })
    const same = await plan.change(id, { addTagIds: [plan.tag('Garden')], removeTagIds: [plan.tag('Bug')] })
    expect(same).toMatchObject({ version, tagIds: [plan.tag('Garden')], assigneeIds: [bob.person.id] })
  })
})

describe('Stage and status', () => {
  it('sets the status to the category of the stage', async () => {
    const { id } = await plan.add()
    expect(await plan.change(id, { stageId: plan.stage('Shipped') })).toMatchObject({ status: 'done' })
  })

  it('sets the first stage of a status, and keeps a stage that already stands for it', async () => {
    const { id } = await plan.add({ stageId: plan.stage('Dropped') })
    expect(await plan.change(id, { status: 'todo' })).toMatchObject({ stageId: plan.stage('Backlog') })
    await plan.change(id, { stageId: plan.stage('Next') })
    expect(await plan.change(id, { status: 'todo' })).toMatchObject({ stageId: plan.stage('Next') })
  })

  it('has no stage for a status without one', async () => {
    const bare = await openPlannedProject(live.world, ada)
    await bare.plan({ stages: [{ name: 'Only', category: 'todo' }] })
    const { id } = await bare.add({ status: 'todo' })
    expect((await bare.node(id)).stageId).not.toBeNull()
    expect(await bare.change(id, { status: 'done' })).toMatchObject({ stageId: null, status: 'done' })
  })
})

describe('Due date', () => {
  it('is compared with the stored start, alone and in every node of a batch', async () => {
    const late = await plan.add({ startDate: '2026-12-10' })
    const early = await plan.add({ startDate: '2026-12-01' })
    const refused = { extensions: { code: 'BAD_USER_INPUT', field: 'dueDate' } }
    expect(await readError(plan.try('updateNode', { id: late.id, data: { dueDate: '2026-12-09' } }))).toMatchObject(
      refused,
    )
    const batch = { ids: [early.id, late.id], data: { projectId: plan.projectId, dueDate: '2026-12-05' } }
    expect(await readError(plan.try('updateNodeBatch', batch))).toMatchObject(refused)
    expect(await plan.node(early.id)).toMatchObject({ dueDate: null, version: early.version })
    await plan.change(late.id, { dueDate: '2026-12-10' })
    const start = plan.try('updateNode', { id: late.id, data: { startDate: '2026-12-11' } })
    expect(await readError(start)).toMatchObject({ extensions: { field: 'startDate' } })
  })
})

describe('People on nodes', () => {
  it('are hidden from callers who are not named in the project, also in live events', async () => {
    const open = await openPlannedProject(live.world, ada, { [bob.person.id]: 'viewer' })
    await open.plan({ sharing: { generalAccess: 'anyone' } })
    const person = open.field('person')
    const { id } = await open.add({ assigneeIds: [ada.person.id], fields: { [person]: bob.person.id } })
    const seq = await open.seq()
    const stranger = live.world.person('eve')
    for (const viewer of [anonymousViewer, stranger]) {
      const client = createPlannedClient(live.world, viewer, open.projectId)
      expect(await client.list()).toMatchObject([{ id, assigneeIds: [], fields: {} }])
      expect((await client.changes(0)).nodes).toMatchObject([{ id, assigneeIds: [] }])
      expect((await client.list())[0]?.fields).toEqual({})
      const socket = await live.connect(viewer)
      const { nodeUpdated } = await socket.enter(open.projectId, ['nodeUpdated'])
      await open.change(id, { estimate: viewer === stranger ? 2 : 1 })
      const [payload] = await nodeUpdated.payloads.atLeast(1)
      expect(payload?.data?.['nodeUpdated']).toMatchObject({ id, assigneeIds: [], fields: {} })
      await socket.close()
    }
    const bobs = createPlannedClient(live.world, bob, open.projectId)
    expect((await bobs.changes(seq)).nodes).toMatchObject([
      { assigneeIds: [ada.person.id], fields: { [person]: bob.person.id } },
    ])
  })

  it('stay named after they left, and can be replaced in one batch', async () => {
    const shared = await openPlannedProject(live.world, ada, { [bob.person.id]: 'editor' })
    const first = await shared.add({ assigneeIds: [bob.person.id] })
    const second = await shared.add({ assigneeIds: [bob.person.id, ada.person.id] })
    await shared.plan({ sharing: { users: {} } })
    expect(await shared.node(first.id)).toMatchObject({ assigneeIds: [bob.person.id] })
    expect(await shared.change(first.id, { assigneeIds: [bob.person.id], estimate: 1 })).toMatchObject({ estimate: 1 })
    const data = {
      projectId: shared.projectId,
      removeAssigneeIds: [bob.person.id],
      addAssigneeIds: [ada.person.id],
    }
    await shared.try('updateNodeBatch', { ids: [first.id, second.id], data })
    for (const { id } of [first, second]) expect((await shared.node(id)).assigneeIds).toEqual([ada.person.id])
  })

  it('may return to a node that they were on before they left, and to no other', async () => {
    const shared = await openPlannedProject(live.world, ada, { [bob.person.id]: 'editor' })
    const person = shared.field('person')
    const assigned = await shared.add({ assigneeIds: [bob.person.id] })
    const named = await shared.add({ fields: { [person]: bob.person.id } })
    const other = await shared.add()
    await shared.plan({ sharing: { users: {} } })
    await shared.change(assigned.id, { assigneeIds: [ada.person.id] })
    await shared.change(named.id, { fields: { [person]: ada.person.id } })
    expect(await shared.change(assigned.id, { assigneeIds: [bob.person.id] })).toMatchObject({
      assigneeIds: [bob.person.id],
    })
    expect((await shared.change(named.id, { fields: { [person]: bob.person.id } })).fields).toMatchObject({
      [person]: bob.person.id,
    })
    for (const [id, data, field] of [
      [other.id, { assigneeIds: [bob.person.id] }, 'assigneeIds'],
      [other.id, { addAssigneeIds: [bob.person.id] }, 'addAssigneeIds'],
      [other.id, { fields: { [person]: bob.person.id } }, 'fields'],
      [assigned.id, { assigneeIds: [live.world.person('eve').person.id] }, 'assigneeIds'],
    ] as const)
      expect(await readError(shared.try('updateNode', { id, data }))).toMatchObject({ extensions: { field } })
  })
})

describe('Undo of fields', () => {
  const undo = 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }'
  const undoLast = async (seq: number) => live.world.ask(ada, undo, { projectId: plan.projectId, seq })

  it('restores every field, and leaves what others have added to lists and own fields', async () => {
    const text = plan.field('text')
    const { id } = await plan.add({ tagIds: [plan.tag('Bug')] })
    const before = await plan.node(id)
    await plan.change(id, {
      assigneeIds: [ada.person.id],
      dueDate: '2026-12-01',
      stageId: plan.stage('Doing'),
      fields: { [text]: 'mine' },
    })
    const seq = await plan.seq()
    await bobs.change(id, { addAssigneeIds: [bob.person.id], fields: { [plan.field('number')]: 4 } })
    expect(await undoLast(seq)).toEqual({ data: { undoChange: true } })
    expect(await plan.node(id)).toMatchObject({
      dueDate: null,
      status: before.status,
      stageId: before.stageId,
      tagIds: before.tagIds,
      assigneeIds: [bob.person.id],
      fields: { [plan.field('number')]: 4 },
    })
    expect((await plan.node(id)).fields).not.toHaveProperty(text)
  })

  it('says which field has another value by now', async () => {
    const { id } = await plan.add()
    await plan.change(id, { estimate: 1 })
    const seq = await plan.seq()
    await bobs.change(id, { estimate: 2 })
    expect((await undoLast(seq)).errors?.[0]?.message).toContain('has another estimate by now')
  })
})
