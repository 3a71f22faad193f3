import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../api/viewer.ts'
import { type NodeClient, openTestProject } from '../../testing/node-client.ts'
import { openProjectWorld, type ProjectServer, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'

let world: ProjectWorld
let servers: readonly ProjectServer[]
let owner: SignedInViewer
let friend: SignedInViewer
let plan: NodeClient

beforeAll(async () => {
  world = await openProjectWorld()
  servers = [world, world.another(), world.another()]
  owner = world.person('ada')
  friend = world.person('bob')
})
afterAll(() => world.close())
beforeEach(async () => {
  plan = await openTestProject(world, owner)
  const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
  const sharing = { users: { [friend.person.id]: 'editor' } }
  await world.get(owner, update, { id: plan.projectId, data: { sharing } })
})

const claimDocument = 'mutation ($id: ID!) { claimNode(id: $id) { id status assigneeIds } }'
const releaseDocument = 'mutation ($id: ID!) { releaseNode(id: $id) { id status assigneeIds } }'
const tryClaim = async (id: string, viewer: Viewer = owner, server: ProjectServer = world) =>
  readErrorCode(await server.ask(viewer, claimDocument, { id })) ?? 'claimed'
const tryRelease = async (id: string, viewer: Viewer = owner) =>
  readErrorCode(await world.ask(viewer, releaseDocument, { id })) ?? 'released'
const withToken = (viewer: SignedInViewer, digit: number): Viewer => {
  const id = `00000000-0000-4000-8000-00000000000${digit}`
  return { ...viewer, token: { id, name: 'x', role: 'editor', projectId: null, nodeId: null, expiresAt: null } }
}

describe('Claiming a node', () => {
  it('begins the work and assigns the caller, besides those who are on it', async () => {
    const { id } = await plan.add({ assigneeIds: [friend.person.id] })
    expect(await world.get(owner, claimDocument, { id: id.toUpperCase() })).toEqual({
      claimNode: { id, status: 'progress', assigneeIds: [friend.person.id, owner.person.id] },
    })
  })

  it('is a conflict for everybody else, also for another token of the same person', async () => {
    const { id } = await plan.add()
    expect(await tryClaim(id, withToken(owner, 1))).toBe('claimed')
    for (const viewer of [friend, owner, withToken(owner, 2), withToken(owner, 1)]) {
      expect(await tryClaim(id, viewer)).toBe('CONFLICT')
    }
  })

  it('needs a node that is todo, without open children and open blockers, its own or of an ancestor', async () => {
    expect(await tryClaim((await plan.add({ status: 'progress' })).id)).toBe('CONFLICT')
    expect(await tryClaim((await plan.add({ status: 'done' })).id)).toBe('CONFLICT')
    const parent = await plan.add()
    const child = await plan.add({ parentId: parent.id })
    expect(await tryClaim(parent.id)).toBe('CONFLICT')
    const blocker = await plan.add()
    await plan.change(parent.id, { addBlockedByIds: [blocker.id] })
    expect(await tryClaim(child.id)).toBe('CONFLICT')
    await plan.change(blocker.id, { status: 'done' })
    expect(await tryClaim(child.id)).toBe('claimed')
    await plan.change(child.id, { status: 'done' })
    expect(await tryClaim(parent.id)).toBe('claimed')
  })

  it('refuses nodes that are deleted or missing', async () => {
    const { id } = await plan.add()
    await plan.change(id, { isDeleted: true })
    expect(await tryClaim(id)).toBe('NOT_FOUND')
    expect(await tryClaim('x')).toBe('NOT_FOUND')
  })

  it('is given back by whoever may edit, and then taken by another', async () => {
    const { id } = await plan.add({ assigneeIds: [friend.person.id] })
    expect(await tryRelease(id)).toBe('CONFLICT')
    await tryClaim(id)
    expect(await world.get(friend, releaseDocument, { id })).toEqual({
      releaseNode: { id, status: 'todo', assigneeIds: [friend.person.id] },
    })
    expect(await tryRelease(id)).toBe('CONFLICT')
    expect(await tryClaim(id, friend)).toBe('claimed')
  })

  it('ends when the work is done or given to somebody else', async () => {
    const { id } = await plan.add()
    await tryClaim(id)
    await plan.change(id, { status: 'todo', assigneeIds: [] })
    expect(await tryRelease(id)).toBe('CONFLICT')
    expect(await tryClaim(id, friend)).toBe('claimed')
  })

  it('takes each of 100 nodes once in 1,000 simultaneous claims on three servers', async () => {
    const nodes = await Promise.all(Array.from({ length: 100 }, () => plan.add()))
    const claims = Array.from({ length: 1_000 }, async (_, at) => {
      const id = nodes[at % nodes.length]?.id ?? ''
      const viewer = withToken(at % 2 === 0 ? owner : friend, at % 10)
      return [id, await tryClaim(id, viewer, servers[at % servers.length])] as const
    })
    const answers = await Promise.all(claims)
    const taken = answers.filter(([, answer]) => answer === 'claimed').map(([id]) => id)
    expect(new Set(taken)).toEqual(new Set(nodes.map(({ id }) => id)))
    expect(taken).toHaveLength(100)
    expect(answers.filter(([, answer]) => answer === 'CONFLICT')).toHaveLength(900)
    for (const { assigneeIds, status } of await plan.list()) {
      expect([assigneeIds.length, status]).toEqual([1, 'progress'])
    }
  })
})
