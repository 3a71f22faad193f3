import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveWorld, openLiveWorld } from '../../testing/live-world.ts'
import { createPlannedClient, openPlannedProject, type PlannedClient } from '../../testing/planned-project.ts'
import type { SignedInViewer } from './index.ts'

let live: LiveWorld
let ada: SignedInViewer
let bob: SignedInViewer
let eve: SignedInViewer

beforeAll(async () => {
  live = await openLiveWorld()
  ada = live.world.person('ada')
  bob = live.world.person('bob')
  eve = live.world.person('eve')
})
afterAll(() => live.close())

const openShared = () => openPlannedProject(live.world, ada, { [bob.person.id]: 'editor', [eve.person.id]: 'viewer' })
const openAs = (viewer: SignedInViewer, { projectId }: { readonly projectId: string }): PlannedClient =>
  createPlannedClient(live.world, viewer, projectId)
const readRefusal = async (answer: ReturnType<PlannedClient['tryPlan']>) => (await answer).errors?.[0]?.extensions
const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name)

describe('Lists of a project', () => {
  it('are empty at first', async () => {
    const plan = await openPlannedProject(live.world, ada)
    await plan.plan({ tags: [], stages: [], fieldDefinitions: [] })
    expect(await plan.lists()).toMatchObject({
      tags: [],
      stages: [],
      fieldDefinitions: [],
      views: [],
      estimateUnit: 'points',
      viewersMayComment: false,
    })
  })

  it('lets two people change a list at once without loss', async () => {
    const plan = await openShared()
    const bug = plan.tag('Bug')
    await Promise.all([
      plan.plan({ tagChanges: { put: [{ id: bug, name: 'Defect' }] } }),
      openAs(bob, plan).plan({ tagChanges: { put: [{ name: 'Idea', colour: '#BBC0FF' }] } }),
    ])
    const { tags } = await plan.lists()
    expect(names(tags)).toEqual(['Defect', 'Garden', 'Idea'])
    expect(tags[0]?.id).toBe(bug)
    expect(tags[2]?.colour).toBe('#bbc0ff')
  })

  it('gives entries another order and leaves what somebody else has added', async () => {
    const plan = await openShared()
    const [bug, garden] = [plan.tag('Bug'), plan.tag('Garden')]
    await openAs(bob, plan).plan({ tagChanges: { put: [{ name: 'Idea' }] } })
    await plan.plan({ tagChanges: { order: [garden.toUpperCase(), bug, randomUUID()] } })
    expect(names((await plan.lists()).tags)).toEqual(['Garden', 'Bug', 'Idea'])
  })

  it('tells others about a change of a list', async () => {
    const plan = await openShared()
    const socket = await live.connect(bob)
    const query = 'subscription ($id: ID!) { projectUpdated(projectId: $id) { tags { name } estimateUnit } }'
    const events = socket.subscribe(query, { id: plan.projectId })
    await socket.enter(plan.projectId, ['projectSessions'])
    await plan.plan({ tags: [{ name: 'One' }], estimateUnit: 'days' })
    const [payload] = await events.payloads.atLeast(1)
    expect(payload?.data?.['projectUpdated']).toEqual({ tags: [{ name: 'One' }], estimateUnit: 'days' })
    await socket.close()
  })

  it('removes the use of a removed entry from every node, also from deleted ones', async () => {
    const plan = await openShared()
    const [tag, stage, number, text] = [plan.tag('Bug'), plan.stage('Doing'), plan.field('number'), plan.field('text')]
    const used = { tagIds: [tag, plan.tag('Garden')], stageId: stage, fields: { [number]: 1, [text]: 'stays' } }
    const [kept, gone, untouched] = [await plan.add(used), await plan.add(used), await plan.add()]
    await plan.change(gone.id, { isDeleted: true })
    const seq = await plan.seq()
    await plan.plan({
      tagChanges: { remove: [tag] },
      stageChanges: { remove: [stage] },
      fieldDefinitionChanges: { remove: [number] },
    })
    const nodes = await plan.list(true)
    for (const { id } of [kept, gone]) {
      const node = nodes.find((one) => one.id === id)
      expect(node).toMatchObject({ tagIds: [plan.tag('Garden')], stageId: null, status: 'progress' })
      expect(node?.fields).toEqual({ [text]: 'stays' })
    }
    expect(await plan.node(untouched.id)).toMatchObject({ version: untouched.version })
    expect((await plan.changes(seq)).nodes).toHaveLength(2)
    expect(await plan.seq()).toBe(seq + 2)
  })

  it('changes the status of nodes whose stage gets another category', async () => {
    const plan = await openShared()
    const { id } = await plan.add({ stageId: plan.stage('Doing') })
    const put = [{ id: plan.stage('Doing'), name: 'Doing', category: 'done' }]
    await plan.plan({ stageChanges: { put } })
    expect(await plan.node(id)).toMatchObject({ status: 'done', stageId: plan.stage('Doing') })
  })

  it('removes values that a field can no longer have', async () => {
    const plan = await openShared()
    const field = plan.field('choice')
    const [small, large] = [
      await plan.add({ fields: { [field]: 'Small' } }),
      await plan.add({ fields: { [field]: 'Large' } }),
    ]
    await plan.plan({
      fieldDefinitionChanges: { put: [{ id: field, name: 'size', type: 'choice', options: ['Large'] }] },
    })
    expect((await plan.node(small.id)).fields).toEqual({})
    expect((await plan.node(large.id)).fields).toEqual({ [field]: 'Large' })
  })

  it('brings a removed entry and its uses back by undo', async () => {
    const plan = await openShared()
    const before = await plan.lists()
    const used = { tagIds: [plan.tag('Garden'), plan.tag('Bug')], stageId: plan.stage('Next') }
    const { id } = await plan.add(used)
    const seq = (await plan.seq()) + 1
    await plan.plan({ tagChanges: { remove: [plan.tag('Bug')] }, stageChanges: { remove: [plan.stage('Next')] } })
    const undo = 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }'
    expect(await live.world.ask(ada, undo, { projectId: plan.projectId, seq })).toEqual({ data: { undoChange: true } })
    expect(await plan.lists()).toMatchObject({ tags: before.tags, stages: before.stages })
    expect(await plan.node(id)).toMatchObject(used)
  })

  it.each([
    ['tags', 'an empty name', [{ name: '  ' }]],
    ['tags', 'a name of 61 characters', [{ name: 'a'.repeat(61) }]],
    ['tags', 'a name twice', [{ name: 'A' }, { name: 'A' }]],
    ['tags', 'a color that is none', [{ name: 'A', colour: 'red;background:url(x)' }]],
    ['tags', 'an id that is no UUID', [{ id: 'x', name: 'A' }]],
    ['tags', '201 entries', Array.from({ length: 201 }, (_, at) => ({ name: `T${at}` }))],
    ['stages', 'an unknown category', [{ name: 'A', category: 'later' }]],
    ['stages', '21 entries', Array.from({ length: 21 }, (_, at) => ({ name: `S${at}`, category: 'todo' }))],
    ['fieldDefinitions', 'an unknown type', [{ name: 'A', type: 'color' }]],
    ['fieldDefinitions', 'a choice without options', [{ name: 'A', type: 'choice' }]],
    ['fieldDefinitions', 'an option twice', [{ name: 'A', type: 'choice', options: ['x', 'x'] }]],
    ['fieldDefinitions', 'options of a text', [{ name: 'A', type: 'text', options: ['x'] }]],
    ['fieldDefinitions', '51 entries', Array.from({ length: 51 }, (_, at) => ({ name: `F${at}`, type: 'text' }))],
    ['views', 'an unknown kind', [{ name: 'A', kind: 'graph' }]],
    ['views', 'settings that are too long', [{ name: 'A', kind: 'map', settings: 'x'.repeat(2_001) }]],
    ['views', '101 entries', Array.from({ length: 101 }, (_, at) => ({ name: `V${at}`, kind: 'map' }))],
    ['estimateUnit', 'an unknown unit', 'weeks'],
  ] as const)('refuses %s with %s and stores nothing', async (field, _what, value) => {
    const plan = await openPlannedProject(live.world, ada)
    const before = await plan.lists()
    expect(await readRefusal(plan.tryPlan({ title: 'Other', [field]: value }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      field,
    })
    expect(await plan.lists()).toEqual(before)
  })

  it('names the input for changes of a list', async () => {
    const plan = await openPlannedProject(live.world, ada)
    const put = [{ name: plan.tag('Bug') === '' ? '' : 'Garden' }]
    expect(await readRefusal(plan.tryPlan({ tagChanges: { put } }))).toMatchObject({ field: 'tagChanges' })
  })

  it('is not for viewers, and not for strangers', async () => {
    const plan = await openShared()
    expect(await readRefusal(openAs(eve, plan).tryPlan({ tags: [] }))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await readRefusal(openAs(eve, plan).tryPlan({ estimateUnit: 'days' }))).toMatchObject({ code: 'FORBIDDEN' })
    const stranger = openAs(live.world.person('mallory'), plan)
    expect(await readRefusal(stranger.tryPlan({ views: [] }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(names((await plan.lists()).tags)).toEqual(['Bug', 'Garden'])
  })
})

const view = (name: string, more: object = {}) => ({ name, kind: 'board', filter: 'is:overdue', ...more })

describe('Views of a project', () => {
  it('shows private views only to their author, and shared ones to all', async () => {
    const plan = await openShared()
    const eves = openAs(eve, plan)
    await plan.plan({ views: [view('Mine'), view('Ours', { isShared: true, settings: { by: 'stage' } })] })
    await eves.plan({ viewChanges: { put: [view('Eve’s')] } })
    expect(names((await plan.lists()).views)).toEqual(['Mine', 'Ours'])
    expect(names((await eves.lists()).views)).toEqual(['Ours', 'Eve’s'])
    expect((await eves.lists()).views[1]).toMatchObject({ authorId: eve.person.id, isShared: false, settings: {} })
    await plan.plan({ views: [] })
    expect(names((await eves.lists()).views)).toEqual(['Eve’s'])
  })

  it('lets a viewer change views alone, and no view of others', async () => {
    const plan = await openShared()
    const [eves] = [openAs(eve, plan)]
    const { views } = await plan.plan({ views: [view('Ours', { isShared: true })] })
    const [ours] = views
    expect(await readRefusal(eves.tryPlan({ views: [view('X')], title: 'Other' }))).toMatchObject({ code: 'FORBIDDEN' })
    const put = [view('Stolen', { id: ours?.id })]
    expect(await readRefusal(eves.tryPlan({ viewChanges: { put } }))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await readRefusal(eves.tryPlan({ viewChanges: { remove: [ours?.id] } }))).toMatchObject({
      code: 'FORBIDDEN',
    })
    await eves.plan({ views: [] })
    expect(names((await plan.lists()).views)).toEqual(['Ours'])
  })

  it('does not replace a private view of another person', async () => {
    const plan = await openShared()
    const id = randomUUID()
    await plan.plan({ viewChanges: { put: [view('Mine', { id })] } })
    const put = [view('Other', { id })]
    expect(await readRefusal(openAs(bob, plan).tryPlan({ viewChanges: { put } }))).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    expect(names((await plan.lists()).views)).toEqual(['Mine'])
  })
})
