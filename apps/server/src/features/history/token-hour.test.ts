import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '../../api/viewer.ts'
import { createNodeClient, type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectWorld } from '../../testing/project-world.ts'
import { createToken } from '../../testing/token-server.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let owner: SignedInViewer

beforeAll(async () => {
  world = await openProjectWorld()
  owner = world.person('owner')
})
afterAll(() => world.close())

interface Robot {
  readonly id: string
  readonly viewer: Viewer
  in(plan: NodeClient): NodeClient
}

async function makeRobot(): Promise<Robot> {
  const { token, secret } = await createToken(world, owner, {})
  const viewer = await world.tokens.authenticate({ authorization: `Bearer ${secret}` })
  if (viewer === null) throw new Error('no viewer')
  return { id: token.id, viewer, in: ({ projectId }) => createNodeClient(world, viewer, projectId) }
}

interface Undone {
  readonly undoneCount: number
  readonly skipped: readonly { readonly projectId: string; readonly nodeId: string | null; readonly reason: string }[]
}

const undoDocument = `mutation ($id: ID!) {
  undoTokenHour(id: $id) { undoneCount skipped { projectId nodeId title reason } } }`
const undoHour = async (id: string, viewer: Viewer = owner): Promise<Undone> =>
  (await world.get<{ undoTokenHour: Undone }>(viewer, undoDocument, { id })).undoTokenHour
const toTitles = async (plan: NodeClient) => (await plan.list()).map(({ title }) => title).sort()
const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

describe('Undoing what a token did in the last hour', () => {
  it('undoes the last hour of a token as one change in each project, which can be undone', async () => {
    const robot = await makeRobot()
    const [one, other] = [await openTestProject(world, owner, 'One'), await openTestProject(world, owner, 'Other')]
    const node = await one.add({ title: 'Kept' })
    const gone = await one.add({ title: 'Gone', parentId: node.id })
    await other.add({ title: 'Root' })
    const own = robot.in(one)
    const added = await own.add({ title: 'Added', parentId: node.id })
    await own.change(added.id, { title: 'Added again' })
    await own.change(node.id, { title: 'First' })
    await own.change(node.id, { title: 'Second', status: 'progress' })
    await own.try('deleteNode', { id: gone.id })
    for (const title of ['First', 'Second'])
      await world.get(robot.viewer, updateProject, { id: one.projectId, data: { title } })
    await robot.in(other).add({ title: 'Elsewhere' })
    const before = await one.seq()

    expect(await undoHour(robot.id)).toEqual({ undoneCount: 8, skipped: [] })
    expect(await toTitles(one)).toEqual(['Gone', 'Kept'])
    expect((await one.node(node.id)).status).toBe('todo')
    expect(await toTitles(other)).toEqual(['Root'])
    const query = 'query ($id: ID!) { project(id: $id) { title } }'
    expect(await world.get(owner, query, { id: one.projectId })).toEqual({ project: { title: 'One' } })

    // It is one act of the person.
    const { history } = await world.get<{ history: { entries: { seq: number; tokenName: string | null }[] } }>(
      owner,
      'query ($id: ID!) { history(projectId: $id, first: 2) { entries { seq tokenName canUndo } } }',
      { id: one.projectId },
    )
    expect(history.entries).toMatchObject([{ seq: before + 1, tokenName: null }, { tokenName: 'Robot' }])
    expect(await undoHour(robot.id)).toEqual({ undoneCount: 0, skipped: [] })
  })

  it('leaves changes of a token that others have changed since, and names them', async () => {
    const robot = await makeRobot()
    const plan = await openTestProject(world, owner)
    const node = await plan.add({ title: 'Before' })
    const own = robot.in(plan)
    await own.change(node.id, { title: 'By the robot', priority: 'high' })
    const added = await own.add({ title: 'Added' })
    const lonely = await own.add({ title: 'Lonely' })
    await plan.change(node.id, { title: 'By a person' })
    await plan.change(added.id, { body: 'A person wrote here' })
    const { undoneCount, skipped } = await undoHour(robot.id)
    expect(undoneCount).toBe(1)
    expect(skipped.map(({ nodeId }) => nodeId)).toEqual([added.id, node.id])
    expect(skipped[1]).toMatchObject({ title: 'By a person', reason: expect.stringContaining('renamed since') })
    expect((await plan.node(lonely.id)).isDeleted).toBe(true)
    expect(await toTitles(plan)).toEqual(['Added', 'By a person'])
  })

  it('undoes neither older acts nor those of the person or of another token', async () => {
    const [robot, another] = [await makeRobot(), await makeRobot()]
    const plan = await openTestProject(world, owner)
    await robot.in(plan).add({ title: 'Old' })
    await world.test.pool.query(`update change_log set at = at - interval '61 minutes' where token_id = $1`, [robot.id])
    await robot.in(plan).add({ title: 'New' })
    await another.in(plan).add({ title: 'Other' })
    await plan.add({ title: 'Own' })
    expect(await undoHour(robot.id, world.person('stranger'))).toEqual({ undoneCount: 0, skipped: [] })
    expect(await undoHour(randomUUID())).toEqual({ undoneCount: 0, skipped: [] })
    // Also after it was revoked.
    await world.tokens.revoke(owner, robot.id)
    expect(await undoHour(robot.id)).toEqual({ undoneCount: 1, skipped: [] })
    expect(await toTitles(plan)).toEqual(['Old', 'Other', 'Own'])
  })

  it('names comments and new projects of a token, which are not undone', async () => {
    const robot = await makeRobot()
    const plan = await openTestProject(world, owner)
    const { id } = await plan.add({ title: 'Node' })
    await world.get(robot.viewer, 'mutation ($id: ID!) { addComment(nodeId: $id, body: "x") { id } }', { id })
    await openTestProject(world, robot.viewer, 'By the robot')
    const { undoneCount, skipped } = await undoHour(robot.id)
    expect(undoneCount).toBe(0)
    expect(skipped).toHaveLength(2)
    expect(skipped).toContainEqual(expect.objectContaining({ projectId: plan.projectId, nodeId: id, title: 'Node' }))
  })
})
