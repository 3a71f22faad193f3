import { randomUUID } from 'node:crypto'
import type { Api } from '@espalier/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BranchWorld, openBranchWorld } from '../../testing/branch-world.ts'
import { createProposalClient } from '../../testing/proposal-client.ts'
import { callTool, createToken } from '../../testing/token-server.ts'

let scene: BranchWorld
let secret: string

beforeAll(async () => {
  scene = await openBranchWorld()
  ;({ secret } = await createToken(scene.world, scene.owner, { nodeId: scene.ids.top, role: 'proposer' }))
})
afterAll(() => scene.close())

const createDocument = `mutation ($projectId: ID!, $changes: [JSON!]!) {
  createProposal(projectId: $projectId, title: "Better", changes: $changes) { id changes { nodeId fits problem } } }`
const listDocument = 'query ($projectId: ID!) { proposals(projectId: $projectId) { title changes { nodeId } } }'
const withdrawDocument = 'mutation ($id: ID!) { withdrawProposal(id: $id) { state } }'

const propose = (...changes: readonly object[]) =>
  scene.server.ask(secret, createDocument, { projectId: scene.plan.projectId, changes })
const proposeOne = async (...changes: readonly object[]): Promise<Api.Proposal> => {
  const { data } = await propose(...changes)
  if (data == null) throw new Error('it was refused')
  return data['createProposal'] as Api.Proposal
}
const readError = async (...changes: readonly object[]) => {
  const { errors } = await propose(...changes)
  return errors?.map(({ message, extensions }) => ({ message, code: extensions.code }))[0]
}
const update = (id: string, data: object) => ({ op: 'update', id, data })
const create = (data: object, id: string = randomUUID()) => ({ op: 'create', id, data: { title: 'New', ...data } })

describe('A token that may propose in one branch', () => {
  it('lets a branch token propose changes of its nodes and of nodes that it creates, which a person accepts', async () => {
    const { ids, plan, world, owner } = scene
    const id = randomUUID()
    const changes = [create({ parentId: ids.inner }, id), create({ parentId: id }), update(ids.leaf, { parentId: id })]
    const proposal = await proposeOne(...changes)
    expect(proposal.changes.map(({ fits }) => fits)).toEqual([true, true, true])
    const people = createProposalClient(world, owner, plan.projectId)
    const [open] = (await people.list()).filter((one) => one.id === proposal.id)
    expect(open).toMatchObject({ tokenName: 'Robot' })
    await people.decide(proposal.id, open?.changes.map((change) => change.id) ?? [])
    expect((await plan.node(ids.leaf)).parentId).toBe(id)
    await plan.change(ids.leaf, { parentId: ids.inner })
  })

  it('answers a proposal about a node outside the branch like one about a node that does not exist', async () => {
    const { ids } = scene
    const unknown = await readError(update(randomUUID(), { title: 'x' }))
    expect(unknown?.code).toBe('NOT_FOUND')
    const hidden = ids.outside
    for (const change of [
      update(hidden, { title: 'x' }),
      update(hidden.toUpperCase(), { title: 'x' }),
      { op: 'delete', id: hidden },
      update(ids.leaf, { parentId: hidden }),
      update(ids.leaf, { parentIds: [ids.inner, hidden] }),
      update(ids.leaf, { addBlockedByIds: [hidden] }),
      update(ids.leaf, { removeBlockedByIds: [hidden] }),
      update(ids.leaf, { afterId: hidden }),
      create({ parentId: hidden }),
      create({ childId: hidden, parentId: ids.inner }),
      create({ parentId: ids.inner }, hidden),
    ])
      expect(await readError(change)).toEqual(unknown)
    // A node outside does not become known by being "created".
    expect(await readError(create({ parentId: ids.inner }, hidden), create({ parentId: hidden }))).toEqual(unknown)
  })

  it('refuses proposals of a branch token that lead out of its branch', async () => {
    const { ids } = scene
    for (const change of [
      create({}),
      create({ childId: ids.top }),
      create({ childId: ids.shared }),
      update(ids.leaf, { parentId: null }),
      update(ids.leaf, { parentIds: [] }),
      update(ids.top, { parentId: ids.inner }),
      update(ids.top, { isDeleted: true }),
      { op: 'delete', id: ids.top },
      update(ids.shared, { parentIds: [ids.inner] }),
      update(ids.waiting, { blockedByIds: [ids.leaf] }),
    ])
      expect((await readError(change))?.code).toBe('FORBIDDEN')
    expect(await readError(update(ids.top, { title: 'Top' }), update(ids.shared, { title: 'Shared' }))).toBeUndefined()
  })

  it('lists only proposals inside the branch to a branch token, which withdraws only its own', async () => {
    const { ids, plan, world, owner, server } = scene
    const people = createProposalClient(world, owner, plan.projectId)
    await people.propose([update(ids.leaf, { title: 'Leaves' })], { title: 'Inside' })
    const mixed = [update(ids.leaf, { title: 'Leaves' }), update(ids.outside, { title: 'Out' })]
    const outside = await people.propose(mixed, { title: 'Partly outside' })
    const list = async () => {
      const { data } = await server.ask(secret, listDocument, { projectId: plan.projectId })
      return ((data?.['proposals'] ?? []) as readonly { title: string }[]).map(({ title }) => title)
    }
    expect(await list()).toContain('Inside')
    expect(await list()).not.toContain('Partly outside')
    const withdraw = async (id: string) =>
      (await server.ask(secret, withdrawDocument, { id })).errors?.[0]?.extensions.code
    expect([await withdraw(outside.id), await withdraw(randomUUID())]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    const own = await proposeOne(update(ids.leaf, { status: 'done' }))
    expect(await withdraw(own.id)).toBeUndefined()
  })

  it('lets a branch token propose by MCP with short ids', async () => {
    const { ids, plan, server } = scene
    const client = await server.connect(secret)
    const made = await callTool<{ changes: object[] }>(client, 'propose_changes', {
      projectId: plan.projectId,
      title: 'By a tool',
      changes: [{ op: 'create', id: 'a', data: { title: 'A', parentId: ids.inner.slice(0, 8) } }],
    })
    expect(made.changes).toEqual([{ op: 'create', nodeId: expect.any(String) }])
    await client.close()
  })
})
