import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findStoredBreaches } from '../../database/consistency.ts'
import { openTestProject, type NodeClient } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

interface WorkPage {
  readonly items: readonly {
    readonly node: { readonly id: string; readonly title: string; readonly dueDate: string | null }
    readonly project: { readonly id: string; readonly title: string }
    readonly goals: readonly (readonly string[])[]
    readonly state: string
  }[]
  readonly next: string | null
}

const query = `query ($ready: Boolean, $first: Int, $after: String, $timeZone: String) {
  myWork(ready: $ready, first: $first, after: $after, timeZone: $timeZone) {
    items { node { id title dueDate } project { id title } goals state } next } }`
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

let world: ProjectWorld
let round = 0
let ann: SignedInViewer
let bob: SignedInViewer
let project: NodeClient
let me: { assigneeIds: string[] }

beforeAll(async () => {
  world = await openProjectWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  round += 1
  ann = world.person(`ann${round}`)
  bob = world.person(`bob${round}`)
  project = await openTestProject(world, ann, 'Garden')
  me = { assigneeIds: [ann.person.id] }
})

const read = async (viewer = ann, variables: Record<string, unknown> = {}) =>
  (await world.get<{ myWork: WorkPage }>(viewer, query, variables)).myWork
const states = async (variables = {}) =>
  Object.fromEntries((await read(ann, variables)).items.map(({ node, state }) => [node.title, state]))
const titles = ({ items }: WorkPage) => items.map(({ node }) => node.title)
const update = (id: string, data: object) => world.get(ann, updating, { id, data })

describe('myWork', () => {
  it('lists what is assigned to the caller and not done: by due date, priority and project, undated last', async () => {
    const other = await openTestProject(world, ann, 'Orchard')
    await project.add({ ...me, title: 'undated' })
    await project.add({ ...me, title: 'undated, urgent', priority: 'urgent' })
    await project.add({ ...me, title: 'later', dueDate: '2030-01-02' })
    await project.add({ ...me, title: 'same day, low', dueDate: '2030-01-01', priority: 'low' })
    await other.add({ ...me, title: 'same day, high', dueDate: '2030-01-01', priority: 'high' })
    await other.add({ ...me, title: 'overdue', dueDate: '2020-01-01' })
    await project.add({ ...me, title: 'done', status: 'done', dueDate: '2020-01-01' })
    await project.add({ title: 'not mine', dueDate: '2020-01-01' })
    const page = await read()
    expect(titles(page)).toEqual(['overdue', 'same day, high', 'same day, low', 'later', 'undated, urgent', 'undated'])
    expect(page.items[0]?.project).toEqual({ id: other.projectId, title: 'Orchard' })
    expect(page.next).toBeNull()
  })

  it('follows every change of a node', async () => {
    const { id } = await project.add({ title: 'a', dueDate: '2030-01-01' })
    const steps: readonly (readonly [object, readonly string[]])[] = [
      [me, ['a']],
      [{ status: 'done' }, []],
      [{ status: 'progress' }, ['a']],
      [{ isDeleted: true }, []],
      [{ isDeleted: false, title: 'b' }, ['b']],
      [{ assigneeIds: [] }, []],
    ]
    for (const [data, expected] of steps) {
      await project.change(id, data)
      expect(titles(await read())).toEqual(expected)
      expect(await findStoredBreaches(world.test.pool, project.projectId)).toEqual([])
    }
  })

  it('is checked against the nodes by the check of the database', async () => {
    const { id } = await project.add({ ...me, title: 'a', priority: 'high' })
    await world.test.pool.query('update open_assignments set urgency = 4 where node_id = $1', [id])
    expect(await findStoredBreaches(world.test.pool, project.projectId)).toEqual([
      { rule: 'assignments-differ', nodeId: id },
    ])
  })

  it('returns every item once over pages, also while nodes share dates', async () => {
    for (let index = 0; index < 7; index += 1) {
      await project.add({ ...me, title: `n${index}`, ...(index < 4 && { dueDate: '2030-01-01' }) })
    }
    const all = titles(await read())
    const found: string[] = []
    let after: string | null = null
    let pages = 0
    do {
      const page: WorkPage = await read(ann, { first: 3, after })
      found.push(...titles(page))
      after = page.next
      pages += 1
    } while (after !== null)
    expect(pages).toBe(3)
    expect(found).toEqual(all)
    expect([...found].sort()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6'])
  })

  it('shows each way from a root to the node, at most five, in plain text', async () => {
    const goals = []
    for (let index = 0; index < 6; index += 1)
      goals.push(await project.add({ title: `<b>Goal</b> ${index} &amp; more` }))
    const { id } = await project.add({ ...me, title: 'step', parentId: goals[0]?.id })
    const deep = await project.add({ ...me, title: 'deep', parentId: id, dueDate: '2030-01-01' })
    await project.change(id, { parentIds: goals.map((goal) => goal.id) })
    const { items } = await read()
    const paths = items.find(({ node }) => node.id === deep.id)?.goals
    expect(paths).toHaveLength(5)
    expect(paths?.[0]).toEqual(['Goal 0 & more', 'step', 'deep'])
    expect(new Set(paths?.map(([goal]) => goal)).size).toBe(5)
    expect(items.find(({ node }) => node.id === id)?.goals[1]).toEqual(['Goal 1 & more', 'step'])
  })

  it('is ready without open children, and waits for them otherwise', async () => {
    const parent = await project.add({ ...me, title: 'parent' })
    const child = await project.add({ ...me, title: 'child', parentId: parent.id })
    expect(await states()).toEqual({ parent: 'waiting', child: 'ready' })
    expect(await states({ ready: true })).toEqual({ child: 'ready' })
    await project.change(child.id, { status: 'done' })
    expect(await states({ ready: true })).toEqual({ parent: 'ready' })
  })

  it('is blocked by open blockers of its own and of its ancestors, until they are done, deleted or do not count', async () => {
    const [design, review] = [await project.add({ title: 'design' }), await project.add({ title: 'review' })]
    const goal = await project.add({ title: 'goal', blockedByIds: [design.id] })
    const step = await project.add({ title: 'step', parentId: goal.id })
    await project.add({ ...me, title: 'part', parentId: step.id, blockedByIds: [review.id] })
    await project.add({ ...me, title: 'free' })
    expect(await states()).toEqual({ part: 'blocked', free: 'ready' })
    await project.change(review.id, { status: 'done' })
    expect(await states()).toEqual({ part: 'blocked', free: 'ready' })
    expect(await states({ ready: true })).toEqual({ free: 'ready' })
    await project.change(design.id, { isDeleted: true })
    expect(await states({ ready: true })).toEqual({ part: 'ready', free: 'ready' })
    await project.change(design.id, { isDeleted: false })
    expect(await states({ ready: true })).toEqual({ free: 'ready' })
    await project.change(step.id, { parentId: null })
    expect(await states({ ready: true })).toEqual({ part: 'ready', free: 'ready' })
  })

  it('is not held up by a child in a stage that does not count', async () => {
    const stages = [{ name: 'Dropped', category: 'todo', colour: '#cccccc', counts: false }]
    await update(project.projectId, { stages })
    const { project: stored } = await world.get<{ project: { stages: { id: string }[] } }>(
      ann,
      'query ($id: ID!) { project(id: $id) { stages { id } } }',
      { id: project.projectId },
    )
    const parent = await project.add({ ...me, title: 'parent' })
    await project.add({ title: 'child', parentId: parent.id, stageId: stored.stages[0]?.id })
    expect((await read()).items[0]?.state).toBe('ready')
  })

  it('leaves out projects in the trash and projects that the person was removed from', async () => {
    const id = project.projectId
    await update(id, { sharing: { users: { [bob.person.id]: 'viewer' } } })
    const assigneeIds = [bob.person.id]
    await project.add({ title: 'for bob', assigneeIds, dueDate: '2030-01-01' })
    const own = await openTestProject(world, bob)
    await own.add({ title: 'own', assigneeIds })
    // What is hidden must not take the place of anything in a page either.
    const readTitles = async () => [titles(await read(bob)), titles(await read(bob, { first: 1 }))]
    const [both, ownOnly] = [
      [['for bob', 'own'], ['for bob']],
      [['own'], ['own']],
    ]
    expect(await readTitles()).toEqual(both)
    await update(id, { status: 'archived' })
    expect(await readTitles()).toEqual(both)
    await update(id, { status: 'deleted' })
    expect(await readTitles()).toEqual(ownOnly)
    await update(id, { status: 'active' })
    expect(await readTitles()).toEqual(both)
    await update(id, { sharing: { generalAccess: 'anyone', users: {} } })
    expect(await readTitles()).toEqual(ownOnly)
  })

  it.each([
    ['first', { first: 0 }],
    ['first', { first: 501 }],
    ['after', { after: 'x' }],
    ['after', { after: Buffer.from('2026-02-30 0 x y').toString('base64url') }],
    ['timeZone', { timeZone: 'Mars/Base' }],
  ])('refuses a wrong %s: %j', async (field, variables) => {
    const { errors } = await world.ask(ann, query, variables)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
  })

  it('is refused without a session', async () => {
    expect(readErrorCode(await world.ask(anonymousViewer, query))).toBe('UNAUTHENTICATED')
  })
})
